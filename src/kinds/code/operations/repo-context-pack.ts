import { z } from 'zod'
import { asJson } from '../../../engine/answer.ts'
import { defineOperation, type Operation } from '../../../engine/operation.ts'
import { count } from '../../../engine/operations/shapes.ts'
import type { ContextsOf } from '../graph/context.ts'
import { findFiles, type FoundFiles } from '../pack/find.ts'
import { surroundingsOf, type Surroundings } from '../pack/pack.ts'
import { answerRelated, relatedFile } from '../pack/related.ts'
import { relatedSnippet } from '../pack/related-snippets.ts'
import { codeResult, packResults, resultContext, snippetChars } from '../pack/results.ts'
import { goneNote } from '../gone.ts'
import { projectOf, toldPath } from '../project.ts'
import { adviceFor, headOf, searchKeys } from './repo-semantic-search.ts'
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
import { estimateTokens } from '../../../text/terms/tokens.ts'

const input = z.strictObject({
  query: query.describe('The task, in words.'),
  project_path: projectPath,
  max_results: whole(1, 30, 5).describe('Maximum number of primary files.'),
  max_snippet_chars: whole(1, 4_000, 800).describe('Maximum length of a snippet.'),
  max_context_chars: whole(1, 100_000, 8_000).describe('Maximum length of all primary snippets together.'),
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
  primaryResults: z.array(codeResult).describe('Best first.'),
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
      'Before you edit code: give the task in one sentence, get the files to change, what depends on them and the ' +
      'tests that cover them. One call replaces several searches. Not for a mere question (repo_semantic_search) or ' +
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
      const asked = {
        ...wanted,
        includeTests: wanted.include_tests,
        limit: wanted.max_results,
        snippetChars: snippetChars(wanted.response_mode, wanted.max_snippet_chars),
      }
      const found = await findFiles(asked, project, engine)
      const around = await surroundingsOf(found.files, surroundingsWanted(wanted), {
        project,
        engine,
        contexts: contextsOf(engine),
      })
      return withStats(pack(wanted, toldPath(project, caller), { found, around }))
    },
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

function pack(
  wanted: Input,
  toldAs: string,
  { found, around }: { readonly found: FoundFiles; readonly around: Surroundings },
): Omit<Output, 'responseStats'> {
  const room = roomFor(wanted)
  const { results, snippetBudget, tokens, omitted, spent } = packResults(found.files, {
    mode: wanted.response_mode,
    words: found.words,
    snippetChars: snippetChars(wanted.response_mode, wanted.max_snippet_chars),
    contextChars: wanted.max_context_chars,
    budget: room * shares.primary,
  })
  const tests = fitting(
    around.tests.map((test) => ({ ...test })),
    room * shares.tests,
  )
  const reading = fitting(around.paths, room * shares.paths)
  const all = around.related.map((each) => answerRelated(each, wanted.response_mode, around.used))
  const related = fitting(all, room - spent - tests.tokens - reading.tokens)
  const relatedTokens = fitting(
    around.snippets.map(({ snippet }) => snippet),
    Infinity,
  ).tokens
  const notes = [...found.notes, ...(found.gone === 0 ? goneNote(around.gone) : [])]
  return {
    ...headOf(wanted, toldAs, { resultCount: results.length, searched: found.searched }),
    primaryResults: results,
    relatedDepth: wanted.related_depth,
    relatedSeedCount: around.seeds,
    includeRelatedSnippets: wanted.include_related_snippets,
    relatedFiles: related.kept,
    relatedSnippets: [...around.snippets],
    tests: tests.kept,
    suggestedPaths: reading.kept,
    context: {
      maxContextChars: wanted.max_context_chars,
      usedContextChars: snippetBudget.used,
      estimatedTokens: tokens,
      truncatedResults: snippetBudget.truncated,
      omittedResults: omitted,
      hasMore: found.hasMore,
      primaryResultCount: results.length,
      relatedFileCount: related.kept.length,
      maxRelatedContextChars: wanted.max_related_context_chars,
      usedRelatedContextChars: around.snippetBudget.used,
      estimatedRelatedTokens: relatedTokens,
      estimatedTotalSnippetTokens: tokens + relatedTokens,
      relatedSnippetCount: around.snippets.length,
      truncatedRelatedSnippets: around.snippetBudget.truncated,
      omittedRelatedFiles: all.length - related.kept.length,
      omittedTests: around.tests.length - tests.kept.length,
      omittedPaths: around.paths.length - reading.kept.length,
    },
    ...(notes.length > 0 && { notes }),
    ...adviceFor(found.files),
  }
}

/** Tokens that everything but the lists below takes. */
const FRAME = 330
/** Maximum size of an answer with the usual limits; each file asked for beyond them adds its own. */
const USUAL = { compact: 1_950, paths_only: 1_200 }
const EACH_MORE = { result: 150, related: 110 }

/** At most, of what the lists may take together; what is left is for related files. */
const shares = { primary: 0.6, tests: 0.08, paths: 0.12 }

/** Tokens that the lists may take. */
function roomFor({ budget, response_mode: mode, max_results: results, max_related_files: files }: Input): number {
  const more = Math.max(0, results - 5) * EACH_MORE.result + Math.max(0, files - 6) * EACH_MORE.related
  const total = budget ?? (mode === 'snippets' ? Infinity : USUAL[mode] + more)
  return Math.max(0, total - FRAME)
}

/** The first items whose JSON stays within a budget of tokens. */
export function fitting<T>(items: readonly T[], budget: number): { readonly kept: T[]; readonly tokens: number } {
  const kept: T[] = []
  let tokens = 0
  for (const item of items) {
    const cost = estimateTokens(JSON.stringify(item)) + 1
    if (tokens + cost > budget) break
    kept.push(item)
    tokens += cost
  }
  return { kept, tokens }
}
