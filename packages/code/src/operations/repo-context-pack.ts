import { z } from 'zod'
import { count, integerBetween, text as message } from '@wuku/kernel/base/operation-shapes'
import type { Engine } from '@wuku/kernel/base/engine'
import { fillResults } from '../pack/fill.ts'
import { answeringOf, findFiles, type FoundFiles, type FurtherFile, lineOf } from '../pack/find-files.ts'
import { passagesOf, type RatedPassage } from '../pack/pack-passages.ts'
import { relatedContextOf, type RelatedContext } from '../pack/related-context.ts'
import { answerRelated, relatedFile } from '../pack/related.ts'
import { issuesOf, refsIn } from '@wuku/kernel/connected-issues'
import { issueLine } from '../history/describe-commit.ts'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { briefPack } from '../pack/brief.ts'
import { briefAnswer } from '@wuku/kernel/brief-answer'
import { charsFor, filesFor, fitting, furtherFor, isFilled, sharesOf, totalFor } from '../pack/token-budget.ts'
import { tokensOf } from '../symbols/within-budget.ts'
import { relatedSnippet } from '../pack/related-snippets.ts'
import type { PackedResults } from '../pack/results.ts'
import { codeResult, contextOf, furtherFile, packResults, resultContext, snippetChars } from '../pack/results.ts'
import { goneNote } from '../missing-files.ts'
import { projectsOf, displayPath, type Project } from '../code-project.ts'
import { adviceFor, headOf, searchKeys } from './repo-semantic-search.ts'
import {
  paths,
  projectPath,
  query,
  responseMode,
  searchMode,
  integer,
  withStats,
  searchAliases,
  narrowing,
} from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

const input = z.strictObject({
  query: query.describe('The task: a sentence, an issue, a stack trace.'),
  project_path: projectPath,
  max_results: integerBetween(1, 30)
    .optional()
    .describe('Maximum number of primary files. Default: by budget, 10 of 4,000.'),
  max_snippet_chars: integer(1, 4_000, 800).describe('Maximum length of a snippet, without a budget.'),
  max_context_chars: integerBetween(1, 100_000)
    .optional()
    .describe('Maximum length of all primary snippets together. Default: what the budget holds.'),
  mode: searchMode,
  response_mode: responseMode,
  max_seed_files: integer(1, 10, 3).describe('Primary files whose links are followed.'),
  max_related_files: integer(0, 30, 6).describe('Maximum number of related files, in addition to the primary ones.'),
  max_related_items: integer(1, 50, 5).describe('Links followed from each file.'),
  include_related_snippets: z.boolean().default(false).describe('Include declarations of related files.'),
  max_related_snippets_per_file: integer(1, 5, 1).describe('Maximum number of snippets per related file.'),
  max_related_snippet_chars: integer(1, 2_000, 400).describe('Maximum length of a related snippet.'),
  max_related_context_chars: integer(0, 50_000, 2_500).describe('Maximum length of all related snippets together.'),
  related_depth: integer(0, 3, 1).describe('Steps to follow along imports and importers.'),
  ...narrowing,
})

