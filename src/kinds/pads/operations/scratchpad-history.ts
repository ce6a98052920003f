import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import type { Page, PadVersion } from '../../../ports/pads.ts'
import { asJson, isoTime } from '../answer.ts'
import { demandPadFacts } from '../lookup.ts'
import { brief } from '../present.ts'
import { message, padId } from '../shapes.ts'
import { named } from '../writing.ts'

const input = z.strictObject({
  id: padId,
  limit: z.int().min(1).max(100).default(20).describe('Most versions.'),
  offset: z.int().min(0).default(0).describe('Later ones to skip.'),
})

const count = z.int().min(0)

const output = z.strictObject({
  id: z.string(),
  versions: z.array(
    z.strictObject({
      version: z.int().min(1),
      at: z.string(),
      by: z.string().describe('The program that wrote it.'),
      how: z.string().describe('The tool that it used.'),
      size_bytes: count.describe('Of the text after it.'),
      title: z.string(),
      restores: z.int().min(1).nullable().describe('The version that it brought back; null when it is no undo.'),
    }),
  ),
  total: count.describe('Versions that are kept.'),
  has_more: z.boolean(),
  message: message.describe('How much is listed.'),
})

export const scratchpadHistory = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'scratchpad-history',
  group: 'pads',
  title: 'History of a scratchpad',
  description:
    'Who changed a scratchpad, when and how, latest version first. diff-scratchpad shows what changed, undo-scratchpad ' +
    'brings a version back.',
  effect: 'read',
  input,
  output,
  aliases: { scratchpad_id: 'id', pad_id: 'id', scratchpad: 'id', max_results: 'limit', skip: 'offset' },
  searchHint: 'history versions of scratchpad who when 历史 版本 草稿',
  route: { method: 'GET', path: '/pads/scratchpads/{id}/history' },
  examples: [{ says: 'The latest versions', input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } }],
  async run({ id, limit, offset }, { engine }) {
    const { pad, page } = await engine.read(async ({ pads }) => ({
      pad: await demandPadFacts(pads, id),
      page: await pads.history(id, { limit, offset }),
    }))
    return {
      id,
      versions: page.items.map(answerVersion),
      total: page.total,
      has_more: offset + page.items.length < page.total,
      message: `${saidOf(page, offset)} of scratchpad ${named(pad)}`,
    }
  },
  render: asJson,
})

const NAME_CHARS = 200

const answerVersion = ({ version, at, by, how, bytes, title, restores }: PadVersion) => ({
  version,
  at: isoTime(at),
  by: brief(by),
  how: brief(how),
  size_bytes: bytes,
  title: brief(title, NAME_CHARS),
  restores,
})

function saidOf({ items, total }: Page<PadVersion>, offset: number): string {
  const [newest, oldest] = [items[0]?.version, items.at(-1)?.version]
  if (newest === undefined) return `Offset ${offset} is past the last of ${total} versions`
  const next = offset + items.length
  const more = next < total ? `; offset ${next} lists older ones` : ''
  return `Versions ${newest} to ${oldest}${more}, ${total} kept`
}
