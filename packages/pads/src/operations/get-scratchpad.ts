import type { Text } from '@wuku/messages/message'
import { z } from 'zod'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { isSharedPadSource } from '@wuku/kernel/base/pad-source'
import { claimsShape, judgeShown, listClaims, verbose } from '@wuku/kernel/claims/shown-claims'
import { extractClaims } from '@wuku/text/claims/extract'
import type { ShownClaim } from '@wuku/text/claims/judged'
import { numberLines } from '@wuku/text/markdown/line-index'
import type { Pad } from '@wuku/core/ports/pads'
import { answerPadFacts, citePad, message, padId, padShape, padAliases } from '../pad-shapes.ts'
import { controlContent, controlKeys, type ControlledContent } from '../control.ts'
import { named } from '../writing.ts'
import { WukuError } from '@wuku/core/errors'
import { countLines, splitLines, blocksOf } from '../pad-lines.ts'

const input = z.strictObject({
  id: padId,
  line_range: z
    .strictObject({
      start: z.int().min(1).describe('First line, from 1.'),
      end: z.int().min(1).optional().describe('Last line. Default: the end.'),
    })
    .optional()
    .describe('Read only these lines; not with line_context.'),
  start_line: z.int().min(1).optional().describe('The same as line_range.start.'),
  end_line: z.int().min(1).optional().describe('The same as line_range.end.'),
  line_context: z
    .strictObject({
      line: z.int().min(1).describe('The line, from 1.'),
      before: z.int().min(0).default(2).describe('Lines before it.'),
      after: z.int().min(0).default(2).describe('Lines after it.'),
      include_block: z.boolean().default(false).describe('Read the whole block that contains the line instead.'),
    })
    .optional()
    .describe('Read only the lines around one line.'),
  ...controlKeys,
  verbose,
})

/** In characters. */
const defaults = { cap: 2_000, preview: 500 }

export const getScratchpad = defineOperation({
  name: 'get-scratchpad',
  group: 'pads',
  title: 'Get scratchpad',
  description:
    'Read a scratchpad: its text up to 2000 characters (the end of a longer one says how to get the rest), a range ' +
    'of lines, the lines around one, or the block that contains it. Its last lines: tail-scratchpad.',
  effect: 'read',
  input,
  output: z.strictObject({
    scratchpad: padShape.extend({ claims: claimsShape }).nullable().describe('null: no scratchpad has this id.'),
    message,
  }),
  aliases: {
    ...padAliases,
    ...aliasesOf({
      line_range: ['range', 'lines'],
      line_context: ['context'],
      preview_mode: ['preview'],
      max_content_chars: ['max_chars'],
    }),
  },
  searchHint: 'get read show scratchpad text lines 读取 草稿 内容',
  route: { method: 'GET', path: '/pads/scratchpads/{id}' },
  examples: [
    { label: 'A scratchpad', input: { id: '9b1d…' } },
    { label: 'Lines 10 to 40', input: { id: '9b1d…', line_range: { start: 10, end: 40 } } },
    {
      label: 'The block around line 52',
      input: { id: '9b1d…', line_context: { line: 52, before: 2, after: 2, include_block: true } },
    },
  ],
  async run({ id, line_range, line_context, verbose: isVerbose, ...request }, { engine }) {
    const lines = { line_range: line_range ?? rangeOf(request), line_context }
    requireOneRange(lines)
    const pad = await engine.read((view) => view.pads.pad(id))
    if (!pad) return { scratchpad: null, message: `Scratchpad not found: ${id}` }
    const selection = selectLines(pad.content, lines)
    const shown = controlContent(selection?.content ?? pad.content, request, defaults)
    const claims = await claimsOf(pad, numberLines(shown.content, selection?.from ?? 1), engine)
    return {
      scratchpad: {
        ...answerPadFacts(pad),
        ...(selection && factsOf(pad, selection)),
        ...shown,
        ...listClaims(claims, isVerbose),
      },
      message: messageOf(pad, selection, shown),
    }
  },
})

async function claimsOf({ id, workflow }: Pad, text: string, engine: Engine): Promise<readonly ShownClaim[]> {
  if (extractClaims(text).length === 0) return []
  const own = await engine.read(async (view) => {
    const [sources, known] = await Promise.all([view.sources.list(), view.pads.workflow(workflow)])
    const source = sources.find((each) => (known?.source ? each.id === known.source : isSharedPadSource(each)))
    const [document] = source ? await view.documents.at([{ source: source.id, path: id }]) : []
    return source && document ? [{ text, source, document }] : []
  })
  return (await judgeShown(own, engine))[0] ?? []
}

