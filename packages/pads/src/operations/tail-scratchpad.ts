import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { answerPadFacts, message, padId, padShape, padAliases, count } from '../pad-shapes.ts'
import { countLines, splitLines, blocksOf } from '../pad-lines.ts'
import { named } from '../writing.ts'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/pads'
import { graphemeBorder } from '@wuku/text/terms/graphemes'

const input = z.strictObject({
  id: padId,
  tail_size: z
    .strictObject({
      lines: z.int().min(1).optional().describe('Maximum number of lines.'),
      chars: z.int().min(1).optional().describe('Characters.'),
      blocks: z.int().min(1).optional().describe('Blocks, as appended.'),
    })
    .optional()
    .describe('Give exactly one. Default: 50 lines.'),
  lines: z.int().min(1).optional().describe('The same as tail_size.lines.'),
  include_content: z.boolean().default(true).describe('false: return numbers only.'),
  full_content: z.boolean().default(false).describe('Return the whole text; takes precedence over tail_size.'),
})

/** Exactly one of them. */
export type TailSize = NonNullable<z.output<typeof input>['tail_size']>

const tailed = padShape.extend({
  is_tail_content: z.boolean().describe('false: full_content was requested.'),
  tail_lines: count.describe('Lines of the tail.'),
  tail_chars: count.describe('Its length in UTF-16 units.'),
  total_lines: count.describe('Lines of the whole text.'),
})

const output = z.strictObject({ scratchpad: tailed.nullable().describe('null: no scratchpad has this id.'), message })
export type PadTail = z.output<typeof output>

export const tailScratchpad = defineOperation({
  name: 'tail-scratchpad',
  group: 'pads',
  title: 'Tail of a scratchpad',
  description:
    'Read the end of a scratchpad: its last lines, characters or appended blocks (default 50 lines), or with ' +
    'full_content all of it.',
  effect: 'read',
  input,
  output,
  aliases: { ...padAliases, ...aliasesOf({ tail_size: ['size', 'tail'], full_content: ['full'] }) },
  searchHint: 'tail end last lines blocks of scratchpad 末尾 最后 草稿',
  route: { method: 'GET', path: '/pads/scratchpads/{id}/tail' },
  examples: [
    { label: 'The last three appended blocks', input: { id: '9b1d…', tail_size: { blocks: 3 } } },
    { label: 'The whole text', input: { id: '9b1d…', full_content: true } },
  ],
  async run({ id, ...request }, { engine }) {
    const pad = await engine.read((view) => view.pads.pad(id))
    if (!pad) return { scratchpad: null, message: `Scratchpad not found: ${id}` }
    const { full_content: isFull, include_content: isShown } = request
    const tail = isFull ? { content: pad.content, said: 'full content' } : tailOf(pad.content, sizeOf(request))
    const numbers = {
      is_tail_content: !isFull,
      tail_lines: countLines(tail.content),
      tail_chars: tail.content.length,
      total_lines: countLines(pad.content),
    }
    const isPart = tail.content.length < pad.content.length
    const hint = isShown ? (isPart ? ' - use full_content=true for complete content' : '') : EXCLUDED
    return {
      scratchpad: { ...answerPadFacts(pad), content: isShown ? tail.content : '', ...numbers },
      message:
        `Retrieved ${isFull ? '' : 'tail from '}scratchpad ${named(pad)} (${tail.said}) - ` +
        `${numbers.tail_lines}/${numbers.total_lines} lines, ${numbers.tail_chars} chars${hint}`,
    }
  },
})

/** `lines` by itself is how "chop-scratchpad" takes it. */
const sizeOf = ({ tail_size: size, lines }: Pick<z.output<typeof input>, 'tail_size' | 'lines'>) =>
  lines === undefined ? size : { ...size, lines }

const EXCLUDED = ' - Content excluded (include_content=false)'

interface Tail {
  readonly content: string
  /** How it was taken. */
  readonly said: string
}

const DEFAULT_TAIL_LINES = 50
/** Characters of a tail without a requested size: fifty lines may be of any length. */
const DEFAULT_TAIL_CHARS = 20_000

export function tailOf(text: string, size: TailSize | undefined): Tail {
  if (!size) return defaultTail(text)
  const { lines, chars, blocks } = size
  if ([lines, chars, blocks].filter((given) => given !== undefined).length !== 1)
    throw new WukuError('bad-input', msg('notOne'))
  if (lines !== undefined) return { content: lastLines(text, lines), said: `last ${lines} lines` }
  if (chars !== undefined) return { content: lastChars(text, chars), said: `last ${chars} chars` }
  return { content: lastBlocks(text, blocks ?? 1), said: `last ${blocks} block(s)` }
}

function defaultTail(text: string): Tail {
  const content = lastLines(text, DEFAULT_TAIL_LINES)
  const shown = lastChars(content, DEFAULT_TAIL_CHARS)
  const cut = shown.length < content.length ? `, of which the last ${shown.length} chars` : ''
  return { content: shown, said: `last ${DEFAULT_TAIL_LINES} lines${cut} (default)` }
}

const lastLines = (text: string, lines: number): string => splitLines(text).slice(-lines).join('\n')

/** A grapheme that the cut would split is kept whole. */
const lastChars = (text: string, chars: number): string => text.slice(graphemeBorder(text, text.length - chars))

const lastBlocks = (text: string, blocks: number): string => text.slice(blocksOf(text).at(-blocks)?.start ?? 0)
