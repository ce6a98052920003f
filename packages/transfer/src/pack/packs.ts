import { msg } from '@wuku/messages/transfer'
import { WukuError } from '@wuku/core/errors'
import type { Progress } from '@wuku/kernel/base/caller'
import type { ProjectScope } from '@wuku/kernel/resolve-project'
import { displayAddress, displayOrigin } from '@wuku/docs/libraries/known'
import type { Source, StoredDocument } from '@wuku/core/core-types'
import type { Reader } from '@wuku/core/ports/source-reader'
import type { StoreView } from '@wuku/core/ports/store'
import { openSnapshot, type StoreSnapshot } from '../carry/store-snapshot.ts'
import { misplaced, type CarriedDocument, type CarriedLine } from '../carry/carried-lines.ts'
import { nameOf, readSource, type Carriable } from '../carry/read-source.ts'
import { sweepCarried, type PlaceRequest } from '../carry/place-source.ts'
import { importLines, readAs, type ImportedSources } from '../carry/import-lines.ts'
import { createNaming } from '../export/export-folder.ts'
import { versionsIn } from '../export/export.ts'
import { readVersion } from '@wuku/settings/package'
import { decisionFiles } from '@wuku/storehouses/session-facts'
import type { Settings } from '@wuku/settings/app-settings'
import { loadReader } from '@wuku/storehouses/storehouses'
import { openPack, writePack, type OpenedPack, type PackHeader } from './pack-file.ts'
import { knownPackKey, packKey } from './pack-key.ts'

export interface MakePackRequest {
  readonly settings: Settings
  readonly file: string
  readonly title: string
  readonly licence: string | null
  choose(view: StoreView): Promise<readonly Carriable[]>
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export async function makePack(request: MakePackRequest) {
  const { settings, file, title, licence, choose, signal, progress } = request
  const snapshot = await openSnapshot(settings)
  try {
    const chosen = await snapshot.read(choose)
    const key = await packKey(settings.home)
    const sources: PackHeader['sources'] = []
    const lines = linesFor(chosen, snapshot, (carriable, documents) => {
      signal.throwIfAborted()
      progress({ stage: 'pack', done: documents, total: undefined, said: carriable.source.name })
      sources[chosen.indexOf(carriable)] = described(carriable, documents)
    })
    const about = { wuku: readVersion(), made: new Date().toISOString(), title, licence }
    return { head: await writePack({ ...about, file, key, lines, sources: () => sources }), key }
  } finally {
    await snapshot.close()
  }
}

async function* linesFor(
  chosen: readonly Carriable[],
  snapshot: StoreSnapshot,
  count: (carriable: Carriable, documents: number) => void,
): AsyncGenerator<string> {
  for (const carriable of chosen) {
    let documents = 0
    count(carriable, 0)
    for await (const line of readSource(carriable, snapshot)) {
      if ('document' in line) count(carriable, ++documents)
      yield `${JSON.stringify(forOthers(line))}\n`
    }
  }
}

function described(carriable: Carriable, documents: number): PackHeader['sources'][number] {
  const { version } = carriable
  const origin = version?.origin?.type === 'folder' ? null : displayOrigin(version?.origin ?? null)
  return { ...nameOf(carriable), documents, origin, ref: version?.ref ?? null, commit: version?.commit ?? null }
}

/** Folders of this machine are nobody else's matter. */
function forOthers(line: CarriedLine): CarriedLine {
  if (!('source' in line)) return line
  const { source } = line
  const root = /^https?:/i.test(source.root) ? displayAddress(source.root) : `wuku://pack/${source.kind}`
  return { source: { ...source, root, options: {} } }
}

type Choose = MakePackRequest['choose']

export const libraryToPack =
  (requested: string): Choose =>
  async (view) => {
    const found = await versionsIn(view, requested)
    const active = found.filter(({ version }) => version?.status === 'active')
    if (active.length > 0) return active
    throw new WukuError('not-found', msg('noLibrary', { requested }))
  }

export const notesToPack =
  (named: string): Choose =>
  async (view) => {
    const source = (await shownIn(view)).find(({ kind, name }) => kind === 'notes' && name === named)
    if (source) return [{ source }]
    throw new WukuError('not-found', msg('noNotes', { named }))
  }

/** Its notes; and, as notes, decisions that lie between its code, and its scratchpads. */
export const projectToPack =
  ({ name, sources, holds }: ProjectScope): Choose =>
  async (view) => {
    const all = await shownIn(view)
    const own = all.filter(({ id }) => sources.has(id))
    const reader = await loadReader('notes')
    const part = (what: string) => createPart(reader, `${sourceWords(name)}-${what}`)
    const [decisions, scratchpads] = [part('decisions'), part('scratchpads')]
    const found: Carriable[] = own.filter(({ kind }) => kind === 'notes').map((source) => ({ source }))
    for (const source of own.filter(({ kind }) => kind === 'code'))
      found.push(...decisions(source, await decisionFiles(source, view)))
    for (const source of all.filter(({ kind }) => kind === 'pads'))
      found.push(...scratchpads(source, (await view.documents.list({ sources: [source.id] })).filter(holds)))
    if (found.length > 0) return found
    throw new WukuError('not-found', msg('noNotesDecisionsScratchpads', { name }))
  }

const shownIn = async (view: StoreView) => (await view.sources.list()).filter(({ options }) => !options.hidden)

const sourceWords = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 40)

/** Parts of sources under one name; of the second and later ones with a number. */
function createPart(reader: Reader, named: string) {
  let parts = 0
  return (source: Source, documents: readonly StoredDocument[]): readonly Carriable[] => {
    if (documents.length === 0) return []
    const paths = new Set(documents.map(({ path }) => path))
    const pathOf = createNaming()
    const select = (document: CarriedDocument): CarriedDocument | undefined => {
      if (!paths.has(document.path)) return undefined
      const path =
        source.kind === 'pads' ? pathOf([String(document.meta['workflow']), document.title], '.md') : document.path
      return readAs(reader, { ...document, item: path, path })
    }
    parts++
    return [{ source, part: { name: parts === 1 ? named : `${named}-${parts}`, select } }]
  }
}

export interface AddPackRequest extends Pick<PlaceRequest, 'store' | 'blobs' | 'now'> {
  readonly settings: Pick<Settings, 'home' | 'packs'>
  readonly file: string
  /** Fingerprint of a key that is trusted for this pack. */
  readonly trust: string | undefined
  readonly signal: AbortSignal
}

export interface AddedPack extends ImportedSources {
  readonly pack: OpenedPack
}

/** Takes in a pack whole, or nothing of it. */
export async function addPack(request: AddPackRequest): Promise<AddedPack> {
  const { settings, store, blobs, file, trust, now, signal } = request
  const own = await knownPackKey(settings.home)
  const { trusted } = settings.packs
  const pack = await openPack(file, { keys: new Set([...trusted, trust, own?.fingerprint]), inSettings: trusted })
  await sweepCarried(store, blobs)
  const named = new Set(pack.head.sources.map(({ kind, name }) => `${kind}/${name}`))
  const imported = await importLines({
    store,
    blobs,
    lines: pack.lines(),
    sealed: () => pack.sha256,
    requireAccepted({ kind, name }) {
      if (!named.has(`${kind}/${name}`) || (kind !== 'docs' && kind !== 'notes')) throw misplaced(`${kind}/${name}`)
    },
    mayMerge: false,
    now,
    signal,
  })
  return { ...imported, pack }
}
