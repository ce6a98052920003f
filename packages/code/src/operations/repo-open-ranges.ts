import { z } from 'zod'
import { once } from '@wuku/core/once'
import { writeCitation } from '@wuku/core/citation'
import { budgetOf, citation, count } from '@wuku/kernel/base/operation-shapes'
import { numberLines } from '@wuku/text/markdown/line-index'
import { filePath, type WrittenRange, writtenRange } from '../symbols/requested-range.ts'
import { displayPath, projectOf } from '../code-project.ts'
import { openRanges, type OpenedRange, type Refused } from '../symbols/open-ranges.ts'
import { cutTexts, HEAD_TOKENS, tokensOf } from '../symbols/within-budget.ts'
import { projectPath } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

const range = z.union([filePath.describe('"src/a.ts:10-20", "src/a.ts", or a citation.'), writtenRange])

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
})
type Output = z.output<typeof output>
type Opened = z.output<typeof opened>

export const repoOpenRanges = defineRepoOperation({
  name: 'repo_open_ranges',
  title: 'Open ranges of files',
  description:
    'Read many ranges of many files at once, with line numbers, within one shared budget: lines, whole files, ' +
    'citations, or symbols by name. For one citation: open. Files that changed since they were indexed are read from disk.',
  input,
  output,
  aliases: { files: 'ranges', paths: 'ranges', context: 'context_lines' },
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
    const project = once(() => projectOf(request.project_path, engine))
    const rangesRequest = { ranges: written, project, contextLines: request.context_lines }
    const { opened: found, refused } = await openRanges(rangesRequest, engine)
    const [first] = found
    if (!first) throw refused[0]?.error
    const problems = refused.map(describeRefused)
    const ranges = describeRanges(found, request.budget - tokensOf(problems))
    return {
      projectPath: displayPath(first.project, caller),
      ranges,
      problems,
      omittedLines: ranges.reduce((sum, { omittedLines }) => sum + omittedLines, 0),
    }
  },
})

const describeRefused = ({ requested, error }: Refused): Output['problems'][number] => ({
  range: [requested.path, requested.symbol ?? requested.start_line].filter((part) => part !== undefined).join(':'),
  said: error.message,
  remedy: error.remedy,
})

function describeRanges(found: readonly OpenedRange[], budget: number): Opened[] {
  const frames = found.map((each) => describeRange(each))
  const texts = found.map(({ text, from }) => numberLines(text, from))
  const cut = cutTexts(texts, budget - HEAD_TOKENS - tokensOf(frames))
  return found.map((each, at) => describeRange(each, cut[at]))
}

function describeRange(each: OpenedRange, { text, omitted } = { text: '', omitted: 0 }): Opened {
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
