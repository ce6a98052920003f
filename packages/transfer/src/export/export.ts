import { stat } from 'node:fs/promises'
import { msg } from '@wuku/messages/transfer'
import { WukuError } from '@wuku/core/errors'
import type { Source } from '@wuku/core/core-types'
import type { Progress } from '@wuku/kernel/base/caller'
import { versionOfLibrary } from '@wuku/docs/scope'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Workflow } from '@wuku/core/ports/pads'
import type { StoreView } from '@wuku/core/ports/store'
import { openSnapshot, type StoreSnapshot } from '../carry/store-snapshot.ts'
import { readSource, type Carriable } from '../carry/read-source.ts'
import { readVersion } from '@wuku/settings/package'
import type { Settings } from '@wuku/settings/app-settings'
import { annotationsText } from './export-annotations.ts'
import { createNaming, openExportFolder, withFrontMatter, type ExportFolder } from './export-folder.ts'
import { exportWorkflow } from './export-pads.ts'
import { EXPORT_FORMAT, type ExportManifest, type ExportPart, type Part } from './manifest.ts'

export interface ExportRequest {
  readonly settings: Settings
  /** Original files of documentation. */
  readonly blobs: Pick<Blobs, 'get' | 'list'>
  readonly folder: string
  readonly only: ReadonlySet<ExportPart>
  /** Id or name of one workflow. */
  readonly workflow?: string | undefined
  /** A library, or one version of it: `react`, `react@19`. */
  readonly library?: string | undefined
  readonly signal: AbortSignal
  progress(step: Progress): void
}

/** Writes what has no other place than the store, for people and for another house. All of it is of one moment. */
export async function exportStore(request: ExportRequest): Promise<ExportManifest> {
  const folder = await openExportFolder(request.folder)
  try {
    const snapshot = await openSnapshot(request.settings)
    const parts = await fill(folder, snapshot, request).finally(() => snapshot.close())
    const manifest: ExportManifest = {
      is: 'wuku-export',
      format: EXPORT_FORMAT,
      wuku: readVersion(),
      moment: new Date().toISOString(),
      parts: [...parts],
      files: [...folder.files],
    }
    await folder.finish(`${JSON.stringify(manifest, null, 1)}\n`)
    return manifest
  } catch (error) {
    await folder.abandon()
    throw error
  }
}

async function fill(folder: ExportFolder, snapshot: StoreSnapshot, request: ExportRequest): Promise<readonly Part[]> {
  const { only, blobs, signal, progress } = request
  const name = createNaming()
  const parts: Part[] = []
  const workflows = only.has('pads') ? await snapshot.read((view) => workflowsIn(view, request.workflow)) : []
  // Oldest first: of two of one moment the one that was written later stays the newer one.
  for (const workflow of workflows.toReversed()) {
    signal.throwIfAborted()
    progress({ stage: 'pads', done: parts.length, total: workflows.length, said: workflow.name })
    parts.push(await snapshot.read((view) => exportWorkflow(workflow, view, { folder, name })))
  }
  for (const carriable of await snapshot.read((view) => sourcesIn(view, request))) {
    const { kind, name: source } = carriable.source
    progress({ stage: kind, done: parts.length, total: undefined, said: `${kind}/${source}` })
    parts.push(await exportSource(carriable, snapshot, { folder, name, blobs, signal }))
  }
  if (only.has('annotations')) {
    await folder.write('annotations.json', [await snapshot.read(annotationsText)])
    parts.push({ is: 'annotations', file: 'annotations.json' })
  }
  return parts
}

const PAGE = 500

/** Newest first. */
async function workflowsIn(view: StoreView, requested: string | undefined): Promise<readonly Workflow[]> {
  const all: Workflow[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await view.pads.workflows({ limit: PAGE, offset })
    all.push(...items)
    if (items.length < PAGE) break
  }
  if (requested === undefined) return all
  const found = all.filter(({ id, name }) => id === requested || name === requested)
  if (found.length > 0) return found
  throw new WukuError('not-found', msg('noWorkflow', { requested }))
}