const output = z.strictObject({
  ...searchKeys,
  primaryResults: z.array(codeResult.omit({ twins: true })).describe('Best first.'),
  further: z.array(furtherFile).optional().describe('The next files, each with the line that begins its best passage.'),
  relatedDepth: count,
  relatedSeedCount: count,
  includeRelatedSnippets: z.boolean(),
  relatedFiles: z.array(relatedFile),
  relatedSnippets: z.array(relatedSnippet),
  tests: z.array(z.strictObject({ path: z.string(), covers: z.string() })).describe('Tests of the primary files.'),
  suggestedPaths: paths.describe('Lines to read, in this order.'),
  context: z.strictObject({
    ...resultContext,
    primaryResultCount: count,
    relatedFileCount: count,
    maxRelatedContextChars: count,
    usedRelatedContextChars: count,
    estimatedRelatedTokens: count,
    estimatedTotalSnippetTokens: count,
    relatedSnippetCount: count,
    truncatedRelatedSnippets: count,
    omittedRelatedFiles: count.describe('Left out for the token budget.'),
    omittedTests: count,
    omittedPaths: count,
  }),
  notes: z.array(message).optional(),
  recommendedNextActions: z.array(z.string()).optional(),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const repoContextPack = defineRepoOperation({
  name: 'repo_context_pack',
  title: 'Context for a task',
  description:
    'Before you edit code: give the task, get the code to change, what depends on it and the tests that cover it, as ' +
    'much as the budget holds. One call replaces several searches. Not for a mere question (repo_semantic_search) or ' +
    'one known name (find_symbol).',
  input,
  output,
  aliases: { ...searchAliases, task: 'query', path: 'project_path', folder: 'under', depth: 'related_depth' },
  searchHint: 'context pack task edit start related files tests code 上下文 任务 代码',
  route: { method: 'GET', path: '/repos/context' },
  examples: [
    { label: 'A task', input: { query: 'retry a charge when the bank is busy' } },
    { label: 'Only paths', input: { query: 'session expiry', response_mode: 'paths_only' } },
  ],
  async run(request, { engine, caller, isBrief }) {
    const { project, outside: asked } = await oneProject(request, engine)
    const total = totalFor(request)
    const codeQuery = {
      ...request,
      includeTests: request.include_tests,
      limit: filesFor(request, total),
      further: furtherFor(request, total),
      snippetChars: snippetChars(request.response_mode, request.max_snippet_chars),
    }
    const found = await findFiles(codeQuery, [project], engine)
    const refs = refsIn(request.query)
    const issues = refs.length === 0 ? new Map() : await engine.read((view) => issuesOf(refs, project.source, view))
    const [around, passages] = await Promise.all([
      relatedContextOf(found.files, contextLimits(request), { project, engine }),
      isFilled(request, total) ? passagesNeeded(found, { project, engine, total }) : [],
    ])
    const answerWithin = (capacity: number): Output => {
      const packed = pack(request, displayPath(project, caller), { found, around, passages, total, capacity })
      const notes = [...[...issues.values()].map(issueLine), ...(packed.notes ?? [])]
      return { ...packed, ...(notes.length > 0 && { notes }), ...(asked !== undefined && { outside: asked }) }
    }
    const costOf = (answer: Output): number => {
      if (!isBrief) return tokensOf(withStats(answer))
      const { plainText = '', ...facts } = briefAnswer({ brief: briefPack }, answer, request)
      return estimateTokens(String(plainText)) + tokensOf(facts)
    }
    return largestWithin(total, { answerWithin, costOf })
  },
  brief: briefPack,
})

/** Halvings after which an answer is within half a hundredth of its budget. */
const HALVINGS = 9

/** The largest answer that costs no more than all of the budget; if none does, the smallest. */
function largestWithin(
  total: number,
  { answerWithin, costOf }: { answerWithin(capacity: number): Output; costOf(answer: Output): number },
): Output {
  // Capacities are estimates by JSON, which takes more room than plain text.
  let best = answerWithin(2 * total)
  if (costOf(best) <= total) return best
  best = answerWithin(0)
  for (let [low, high, at] = [0, 2 * total, 0]; at < HALVINGS; at++) {
    const middle = (low + high) / 2
    const answer = answerWithin(middle)
    const fits = costOf(answer) <= total
    if (fits) [best, low] = [answer, middle]
    else high = middle
  }
  return best
}

/** Files by which repositories are compared. */
const COMPARED = 5

/** A task is done in one repository: from outside of all, in the one whose file answers best. */
async function oneProject(request: Input, engine: Engine): Promise<{ project: Project; outside?: string }> {
  const { projects, outside: asked } = await projectsOf(request.project_path, engine)
  if (asked === undefined) return { project: projects[0] }
  const codeQuery = { ...request, includeTests: request.include_tests, limit: COMPARED, snippetChars: 1 }
  const { files } = await findFiles(codeQuery, projects, engine)
  const [project = projects[0], ...others] = answeringOf(files, projects)
  const also = others.map(({ source }) => source.name).join(', ')
  return { project, outside: `${asked} Best: ${project.source.name}${also === '' ? '' : `, then ${also}`}.` }
}

const contextLimits = (request: Input) => ({
  seedFiles: request.max_seed_files,
  files: request.max_related_files,
  items: request.max_related_items,
  depth: request.related_depth,
  ...(request.include_related_snippets && {
    snippets: {
      perFile: request.max_related_snippets_per_file,
      chars: request.max_related_snippet_chars,
      contextChars: request.max_related_context_chars,
    },
  }),
})

/** Passages whose text is read are about twice those that fit. */
const passagesNeeded = (
  { files, question }: FoundFiles,
  { project, engine, total }: { project: Project; engine: Engine; total: number },
) =>
  engine.read((view) =>
    passagesOf(view, {
      question,
      source: project.source.id,
      files: files.map(({ document: { id }, score, named }) => ({ document: id, score, ...(named && { named }) })),
      maximum: Math.ceil(total / PASSAGE),
    }),
  )

/** Tokens of a small passage. */
const PASSAGE = 80

interface Packing {
  readonly found: FoundFiles
  readonly around: RelatedContext
  readonly passages: readonly RatedPassage[]
  readonly total: number
  /** Tokens of its lists, as they are estimated. */
  readonly capacity: number
}

function pack(request: Input, repositoryPath: string, { found, around, passages, total, capacity }: Packing): Output {
  const shares = sharesOf(request, total)
  const isCode = isFilled(request, total)
  const relatedAnswers = around.related.map((each) => answerRelated(each, request.response_mode, around.used))
  const tests = fitting(around.tests, capacity * shares.tests)
  const isShown = (path: string): boolean => isCode && found.files.some(({ document }) => document.path === path)
  const reading = fitting(
    around.paths.filter((path) => !isShown(path)),
    capacity * shares.paths,
  )
  const suggested = around.paths.filter((path) => isShown(path) || reading.retained.includes(path))
  const further = fitting(found.further.map(toFurther), capacity * shares.further)
  const snippets = fitting(around.snippets, Infinity)
  const left = capacity - tests.tokens - reading.tokens - snippets.tokens - further.tokens
  const primaryBudget = left * (1 - shares.related)
  const primary = primaryOf(request, found, { passages, total, capacity: primaryBudget })
  const related = fitting(
    relatedAnswers,
    primary.spent < primaryBudget * NEARLY_ALL ? left - primary.spent : left - primaryBudget,
  )
  const notes = [...found.notes, ...(found.gone === 0 ? goneNote(around.gone) : [])]
  return {
    ...headOf(request, repositoryPath, { resultCount: primary.results.length, searched: found.searched }),
    primaryResults: primary.results,
    ...(further.retained.length > 0 && { further: further.retained }),
    relatedDepth: request.related_depth,
    relatedSeedCount: around.seeds,
    includeRelatedSnippets: request.include_related_snippets,
    relatedFiles: related.retained,
    relatedSnippets: snippets.retained,
    tests: tests.retained,
    suggestedPaths: suggested,
    context: {
      ...contextOf(primary, found.hasMore),
      primaryResultCount: primary.results.length,
      maxRelatedContextChars: request.max_related_context_chars,
      relatedFileCount: related.retained.length,
      usedRelatedContextChars: around.snippetBudget.used,
      estimatedRelatedTokens: snippets.tokens,
      estimatedTotalSnippetTokens: primary.tokens + snippets.tokens,
      relatedSnippetCount: around.snippets.length,
      truncatedRelatedSnippets: around.snippetBudget.truncated,
      omittedRelatedFiles: relatedAnswers.length - related.retained.length,
      omittedTests: around.tests.length - tests.retained.length,
      omittedPaths: around.paths.length - suggested.length,
    },
    ...(notes.length > 0 && { notes }),
    ...adviceFor(found.files),
  }
}

function toFurther(file: FurtherFile) {
  const { line, text } = lineOf(file)
  return { path: file.path, startLine: line, snippet: text }
}

/** Less of their room is spent by the best files where there is no more to show of them. */
const NEARLY_ALL = 0.85

interface Primary extends Pick<Packing, 'passages' | 'total'> {
  readonly capacity: number
}

function primaryOf(request: Input, found: FoundFiles, { passages, total, capacity }: Primary): PackedResults {
  const contextChars = charsFor(request, total)
  if (isFilled(request, total)) return fillResults(found.files, passages, { budget: capacity, contextChars })
  return packResults(found.files, {
    mode: request.response_mode,
    words: found.words,
    snippetChars: snippetChars(request.response_mode, request.max_snippet_chars),
    contextChars,
    budget: capacity,
  })
}
