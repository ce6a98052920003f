import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { budgetOf, citation, count } from '@wuku/kernel/base/operation-shapes'
import { numberLines } from '@wuku/text/markdown/line-index'
import type { ContextsOf } from '../graph/code-context.ts'
import type { WrittenRange } from '../symbols/requested-range.ts'
import { displayPath } from '../code-project.ts'
import { openRanges, type OpenedRange, type Refused } from '../symbols/open-ranges.ts'
import { cutLines, HEAD_TOKENS, shareOut, tokensOf } from '../symbols/within-budget.ts'
import { projectAliases, projectPath, responseStats, withStats } from '../repo-shapes.ts'

const path = z.string().min(1).max(8_192)
const line = z.int().min(1).max(100_000_000)

const range = z.union([
  path.describe('"src/a.ts:10-20", "src/a.ts", or a citation.'),
  z.strictObject({
    path,
    start_line: line.optional(),
    end_line: line.optional().describe('Default: to the end of the file.'),
    symbol: z.string().min(1).max(500).optional().describe('Instead of lines: `Cart.addItem`.'),
  }),
])

const input = z.strictObject({
  ranges: z.array(range).min(1).max(50).describe('Up to 50, from any files.'),
  project_path: projectPath,
  context_lines: z.int().min(0).max(50).default(0).describe('Lines to add on both sides of each range.'),
  budget: budgetOf(4_000),
})

const opened = z.strictObject({
  path: z.string(),
  startLine: count,
  endLine: count,
  totalLines: count.describe('Lines of the file.'),
  symbol: z
    .string()
    .nullable()
    .describe('Symbol that contains the range; null between symbols, or if the lines may have moved.'),
  text: z.string().describe('Lines as `12: text`.'),
  omittedLines: count.describe('Lines left out at the end for the budget; endLine is the last line shown.'),
  freshness: z
    .enum(['fresh', 're-read', 'stale', 'missing', 'unknown'])
    .describe('re-read: the file changed since it was indexed, and these are its current lines.'),
  citation,
})

const output = z.strictObject({
  projectPath: z.string(),
  ranges: z.array(opened).describe('Ranges that overlap or touch are merged.'),
  problems: z.array(z.strictObject({ range: z.string(), said: z.string(), remedy: z.string() })),
  omittedLines: count.describe('Of all ranges together.'),
  responseStats,
})
type Output = z.output<typeof output>
type Opened = z.output<typeof opened>

export const createRepoOpenRanges = (contextsOf: ContextsOf): Operation =>
  defineOperation({
    name: 'repo_open_ranges',
    group: 'code',
    title: 'Open ranges of files',
    description:
      'Read many ranges of many files at once, with line numbers, within one shared budget: lines, whole files, ' +
      'citations, or symbols by name. For one citation: open. Files that changed since they were indexed are read from disk.',
    effect: 'read',
    input,
    output,
    aliases: { ...projectAliases, files: 'ranges', paths: 'ranges', context: 'context_lines' },
    searchHint: 'open read ranges lines of files many at once view code 打开 读取 行',
    route: { method: 'POST', path: '/repos/ranges' },
    examples: [
      {
        label: 'Two places with some lines around',
        input: { ranges: ['src/cart.ts:10-30', 'src/money.ts:5'], context_lines: 3 },
      },
      { label: 'A method by its name', input: { ranges: [{ path: 'src/cart.ts', symbol: 'Cart.addItem' }] } },
    ],
    async run(request, { engine, caller }) {
      const written = request.ranges.map((each): WrittenRange => (typeof each === 'string' ? { path: each } : each))
      const rangesRequest = { ranges: written, projectPath: request.project_path, contextLines: request.context_lines }
      const { opened: found, refused } = await openRanges(rangesRequest, engine, contextsOf(engine))
      const [first] = found
      if (!first) throw refused[0]?.error
      const problems = refused.map(describeRefused)
      const ranges = describeRanges(found, request.budget - tokensOf(problems))
      return withStats({
        projectPath: displayPath(first.project, caller),
        ranges,
        problems,
        omittedLines: ranges.reduce((sum, { omittedLines }) => sum + omittedLines, 0),
      })
    },
  })

const describeRefused = ({ requested, error }: Refused): Output['problems'][number] => ({
  range: [requested.path, requested.symbol ?? requested.start_line].filter((part) => part !== undefined).join(':'),
  said: error.message,
  remedy: error.remedy,
})

/** Short ranges whole; the long ones share what is left. */
function describeRanges(found: readonly OpenedRange[], budget: number): Opened[] {
  const frames = found.map((each) => describeRange(each, { text: '', omitted: 0 }))
  const texts = found.map(({ text, from }) => numberLines(text, from))
  const shares = shareOut(texts.map(tokensOf), budget - HEAD_TOKENS - tokensOf(frames))
  return found.map((each, at) => describeRange(each, cutLines(texts[at] ?? '', shares[at] ?? 0)))
}

function describeRange(
  each: OpenedRange,
  { text, omitted }: { readonly text: string; readonly omitted: number },
): Opened {
  const { project, path: file, from, to, totalLines, symbol, freshness } = each
  const last = Math.max(from, to - omitted)
  return {
    path: file,
    startLine: from,
    endLine: last,
    totalLines,
    symbol,
    text,
    omittedLines: omitted,
    freshness,
    citation: writeCitation({ kind: 'code', source: project.source.name, path: file, lines: { from, to: last } }),
  }
}
