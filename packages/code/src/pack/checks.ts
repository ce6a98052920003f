import { isWukuError } from '@wuku/core/errors'
import { placeFor } from '@wuku/kernel/base/access'
import type { Caller } from '@wuku/kernel/base/caller'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { counted } from '@wuku/kernel/base/counted'
import { unpackOutline } from '../outline.ts'
import { displayPath, type Place } from '../code-project.ts'
import { freshnessOf } from './freshness.ts'
import { remarkOnMade } from './source-counts.ts'

export interface Check {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'error'
  readonly summary: string
  readonly remedy?: string
}

type CheckContext = Pick<OperationContext, 'engine' | 'caller' | 'signal'>

/** In the order in which one rests on the other. */
export async function checkRepository(place: Place, context: CheckContext): Promise<readonly Check[]> {
  const { engine, caller } = context
  return [
    ok('node_runtime', `Node ${process.versions.node} on ${process.platform}-${process.arch}`),
    await attempt('native_modules', () => checkParsers(engine), 'Reinstall wuku: its grammars are damaged.'),
    checkPath(place, caller),
    await checkEnvironment(engine),
    await attempt('git', () => checkGit(place, context), 'Install git, or do without repo_history.'),
    await attempt('index', () => checkIndex(place, context), 'Call repo_reindex with dry_run false.'),
    ...(await checkPages(place, engine)),
    await checkEmbeddings(place, engine),
  ]
}

const ok = (name: string, summary: string): Check => ({ name, status: 'ok', summary })
const warn = (name: string, summary: string, remedy: string): Check => ({ name, status: 'warn', summary, remedy })

/** A check that cannot be made is an error of what it checks, and none of the others. */
async function attempt(name: string, check: () => Promise<Check>, remedy: string): Promise<Check> {
  try {
    return await check()
  } catch (error) {
    const summary = error instanceof Error ? error.message : String(error)
    return { name, status: 'error', summary, remedy: isWukuError(error) ? error.remedy : remedy }
  }
}

/** Parses a line, as an index run would. */
async function checkParsers({ kinds }: Engine): Promise<Check> {
  const reader = await kinds.find(({ kind }) => kind === 'code')?.reader()
  await reader?.prepare?.(['sample.ts'])
  const bytes = Buffer.from('export function sample() {}\n')
  const [document] = reader?.parse({ path: 'sample.ts', stamp: '', modifiedAt: 0, bytes }).items ?? []
  const outline = document && unpackOutline(reader?.outline?.(document))
  if (outline?.symbols[0]?.name !== 'sample') throw new Error('The parser found nothing in a line of TypeScript.')
  return ok('native_modules', 'SQLite works and the grammars load.')
}

const checkPath = (place: Place, caller: Caller): Check =>
  place.source
    ? ok('project_path', `${displayPath(place, caller)}, registered as code/${place.source.name}`)
    : warn(
        'project_path',
        `${displayPath(place, caller)} is not registered yet.`,
        'Call repo_reindex with dry_run false.',
      )

async function checkEnvironment(engine: Engine): Promise<Check> {
  const workspace = await engine.workspace.folder()
  return ok('environment', workspace === undefined ? 'No workspace: give project_path.' : `Workspace: ${workspace}`)
}

async function checkGit({ source }: Place, { engine, caller }: CheckContext): Promise<Check> {
  if (!source) return ok('git', 'Checked once the folder is registered.')
  const found = await (await engine.files.historyOf(source)).repository()
  if ('why' in found) return warn('git', found.why, found.remedy ?? 'Everything except repo_history works without it.')
  const branch = found.branch ?? 'no branch'
  return ok(
    'git',
    `${[placeFor(found.top, caller), branch].filter(Boolean).join(', ')}${found.isShallow ? ', shallow: its history is incomplete' : ''}`,
  )
}

async function checkIndex({ source }: Place, { engine, signal }: CheckContext): Promise<Check> {
  const remedy = 'Call repo_reindex with dry_run false.'
  if (!source) return warn('index', 'None yet.', remedy)
  const { status, staleFiles, newCommits } = freshnessOf(await engine.index.compare(source, signal))
  const facts = await engine.read((view) => view.sources.facts())
  const indexed = facts.find((each) => each.source.id === source.id)?.documents ?? 0
  if (indexed === 0) return warn('index', 'Nothing is indexed.', remedy)
  if (status === 'fresh') return ok('index', `${counted(indexed, 'document')}, fresh`)
  const what = staleFiles > 0 ? `${counted(staleFiles, 'file')} changed since` : 'There are new commits'
  return warn('index', `${what}${newCommits && staleFiles > 0 ? ', and there are new commits' : ''}.`, remedy)
}

const checkPages = async ({ source }: Place, engine: Engine): Promise<readonly Check[]> =>
  (source ? await remarkOnMade(source, engine) : []).map(({ path, said: message, remedy }) =>
    warn('generated_pages', `${path}: ${message}`, String(remedy)),
  )

/** Nobody is asked: whether the model answers is what a probe is for. */
async function checkEmbeddings({ source }: Place, engine: Engine): Promise<Check> {
  const fallbackNote = 'Searches use words, names and structure.'
  try {
    const { provider, model, hasApiKey, isLocal } = engine.models.embedder().describe()
    const sets = await engine.read(({ vectors }) => vectors.embeddingSets())
    const active = sets.find(({ isActive }) => isActive)
    const key = isLocal ? 'on this machine' : hasApiKey ? 'with a key' : 'without a key'
    const named = `${provider} ${model}, ${key}`
    if (!active || !source) return ok('embeddings', `${named}; there are no vectors yet. ${fallbackNote}`)
    const { chunks } = await engine.read(({ vectors }) =>
      vectors.unembeddedSize({ set: active.id, sources: [source.id] }),
    )
    if (chunks === 0) return ok('embeddings', `${named}; every chunk has a vector.`)
    return warn('embeddings', `${named}; ${counted(chunks, 'chunk')} without a vector.`, 'Run "wuku embed".')
  } catch (error) {
    if (!isWukuError(error)) throw error
    return ok('embeddings', `${error.message} None are needed. ${fallbackNote}`)
  }
}
