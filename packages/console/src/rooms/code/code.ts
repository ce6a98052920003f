import { api, ApiProblem, told, type Answer } from '../../api/client.ts'

export type SymbolsFound = Answer<'/api/v1/repos/symbols'>
export type FoundSymbol = SymbolsFound['symbols'][number]
export type References = Answer<'/api/v1/repos/references'>
export type Outline = Answer<'/api/v1/repos/outline'>['files'][number]
export type RelatedFiles = Answer<'/api/v1/repos/related'>
export type RepositoryMap = Answer<'/api/v1/repos/map'>
export type History = Answer<'/api/v1/repos/history'>
export type Commit = History['commits'][number]
export type RepositoryState = Answer<'/api/v1/repos/status'>

/** More than any page shows: the limits of the rows are the ones that count. */
const BUDGET = 60_000
const MOST_ROWS = 100

/** A name that nothing has is no failure: nobody is told more than that. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'not-found') return undefined
    throw error
  }
}

export const findSymbols = async (
  repository: string,
  name: string,
  signal: AbortSignal,
): Promise<SymbolsFound | null> =>
  (await orNothing(
    told(
      api.GET('/api/v1/repos/symbols', {
        params: { query: { project_path: repository, name, max_results: MOST_ROWS, budget: BUDGET } },
        signal,
      }),
    ),
  )) ?? null

export const findReferences = async (
  repository: string,
  name: string,
  signal: AbortSignal,
): Promise<References | null> =>
  (await orNothing(
    told(
      api.GET('/api/v1/repos/references', {
        params: { query: { project_path: repository, name, max_results: 500, budget: BUDGET } },
        signal,
      }),
    ),
  )) ?? null

export const outlineOf = async (
  repository: string,
  path: string,
  signal: AbortSignal,
): Promise<Outline | undefined> => {
  const query = { project_path: repository, path, budget: BUDGET }
  return (await told(api.GET('/api/v1/repos/outline', { params: { query }, signal }))).files[0]
}

export const relatedFiles = async (repository: string, path: string, signal: AbortSignal): Promise<RelatedFiles> =>
  told(
    api.GET('/api/v1/repos/related', {
      params: { query: { project_path: repository, path, max_results: MOST_ROWS, response_mode: 'full' } },
      signal,
    }),
  )

export const historyOf = async (
  repository: string,
  asked: { path?: string; start_line?: number; end_line?: number; query?: string },
  signal: AbortSignal,
): Promise<History> =>
  told(
    api.GET('/api/v1/repos/history', {
      params: { query: { project_path: repository, ...asked, max_results: 50, budget: BUDGET } },
      signal,
    }),
  )

export const mapOf = async (repository: string, under: string, signal: AbortSignal): Promise<RepositoryMap> => {
  const query = { project_path: repository, budget: 6_000, ...(under && { under }) }
  return told(api.GET('/api/v1/repos/map', { params: { query }, signal }))
}

export const stateOf = async (repository: string, signal: AbortSignal): Promise<RepositoryState> =>
  told(
    api.GET('/api/v1/repos/status', {
      params: { query: { project_path: repository, response_mode: 'full' } },
      signal,
    }),
  )