async function sourcesIn(view: StoreView, { only, library }: ExportRequest): Promise<readonly Carriable[]> {
  const sources = (await view.sources.list()).filter(({ options }) => !options.hidden)
  const chats = only.has('chats') ? sources.filter(({ kind }) => kind === 'chats') : []
  const notes = only.has('notes') ? await onlyHere(sources.filter(({ kind }) => kind === 'notes')) : []
  return [
    ...[...chats, ...notes].map((source) => ({ source })),
    ...(only.has('docs') ? await versionsIn(view, library) : []),
  ]
}

/** Other notes are files already. */
async function onlyHere(notes: readonly Source[]): Promise<readonly Source[]> {
  const found = await Promise.all(notes.map(({ root }) => stat(root).catch(() => undefined)))
  return notes.filter(({ options }, at) => options.sealed !== undefined || !found[at])
}

/** Versions of libraries that are searched, each with its source. */
export async function versionsIn(view: StoreView, requested: string | undefined): Promise<readonly Carriable[]> {
  const sources = new Map((await view.sources.list()).map((source) => [source.id, source]))
  const libraries = new Map((await view.libraries.libraries()).map((library) => [library.id, library]))
  const one = requested === undefined ? undefined : await versionOfLibrary(requested, undefined, view)
  const isSelected = (version: { readonly id: number; readonly library: number }): boolean =>
    one === undefined ||
    (requested?.includes('@', 1) ? version.id === one.version.id : version.library === one.library.id)
  return (await view.libraries.versions()).flatMap((version) => {
    const [source, library] = [sources.get(version.source), libraries.get(version.library)]
    const isSearched = version.status === 'active' || version.status === 'archived'
    return source && library && library.status !== 'deleted' && isSearched && isSelected(version)
      ? [{ source, library, version }]
      : []
  })
}

interface Place extends Pick<ExportRequest, 'blobs' | 'signal'> {
  readonly folder: ExportFolder
  readonly name: ReturnType<typeof createNaming>
}

/** For machines one line a document; for people a file of each. */
async function exportSource(carriable: Carriable, snapshot: StoreSnapshot, place: Place): Promise<Part> {
  const { folder, name, signal } = place
  const { kind, name: source } = carriable.source
  const below = name([kind, source], '')
  const textName = createNaming()
  async function* lines(): AsyncGenerator<string> {
    for await (const line of readSource(carriable, snapshot)) {
      signal.throwIfAborted()
      if ('document' in line) {
        const { path, title, text, modifiedAt } = line.document
        const facts = { title, source: `${kind}/${source}`, path, modified: new Date(modifiedAt).toISOString() }
        const shown = kind === 'docs' ? text : withFrontMatter(facts, text)
        const ending = /\.(?:md|mdx|markdown)$/i.exec(path)?.[0] ?? ''
        await folder.write(`${below}/${textName(path.slice(0, path.length - ending.length).split('/'), '.md')}`, [
          shown,
        ])
      }
      yield `${JSON.stringify(line)}\n`
    }
  }
  await folder.write(`${below}.jsonl`, lines())
  const originals = await exportOriginals(carriable, place)
  return { is: 'source', kind, name: source, file: `${below}.jsonl`, ...(originals.length > 0 && { originals }) }
}

/** Originals of documentation from a folder, or from somebody's hand: no address has them. */
async function exportOriginals({ source, version }: Carriable, { folder, name, blobs, signal }: Place) {
  if (!version || (version.origin !== null && version.origin.type !== 'folder')) return []
  const found: { path: string; file: string }[] = []
  const below = name([source.kind, `${source.name}.originals`], '')
  const naming = createNaming()
  for await (const { key } of blobs.list(version.originals)) {
    signal.throwIfAborted()
    const bytes = await blobs.get(key)
    const path = key.slice(version.originals.length)
    const file = `${below}/${naming(path.split('/'), '')}`
    if (!bytes) continue
    await folder.write(file, [bytes])
    found.push({ path, file })
  }
  return found
}
