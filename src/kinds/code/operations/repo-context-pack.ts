import { z } from 'zod'
import { asJson } from '../../../engine/answer.ts'
import { defineOperation, type Operation } from '../../../engine/operation.ts'
import { count } from '../../../engine/operations/shapes.ts'
import type { ContextsOf } from '../graph/context.ts'
import type { Engine } from '../../../engine/engine.ts'
import { fillResults } from '../pack/fill.ts'
import { findFiles, type FoundFiles, type FurtherFile, lineOf } from '../pack/find.ts'
import { passagesOf, type RatedPassage } from '../pack/passages.ts'
import { surroundingsOf, type Surroundings } from '../pack/pack.ts'
import { answerRelated, relatedFile } from '../pack/related.ts'
import { briefPack } from '../pack/brief.ts'
import {
  charsFor,
  filesFor,
  fitting,
  frames,
  furtherFor,
  isFilled,
  sharesOf,
  tokensOf,
  totalFor,
} from '../pack/token-budget.ts'
import { relatedSnippet } from '../pack/related-snippets.ts'
import {
  codeResult,
  furtherFile,
  packResults,
  resultContext,
  snippetChars,
  type PackedResults,
} from '../pack/results.ts'
import { goneNote } from '../gone.ts'
import { projectOf, toldPath, type Project } from '../project.ts'
import { adviceFor, echoOf, headOf, searchKeys } from './repo-semantic-search.ts'
import {
  includeTests,
  language,
  limitAliases,
  paths,
  projectAliases,
  projectPath,
  query,
  queryAliases,
  responseMode,
  responseStats,
  searchMode,
  tokenBudget,
  under,
  whole,
  withStats,
} from './shapes.ts'

