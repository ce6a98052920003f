import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import { limits } from '@wuku/core/limits'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import { budgetOf, citation, count } from '@wuku/kernel/base/operation-shapes'
import { excerpt } from '@wuku/text/show/excerpt'
import { notes, withNotes } from '../missing-files.ts'
import { projectOf, displayPath, folderWithin } from '../code-project.ts'
import { commandOf, type GrepTool, grepTools, matcherOf, patternKinds } from '../symbols/grep/candidates.ts'
import { type Suggestion, suggestPatterns } from '../symbols/grep/suggest.ts'
import { withinBudget } from '../symbols/within-budget.ts'
import { projectPath, under, integer, searchAliases } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

const input = z.strictObject({
  query: z.string().min(1).max(limits.queryChars).optional().describe('The task in words.'),
  symbol: z.string().min(1).max(500).optional().describe('Or a name, in any spelling.'),
  project_path: projectPath,
  under,
  tool: z.enum(grepTools).default('rg').describe('Program for which the commands are written.'),
  max_results: integer(1, 50, 10).describe('Maximum number of patterns.'),
  budget: budgetOf(2_000),
})

const suggestion = z.strictObject({
  pattern: z.string().describe('Spellings of one name are separated by " | ".'),
  kind: z.enum(patternKinds),
  lines: count.describe('Lines that match today.'),
  files: count,
  isLowerBound: z.boolean().optional().describe('true: there are at least this many.'),
  words: z.array(z.string()).describe('Words of the query it covers.'),
  command: z.string().describe('Run it in the root of the repository.'),
  path: z.string().describe('The file with the most matches, preferably a source file.'),
  startLine: count.describe('Its first matching line.'),
  endLine: count,
  text: z.string(),
  freshness: z.enum(['fresh', 're-read', 'stale', 'missing', 'unknown']),
  citation,
})

const output = z.strictObject({
  projectPath: z.string(),
  patterns: z.array(suggestion).describe('Best first.'),
  omitted: count.describe('Left out for the budget.'),
  notes,
})
type Shown = z.output<typeof suggestion>

export const repoGrepSuggest = defineRepoOperation({
  name: 'repo_grep_suggest',
  title: 'What to grep for',
  description:
    'The exact patterns worth a grep for a task in words or a name: identifiers in all their spellings, messages and ' +
    'words that occur in the code, each with the number of matching lines and a ready command.',
  input,
  output,
  aliases: { ...searchAliases, name: 'symbol', folder: 'under' },
  searchHint: 'grep ripgrep rg pattern exact string suggest search terms 正则 搜索 字符串',
  route: { method: 'GET', path: '/repos/patterns' },
  examples: [
    { label: 'For a task', input: { query: 'retry a payment when the gateway is busy' } },
    { label: 'For a name', input: { symbol: 'retry_when_busy', tool: 'grep' } },
  ],
  async run(request, { engine, caller }) {
    const query = [request.symbol, request.query].filter((part) => part !== undefined).join(' ')
    if (query === '') throw new WukuError('bad-input', msg('missingQuery'))
    const project = await projectOf(request.project_path, engine)
    const suggestRequest = { query, under: request.under, limit: request.max_results }
    const { suggestions, goneFiles } = await suggestPatterns(suggestRequest, { project, engine })
    const ages = await engine.search.freshness(suggestions.map(({ first }) => first.document))
    const folder = folderWithin(project, request.under) || undefined
    const telling = { source: project.source.name, tool: request.tool, folder, ages }
    const shownPatterns = suggestions.map((each) => describeSuggestion(each, telling))
    const patterns = [...withinBudget(shownPatterns, request.budget)]
    return {
      projectPath: displayPath(project, caller),
      patterns,
      omitted: shownPatterns.length - patterns.length,
      ...withNotes(goneFiles),
    }
  },
})

interface SuggestionContext {
  readonly source: string
  readonly tool: GrepTool
  readonly folder: string | undefined
  readonly ages: ReadonlyMap<DocumentId, Freshness>
}

const LINE_CHARS = 120

function describeSuggestion(found: Suggestion, { source, tool, folder, ages }: SuggestionContext): Shown {
  const { pattern, kind, lineCount, fileCount, isLowerBound, words, first } = found
  const { document, line, isReRead } = first
  const text = first.text.trim()
  const match = matcherOf(pattern).exec(text)
  const start = match?.index ?? 0
  const matched = [{ start, end: start + (match?.[0].length ?? 0), term: '', weight: 1 }]
  return {
    pattern: pattern.texts.join(' | '),
    kind,
    lines: lineCount,
    files: fileCount,
    ...(isLowerBound && { isLowerBound }),
    words: [...words],
    command: commandOf(pattern, { tool, folder }),
    path: document.path,
    startLine: line,
    endLine: line,
    text: excerpt(text, matched, LINE_CHARS),
    freshness: isReRead ? 're-read' : (ages.get(document.id) ?? 'unknown'),
    citation: writeCitation({ kind: 'code', source, path: document.path, lines: { from: line, to: line } }),
  }
}