/** How "update-scratchpad" takes lines. */
const rangeOf = ({ start_line: start, end_line: end }: Pick<z.output<typeof input>, 'start_line' | 'end_line'>) =>
  start === undefined && end === undefined ? undefined : { start: start ?? 1, end }

const factsOf = ({ id }: Pad, { content, from, to }: Selection) => ({
  size_bytes: Buffer.byteLength(content),
  citation: content === '' ? citePad(id) : citePad(id, { from, to }),
})

function messageOf(pad: Pad, selection: Selection | undefined, shown: ControlledContent): string {
  const range = selection ? ` - Range: ${selection.label}` : ''
  const warning = shown.parameter_warning ? ` - WARNING: ${shown.parameter_warning}` : ''
  const control = shown.content_control_applied ? ` - Content control: ${shown.content_control_applied}` : ''
  return `Retrieved scratchpad ${named(pad)} (${pad.bytes} bytes total)${range}${warning}${control}`
}

/** At most one of them. */
type LineRequest = Pick<z.output<typeof input>, 'line_range' | 'line_context'>
export type LineRange = NonNullable<LineRequest['line_range']>
export type LineContext = NonNullable<LineRequest['line_context']>

interface Selection {
  readonly content: string
  /** First and last line. */
  readonly from: number
  readonly to: number
  readonly label: string
}

/** Refuses line ranges that are wrong for any text. */
export function requireOneRange({ line_range: range, line_context: context }: LineRequest): void {
  if (range && context)
    throw refused('Only one range parameter can be specified: line_range or line_context.', 'Leave one of them out.')
  if (range?.end !== undefined && range.end < range.start)
    throw refused(
      `line_range.end must be >= line_range.start, but ${range.end} < ${range.start}.`,
      'Exchange the two, or leave end out to read to the end.',
    )
}

/** `undefined`: the whole text. A range may reach beyond the end; a line to look around must be there. */
export function selectLines(text: string, request: LineRequest): Selection | undefined {
  const { line_range: range, line_context: context } = request
  if (range) return selectionRangeOf(text, range)
  if (!context) return undefined
  const total = countLines(text)
  if (text === '' || context.line > total) throw noSuchLine(text === '' ? 1 : total)
  return context.include_block ? blockAround(text, context) : linesAround(text, context)
}

function selectionRangeOf(text: string, { start, end }: LineRange): Selection {
  const total = countLines(text)
  if (text === '' || start > total) {
    const there = text === '' ? 'it is empty' : `it has ${total} lines`
    return {
      content: '',
      from: start,
      to: start - 1,
      label: `Lines ${start}-${end ?? start} (beyond the end: ${there})`,
    }
  }
  const to = Math.min(end ?? total, total)
  return { ...cutLines(text, start, to), label: `Lines ${start}-${to}` }
}

function linesAround(text: string, { line, before, after }: LineContext): Selection {
  const from = Math.max(1, line - before)
  const to = Math.min(countLines(text), line + after)
  return { ...cutLines(text, from, to), label: `Lines ${from}-${to} (±${before}/${after} around line ${line})` }
}

function blockAround(text: string, context: LineContext): Selection {
  const { line } = context
  let at = 0
  let from = 1
  for (const { start, end } of blocksOf(text)) {
    from += countLines(text.slice(at, start)) - 1
    const to = from + countLines(text.slice(start, end)) - 1
    if (from <= line && line <= to)
      return { content: text.slice(start, end), from, to, label: `Block containing line ${line}` }
    at = end
    from = to
  }
  const around = linesAround(text, context)
  return { ...around, label: `${around.label}; Block containing line ${line}: none, it separates two blocks` }
}

const cutLines = (text: string, from: number, to: number) => ({
  content: splitLines(text)
    .slice(from - 1, to)
    .join('\n'),
  from,
  to,
})

const noSuchLine = (total: number): WukuError =>
  refused(`line_context.line must be between 1 and ${total}.`, 'Give an existing line, or use line_range.')

const refused = (reason: string, remedy: Text): WukuError => new WukuError('bad-input', reason, remedy)
