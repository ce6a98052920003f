import { z } from 'zod'
import { defineOperation } from '../../../engine/operation.ts'
import type { Pad, PadView } from '../../../ports/pads.ts'
import { asJson } from '../answer.ts'
import { fitAnswer } from '../budget.ts'
import { controlKeys } from '../control.ts'
import { mostListed, padLists, type PadList } from '../pad-list.ts'
import { message, padShape, workflowId } from '../shapes.ts'

const input = z.strictObject({
  workflow_id: workflowId,
  limit: z.int().min(1).max(50).default(20).describe('Most scratchpads.'),
  offset: z.int().min(0).default(0).describe('Newer ones to skip.'),
  ...controlKeys,
})

const count = z.int().min(0)

const output = z.strictObject({
  scratchpads: z.array(padShape),
  count: count.describe('In this answer.'),
  total: count,
  has_more: z.boolean(),
  next_offset: count.nullable(),
  message: message.describe('How much is listed, and what was shortened.'),
})

export const listScratchpads = defineOperation<z.output<typeof input>, PadList>({
  name: 'list-scratchpads',
  group: 'pads',
  title: 'List scratchpads',
  description:
    'Scratchpads of a workflow, written to last first, with the beginning of each text (800 characters). ' +
    'include_content false lists titles and sizes only.',
  effect: 'read',
  input,
  output,
  aliases: {
    id: 'workflow_id',
    workflow: 'workflow_id',
    page_size: 'limit',
    per_page: 'limit',
    max_results: 'limit',
    skip: 'offset',
    preview: 'preview_mode',
  },
  searchHint: 'list scratchpads pads of workflow 列出 草稿',
  route: { method: 'GET', path: '/pads/workflows/{workflow_id}/scratchpads' },
  examples: [
    { says: 'The newest', input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } },
    {
      says: 'Titles only',
      input: { workflow_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', include_content: false, limit: 50 },
    },
  ],
  async run({ workflow_id: id, limit, offset, ...wanted }, { engine }) {
    const found = await engine.read(async ({ pads }) => {
      if (!(await pads.workflow(id))) return undefined
      const all = await pads.pads(id)
      const shown = all.slice(offset, offset + limit)
      return { total: all.length, items: wanted.include_content === false ? shown.map(bare) : await read(pads, shown) }
    })
    if (!found) return noSuchWorkflow(id)
    const page = { ...found, limit, offset, wanted }
    return fitAnswer(padLists(page), mostListed(page))
  },
  render: asJson,
})

type Facts = Omit<Pad, 'content'>

const bare = (pad: Facts): Pad => ({ ...pad, content: '' })

async function read(pads: PadView, facts: readonly Facts[]): Promise<readonly Pad[]> {
  const found = await Promise.all(facts.map(({ id }) => pads.pad(id)))
  return found.filter((pad) => pad !== undefined)
}

const noSuchWorkflow = (id: string): PadList => ({
  scratchpads: [],
  count: 0,
  total: 0,
  has_more: false,
  next_offset: null,
  message: `Listed 0 scratchpads: there is no workflow ${id}. "list-workflows" or "search-workflows" finds it.`,
})