const input = z.strictObject({
  query: query.describe('The task: a sentence, an issue, a stack trace.'),
  project_path: projectPath,
  max_results: z
    .int()
    .min(1)
    .max(30)
    .optional()
    .describe('Maximum number of primary files. Default: by budget, 10 of 4,000.'),
  max_snippet_chars: whole(1, 4_000, 800).describe('Maximum length of a snippet, without a budget.'),
  max_context_chars: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('Maximum length of all primary snippets together. Default: what the budget holds.'),
  mode: searchMode,
  response_mode: responseMode,
  max_seed_files: whole(1, 10, 3).describe('Primary files whose links are followed.'),
  max_related_files: whole(0, 30, 6).describe('Maximum number of related files, in addition to the primary ones.'),
  max_related_items: whole(1, 50, 5).describe('Links followed from each file.'),
  include_related_snippets: z.boolean().default(false).describe('Include declarations of related files.'),
  max_related_snippets_per_file: whole(1, 5, 1).describe('Maximum number of snippets per related file.'),
  max_related_snippet_chars: whole(1, 2_000, 400).describe('Maximum length of a related snippet.'),
  max_related_context_chars: whole(0, 50_000, 2_500).describe('Maximum length of all related snippets together.'),
  related_depth: whole(0, 3, 1).describe('Steps to follow along imports and importers.'),
  under,
  language,
  include_tests: includeTests,
  budget: tokenBudget,
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
  notes: z.array(z.string()).optional(),
  recommendedNextActions: z.array(z.string()).optional(),
  responseStats,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const createRepoContextPack = (contextsOf: ContextsOf): Operation =>
  defineOperation<Input, Output>({
    name: 'repo_context_pack',
    group: 'code',
    title: 'Context for a task',
    description:
      'Before you edit code: give the task, get the code to change, what depends on it and the tests that cover it, as ' +
      'much as the budget holds. One call replaces several searches. Not for a mere question (repo_semantic_search) or ' +
      'one known name (find_symbol).',
    effect: 'read',
    input,
    output,
    aliases: {
      ...projectAliases,
      ...queryAliases,
      ...limitAliases,
      task: 'query',
      path: 'project_path',
      folder: 'under',
      depth: 'related_depth',
    },
    searchHint: 'context pack task edit start related files tests code 上下文 任务 代码',
    route: { method: 'GET', path: '/repos/context' },
    examples: [
      { says: 'A task', input: { query: 'retry a charge when the bank is busy' } },
      { says: 'Only paths', input: { query: 'session expiry', response_mode: 'paths_only' } },
    ],
    async run(wanted, { engine, caller }) {
      const project = await projectOf(wanted.project_path, engine)
      const total = totalFor(wanted)
      const asked = {
        ...wanted,
        includeTests: wanted.include_tests,
        limit: filesFor(wanted, total),
        further: furtherFor(wanted, total),
        snippetChars: snippetChars(wanted.response_mode, wanted.max_snippet_chars),
      }
      const found = await findFiles(asked, project, engine)
      const [around, passages] = await Promise.all([
        surroundingsOf(found.files, surroundingsWanted(wanted), { project, engine, contexts: contextsOf(engine) }),
        isFilled(wanted, total) ? passagesNeeded(found, { project, engine, total }) : [],
      ])
      return withStats(pack(wanted, toldPath(project, caller), { found, around, passages, total }))
    },
    brief: briefPack,
    render: asJson,
  })

const surroundingsWanted = (wanted: Input) => ({
  seedFiles: wanted.max_seed_files,
  files: wanted.max_related_files,
  items: wanted.max_related_items,
  depth: wanted.related_depth,
  ...(wanted.include_related_snippets && {
    snippets: {
      perFile: wanted.max_related_snippets_per_file,
      chars: wanted.max_related_snippet_chars,
      contextChars: wanted.max_related_context_chars,
    },
  }),
})

/** Passages whose text is read are about twice those that fit. */
const passagesNeeded = ({ files, question }: FoundFiles, { project, engine, total }: Needing) =>
  engine.read((view) =>
    passagesOf(view, {
      question,
      source: project.source.id,
      files: files.map(({ document: { id }, score }) => ({ document: id, score })),
      most: Math.ceil(total / PASSAGE),
    }),
  )

interface Needing {
  readonly project: Project
  readonly engine: Engine
  readonly total: number
}

/** Tokens of a small passage. */
const PASSAGE = 110

interface Packing {
  readonly found: FoundFiles
  readonly around: Surroundings
  readonly passages: readonly RatedPassage[]
  /** Tokens of the answer. */
  readonly total: number
}

function pack(
  wanted: Input,
  toldAs: string,
  { found, around, passages, total }: Packing,
): Omit<Output, 'responseStats'> {
  const shares = sharesOf(wanted, total)
  const isCode = isFilled(wanted, total)
  const frame = isCode ? frames.brief : frames.whole + tokensOf(echoOf(wanted.query))
  const room = Math.max(0, total - frame)
  const told = around.related.map((each) => answerRelated(each, wanted.response_mode, around.used))
  const tests = fitting(around.tests, room * shares.tests)
  const isShown = (path: string): boolean => isCode && found.files.some(({ document }) => document.path === path)
  const reading = fitting(
    around.paths.filter((path) => !isShown(path)),
    room * shares.paths,
  )
  const suggested = around.paths.filter((path) => isShown(path) || reading.kept.includes(path))
  const further = fitting(found.further.map(toFurther), room * shares.further)
  const snippets = fitting(around.snippets, Infinity)
  const left = room - tests.tokens - reading.tokens - snippets.tokens - further.tokens
  const most = left * (1 - shares.related)
  const primary = primaryOf(wanted, found, { passages, total, room: most })
  const related = fitting(told, primary.spent < most * NEARLY_ALL ? left - primary.spent : left - most)
  const notes = [...found.notes, ...(found.gone === 0 ? goneNote(around.gone) : [])]
  return {
    ...headOf(wanted, toldAs, { resultCount: primary.results.length, searched: found.searched }),
    primaryResults: primary.results,
    ...(further.kept.length > 0 && { further: further.kept }),
    relatedDepth: wanted.related_depth,
    relatedSeedCount: around.seeds,
    includeRelatedSnippets: wanted.include_related_snippets,
    relatedFiles: related.kept,
    relatedSnippets: snippets.kept,
    tests: tests.kept,
    suggestedPaths: suggested,
    context: {
      ...countsOf(primary, wanted),
      hasMore: found.hasMore,
      relatedFileCount: related.kept.length,
      usedRelatedContextChars: around.snippetBudget.used,
      estimatedRelatedTokens: snippets.tokens,
      estimatedTotalSnippetTokens: primary.tokens + snippets.tokens,
      relatedSnippetCount: around.snippets.length,
      truncatedRelatedSnippets: around.snippetBudget.truncated,
      omittedRelatedFiles: told.length - related.kept.length,
      omittedTests: around.tests.length - tests.kept.length,
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
  /** Tokens for them. */
  readonly room: number
}

function primaryOf(wanted: Input, found: FoundFiles, { passages, total, room }: Primary): PackedResults {
  const contextChars = charsFor(wanted, total)
  if (isFilled(wanted, total)) return fillResults(found.files, passages, { budget: room, contextChars })
  return packResults(found.files, {
    mode: wanted.response_mode,
    words: found.words,
    snippetChars: snippetChars(wanted.response_mode, wanted.max_snippet_chars),
    contextChars,
    budget: room,
  })
}

const countsOf = ({ results, snippetBudget, tokens, omitted }: PackedResults, wanted: Input) => ({
  maxContextChars: snippetBudget.most,
  usedContextChars: snippetBudget.used,
  estimatedTokens: tokens,
  truncatedResults: snippetBudget.truncated,
  omittedResults: omitted,
  primaryResultCount: results.length,
  maxRelatedContextChars: wanted.max_related_context_chars,
})
