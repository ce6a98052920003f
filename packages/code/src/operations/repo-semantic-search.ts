import { z } from 'zod'
import { count, text } from '@wuku/kernel/base/operation-shapes'
import { confidenceShape } from '@wuku/kernel/operations/describe-confidence'
import { answeringOf, findFiles, type FoundFile, type FoundFiles } from '../pack/find-files.ts'
import { briefCode } from '../pack/brief.ts'
import { codeResult, contextOf, packResults, resultContext, snippetChars } from '../pack/results.ts'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { outside } from '../across.ts'
import { projectsOf, displayPath } from '../code-project.ts'
import {
  paths,
  projectPath,
  query,
  responseMode,
  searchMode,
  integer,
  searchAliases,
  narrowing,
} from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

const input = z.strictObject({
  query,
  project_path: projectPath,
  max_results: integer(1, 50, 6).describe('Maximum number of files.'),
  max_snippet_chars: integer(1, 4_000, 800).describe('Maximum length of a snippet.'),
  max_context_chars: integer(1, 100_000, 8_000).describe('Maximum length of all snippets together.'),
  mode: searchMode,
  response_mode: responseMode,
  ...narrowing,
})

export const searchKeys = {
  query: z.string(),
  projectPath: z.string(),
  outside,
  mode: z.string().describe('As asked.'),
  effectiveMode: z.enum(['hybrid', 'semantic', 'keyword']).describe('As searched.'),
  rerankMode: z.literal('auto'),
  rerankApplied: z.boolean(),
  modelReranked: z.literal(true).optional().describe('Whether a model influenced the ranking.'),
  fallback: z
    .strictObject({ reason: z.literal('embedding_unavailable'), fromMode: z.string(), toMode: z.literal('keyword') })
    .optional(),
  resultCount: count,
  responseMode,
}

const output = z.strictObject({
  sure: confidenceShape,
  ...searchKeys,
  results: z.array(codeResult).describe('Best first.'),
  further: paths.optional().describe('The next files, as `path:12-40`.'),
  context: z.strictObject(resultContext),
  notes: z.array(text).optional(),
  recommendedNextActions: z.array(z.string()).optional(),
})

type Input = z.output<typeof input>

export const repoSemanticSearch = defineRepoOperation({
  name: 'repo_semantic_search',
  title: 'Search a repository',
  description:
    'Find code by what it does, in one repository: files with lines, symbol and a snippet. If you know the name, ' +
    'use find_symbol; if you are about to change something, repo_context_pack; across repositories and notes, ' +
    'recall.',
  repeats: true,
  input,
  output,
  aliases: { ...searchAliases, path: 'project_path', folder: 'under', lang: 'language', tests: 'include_tests' },
  searchHint: 'search find code repository function where semantic that which 搜索 代码 仓库 哪里',
  route: { method: 'GET', path: '/repos/search' },
  examples: [
    { label: 'By what the code does', input: { query: 'where are expired sessions removed' } },
    { label: 'Only paths and lines', input: { query: 'RetryPolicy', response_mode: 'paths_only', under: 'src/net' } },
  ],
  async run(request, { engine, caller }) {
    const asked = await projectsOf(request.project_path, engine)
    const chars = snippetChars(request.response_mode, request.max_snippet_chars)
    const { include_tests: includesTests, max_results: limit } = request
    const shape = { limit, further: furtherOf(request), snippetChars: chars, foldsTwins: true }
    const codeQuery = { ...request, ...shape, includeTests: includesTests }
    const found = await findFiles(codeQuery, asked.projects, engine)
    const { files, further, notes, searched } = found
    const answering = answeringOf(files, asked.projects)
    const packed = packResults(files, {
      mode: request.response_mode,
      words: found.words,
      snippetChars: chars,
      contextChars: request.max_context_chars,
      budget: request.budget,
    })
    return {
      sure: found.sure,
      ...headOf(request, answering.map((project) => displayPath(project, caller)).join(', '), {
        resultCount: packed.results.length,
        searched,
      }),
      ...(asked.outside !== undefined && { outside: asked.outside }),
      results:
        asked.outside === undefined
          ? packed.results
          : packed.results.map((each, at) => ({ ...each, citation: files[at]?.citation })),
      ...(further.length > 0 && { further: further.map(({ path, from, to }) => `${path}:${from}-${to}`) }),
      context: contextOf(packed, found.hasMore),
      ...(notes.length > 0 && { notes: [...notes] }),
      ...adviceFor(files),
    }
  },
  brief: briefCode,
})

/** Files of an answer, with those that are only named: a line each. */
const NAMED = 10

/** A caller that asks for fewer wants few, and a budget says how much may be shown. */
const FEW = 5

const furtherOf = ({ max_results: limit, budget }: Input): number =>
  budget !== undefined || limit < FEW ? 0 : Math.max(0, NAMED - limit)

export function headOf(
  { query: searchQuery, mode, response_mode: shape }: Pick<Input, 'query' | 'mode' | 'response_mode'>,
  repositoryPath: string,
  { resultCount, searched }: { readonly resultCount: number; readonly searched: FoundFiles['searched'] },
) {
  const effectiveMode = searched.mode === 'lexical' ? ('keyword' as const) : searched.mode
  return {
    query: echoOf(searchQuery),
    projectPath: repositoryPath,
    mode,
    effectiveMode,
    rerankMode: 'auto' as const,
    rerankApplied: true,
    ...(searched.reordered && { modelReranked: true as const }),
    ...(mode === 'hybrid' &&
      effectiveMode === 'keyword' && {
        fallback: { reason: 'embedding_unavailable' as const, fromMode: mode, toMode: effectiveMode },
      }),
    resultCount,
    responseMode: shape,
  }
}

/** Longer than a question: its beginning is enough to know it by. */
const LONGEST_ECHO = 300

export const echoOf = (searchQuery: string): string =>
  searchQuery.length <= LONGEST_ECHO
    ? searchQuery
    : `${searchQuery.slice(0, graphemeBorder(searchQuery, LONGEST_ECHO))}…`

/** Advice for an answer that is empty or old. */
export function adviceFor(files: readonly FoundFile[]): { recommendedNextActions?: string[] } {
  if (files.length === 0)
    return {
      recommendedNextActions: [
        'Use other words or a name, or grep for an exact string.',
        'If the code is new, call repo_reindex with dry_run false.',
      ],
    }
  return files.some(({ freshness }) => freshness === 'stale')
    ? { recommendedNextActions: ['Files changed since: call repo_reindex with dry_run false.'] }
    : {}
}
