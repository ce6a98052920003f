import { z } from 'zod'
import { defineOperation } from '@wuku/kernel/base/operation'
import { answerPadFacts, expectedVersion, message, padFactsKeys, padId, padAliases } from '../pad-shapes.ts'
import type { Pad } from '@wuku/core/ports/pads'
import { authorOf, changeText, named } from '../writing.ts'
import { countLines, splitLines, blocksOf, withoutHalfSeparator } from '../pad-lines.ts'

export const chopScratchpad = defineOperation({
  name: 'chop-scratchpad',
  group: 'pads',
  title: 'Chop scratchpad',
  description:
    'Remove lines (default 1) or appended blocks from the end of a scratchpad. undo-scratchpad brings them back.',
  effect: 'write',
  input: z.strictObject({
    id: padId,
    lines: z.int().min(1).default(1).describe('Lines to remove.'),
    blocks: z.int().min(1).optional().describe('Appended blocks to remove; takes precedence over lines.'),
    expected_version: expectedVersion,
  }),
  output: z.strictObject({
    scratchpad: z.strictObject(padFactsKeys).describe('Its current state, without the text.'),
    message,
    chopped_lines: z.int().min(0).describe('Number of removed lines.'),
  }),
  aliases: { ...padAliases, line_count: 'lines', block_count: 'blocks' },
  searchHint: 'chop remove cut last lines blocks of scratchpad 删除 末尾 草稿',
  route: { method: 'POST', path: '/pads/scratchpads/{id}/chop' },
  examples: [{ label: 'Remove the last block', input: { id: '9b1d…', blocks: 1 } }],
  async run({ id, expected_version: expected, ...size }, context) {
    const intent = { id, doing: 'chop scratchpad', expected }
    const author = authorOf(context, 'chop-scratchpad')
    const decide = ({ content }: Pad) => ({ content: chopEnd(content, size).text, ...author })
    const { before, after: pad } = await changeText(context.engine, intent, decide)
    const chopped = before.content === '' ? undefined : chopEnd(before.content, size)
    const summary = chopped?.describe(named(pad)) ?? `No lines to chop from empty scratchpad ${named(pad)}`
    return {
      scratchpad: answerPadFacts(pad),
      message: `${summary} (${pad.bytes} bytes)`,
      chopped_lines: chopped?.lines ?? 0,
    }
  },
})

interface Chopped {
  readonly text: string
  /** Lines that went, those of a separator too. */
  readonly lines: number
  /** Summary of the cut, with the sizes before and after. */
  readonly describe: (title: string) => string
}

/** Takes lines off the end, or blocks where their number is given; a size beyond the beginning takes everything. */
export const chopEnd = (text: string, { lines = 1, blocks }: { lines?: number; blocks?: number }): Chopped =>
  blocks === undefined ? chopLines(text, lines) : chopBlocks(text, blocks)

function chopLines(text: string, count: number): Chopped {
  const lines = splitLines(text)
  const retained = Math.max(0, lines.length - count)
  const rest = withoutHalfSeparator(lines.slice(0, retained).join('\n'))
  const left = retained === 0 ? 0 : countLines(rest)
  const chopped = lines.length - left
  const separator = left < retained ? ', with the rest of a block separator' : ''
  return {
    text: rest,
    lines: chopped,
    describe: (title) =>
      `Chopped ${chopped} line(s) from scratchpad ${title} (${lines.length} → ${left} lines${separator})`,
  }
}

function chopBlocks(text: string, count: number): Chopped {
  const blocks = blocksOf(text)
  const retained = Math.max(0, blocks.length - count)
  const rest = text.slice(0, blocks[retained - 1]?.end ?? 0)
  const chopped = countLines(text) - (retained === 0 ? 0 : countLines(rest))
  return {
    text: rest,
    lines: chopped,
    describe: (title) =>
      `Chopped ${blocks.length - retained} block(s) from scratchpad ${title} (${blocks.length} → ${retained} blocks, ${chopped} lines removed)`,
  }
}
