import { pagesBySize } from '@wuku/core/list-helpers'
import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { CacheTopic, SourceCache } from '@wuku/kernel/base/source-cache'
import type { DocumentName } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { importCounts } from '../ranking.ts'
import { isConfigPath } from '../resolve/configs.ts'
import { createResolver } from '../resolve/index.ts'
import { createPathIndex } from '../resolve/path-index.ts'
import { rankFiles, type FileRanks } from './rank.ts'
import type { CodeContext, CodePlace } from './import-links.ts'
import { summariseFolders, type FolderSummary } from './folders.ts'
import type { Project } from '../code-project.ts'

export interface CodeProjectRequest {
  readonly engine: Engine
  readonly project: Project
}

/** Works in one view of the store, with what is known of the project. */
export const readProject = <T>({ engine, project }: CodeProjectRequest, work: (place: CodePlace) => Promise<T>) =>
  engine.read(async (view) => work({ view, context: await contextsOf(engine).of(view, project.source.id) }))

const remembered: CacheTopic<Remembered> = { capacity: 4 }

export const contextsOf = ({ sources }: Engine) => createCodeContexts(sources.cache)

export type CodeContexts = ReturnType<typeof createCodeContexts>

/** Kept between questions, for as long as the source has not changed. */
export function createCodeContexts(cache: SourceCache) {
  const recall = (view: StoreView, source: SourceId): Promise<Remembered> =>
    cache.ofSource(remembered, { view, source }, (before) => read(view, source, cache, before))
  return {
    of: async (view: StoreView, source: SourceId): Promise<CodeContext> => (await recall(view, source)).context,
    ranksOf: async (view: StoreView, source: SourceId) => {
      const now = await recall(view, source)
      now.ranks ??= await rankFiles({ view, context: now.context })
      return now.ranks
    },
    foldersOf: async (view: StoreView, source: SourceId) => {
      const now = await recall(view, source)
      return (now.folders ??= summariseFolders(now.context.paths.all))
    },
  }
}

interface Remembered {
  readonly context: CodeContext
  readonly configs: readonly ConfigText[]
  ranks?: FileRanks
  folders?: readonly FolderSummary[]
}

interface ConfigText {
  readonly id: DocumentId
  readonly path: string
  readonly text: string
}

/** Most changes touch neither the paths nor the configuration: then what was made of these is kept. */
async function read(view: StoreView, source: SourceId, cache: SourceCache, before: Remembered | undefined) {
  const names = (await view.documents.names({ sources: [source] })).filter(({ path }) => !path.startsWith(HISTORY))
  const configs = await configTexts(view, names, before?.configs ?? [])
  const isSame = before && samePaths(before.context.paths.all, names) && sameConfigs(before.configs, configs)
  const paths = isSame ? before.context.paths : createPathIndex(names.map(({ path }) => path))
  const resolver = isSame
    ? before.context.resolver
    : createResolver({ paths, configs: new Map(configs.map(({ path, text }) => [path, text])) })
  const byPath = new Map(names.map(({ path, id }) => [path, id]))
  const byId = new Map(names.map(({ path, id }) => [id, path]))
  const context = {
    source,
    paths,
    resolver,
    idOf: byPath.get.bind(byPath),
    pathOf: byId.get.bind(byId),
    importCounts: (now: StoreView) => importCounts(now, cache),
  }
  return { configs, context, ...(isSame && before.folders && { folders: before.folders }) }
}

/** Documents that are no files. */
const HISTORY = '.git/'

/**
 * Configuration files read, those nearest to the top first: in a source with thousands of manifests, most are examples
 * and fixtures.
 */
const MAX_CONFIGS = 1_000

async function configTexts(view: StoreView, names: readonly DocumentName[], before: readonly ConfigText[]) {
  const known = new Map(before.map((each) => [each.id, each]))
  const configNames = names.filter(({ path }) => isConfigPath(path))
  const highest =
    configNames.length > MAX_CONFIGS ? configNames.toSorted((a, b) => depthOf(a) - depthOf(b)) : configNames
  const shown = highest.slice(0, MAX_CONFIGS)
  const knownAt = ({ id, path }: DocumentName) => (known.get(id)?.path === path ? known.get(id) : undefined)
  const texts = new Map<DocumentId, string>()
  const unknown = shown.filter((each) => !knownAt(each))
  for (const page of pagesBySize(unknown, PAGE_BYTES, ({ bytes }) => bytes))
    for (const [id, text] of await view.documents.bodies(page.map(({ id: each }) => each))) texts.set(id, text)
  return shown.map((each) => knownAt(each) ?? { id: each.id, path: each.path, text: texts.get(each.id) ?? '' })
}

/** Bytes of text that are asked for at once. */
const PAGE_BYTES = 4_000_000

const depthOf = ({ path }: DocumentName): number => path.split('/').length

const samePaths = (before: readonly string[], names: readonly DocumentName[]): boolean =>
  before.length === names.length && names.every(({ path }, at) => path === before[at])

const sameConfigs = (before: readonly ConfigText[], now: readonly ConfigText[]): boolean =>
  before.length === now.length && now.every((each, at) => each === before[at] || each.text === before[at]?.text)
