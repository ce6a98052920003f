import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { msg } from '@wuku/messages/transfer'
import { cancelled, WukuError } from '@wuku/core/errors'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Store } from '@wuku/core/ports/store'
import { linesOf, misplaced } from '../carry/carried-lines.ts'
import { MANIFEST, sumOf, type SummedFile } from '../carry/summed-files.ts'
import { sweepCarried } from '../carry/place-source.ts'
import { importLines } from '../carry/import-lines.ts'
import { importAnnotations } from './export-annotations.ts'
import { importWorkflow } from './export-pads.ts'
import { readExportManifest, type ExportManifest, type ExportPart, type Part } from './manifest.ts'
import type { ExportRequest } from './export.ts'

export interface ImportRequest extends Pick<ExportRequest, 'folder' | 'only' | 'signal' | 'progress'> {
  readonly engine: Engine
  readonly store: Store
}

export interface Imported {
  readonly manifest: ExportManifest
  /** By what it was. */
  readonly added: Readonly<Record<ExportPart, number>>
  readonly kept: Readonly<Record<ExportPart, number>>
  /** Documents that are forgotten here. */
  readonly forgotten: number
  readonly analysed: number
  /** Sources that the descriptions speak of, and that are not here. */
  readonly missing: readonly string[]
}

const MANIFEST_BYTES = 256 * 1024 * 1024

/** Takes in what is not there yet. All of the export is read and compared with its hashes before the first of it is. */
export async function importStore(request: ImportRequest): Promise<Imported> {
  const { folder, only, signal, progress } = request
  const root = await rootOf(folder)
  const manifest = readExportManifest(await manifestText(root, folder), folder)
  for (const [at, file] of manifest.files.entries()) {
    if (signal.aborted) throw cancelled()
    progress({ stage: 'check', done: at, total: manifest.files.length, said: file.path })
    await requireIntact(file, root)
  }
  await sweepCarried(request.store, request.engine.files.blobs)
  const sum = { added: counts(), kept: counts(), forgotten: 0, analysed: 0, missing: [] as readonly string[] }
  const parts = manifest.parts.filter((part) => only.has(partOf(part)))
  for (const [at, part] of parts.entries()) {
    if (signal.aborted) throw cancelled()
    progress({ stage: 'take', done: at, total: parts.length, said: 'name' in part ? part.name : part.is })
    const { added, kept: retained, ...others } = await importPart(part, root, request)
    sum.added[partOf(part)] += added
    sum.kept[partOf(part)] += retained
    sum.forgotten += others.forgotten ?? 0
    sum.analysed += others.analysed ?? 0
    sum.missing = [...sum.missing, ...(others.missing ?? [])]
  }
  return { manifest, ...sum }
}

const counts = (): Record<ExportPart, number> => ({ pads: 0, chats: 0, docs: 0, notes: 0, annotations: 0 })

function partOf(part: Part): ExportPart {
  if (part.is === 'workflow') return 'pads'
  if (part.is === 'annotations') return 'annotations'
  if (part.kind === 'chats' || part.kind === 'docs' || part.kind === 'notes') return part.kind
  throw misplaced(`${part.kind}/${part.name}`)
}

async function rootOf(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch {
    throw new WukuError('not-found', msg('noFolder', { folder }))
  }
}

async function manifestText(root: string, folder: string): Promise<string> {
  const about = await stat(join(root, MANIFEST)).catch(() => undefined)
  if (about?.isFile() && about.size <= MANIFEST_BYTES) return readFile(join(root, MANIFEST), 'utf8')
  throw new WukuError('not-found', msg('noExportNo', { folder, manifest: MANIFEST }))
}

/** The bytes that the manifest says, in the folder itself: no link leads out of it. */
async function requireIntact({ path, bytes, sha256 }: SummedFile, root: string): Promise<void> {
  const at = join(root, path)
  const real = await realpath(at).catch(() => undefined)
  if (real === undefined) throw isWrong(path, 'is not there')
  if (real !== at || !real.startsWith(root + sep)) throw isWrong(path, 'leads out of the folder')
  const sum = await sumOf(createReadStream(at))
  if (sum.bytes !== bytes || sum.sha256 !== sha256) throw isWrong(path, 'has other bytes than were written')
}

const isWrong = (path: string, what: string): WukuError =>
  new WukuError('store-damaged', msg('exportDamagedNothingTaken', { path, what }))

interface ImportedPart extends Partial<Pick<Imported, 'forgotten' | 'analysed' | 'missing'>> {
  readonly added: number
  readonly kept: number
}

async function importPart(part: Part, root: string, request: ImportRequest): Promise<ImportedPart> {
  const { engine, store } = request
  const file = join(root, part.file)
  if (part.is === 'annotations') return importAnnotations(await readFile(file, 'utf8'), store)
  if (part.is === 'source') return importSource(part, root, request)
  return importWorkflow(file, engine.pads)
}

type SourcePart = Extract<Part, { readonly is: 'source' }>

/**
 * Conversations go on where their files lie, on whichever machine. Documentation whose original files came along is as it was;
 * of other documentation its texts are all that came.
 */
async function importSource(
  { kind, name, file, originals }: SourcePart,
  root: string,
  { store, engine, signal }: ImportRequest,
): Promise<ImportedPart> {
  const sealed = kind !== 'chats' && !originals ? (await sumOf(createReadStream(join(root, file)))).sha256 : undefined
  return importLines({
    store,
    blobs: engine.files.blobs,
    lines: linesOf(createReadStream(join(root, file))),
    ...(kind === 'docs' && originals && { originals: readOriginals(originals, root) }),
    sealed: () => sealed,
    requireAccepted(source) {
      if (source.kind !== kind || source.name !== name) throw misplaced(`${source.kind}/${source.name}`)
    },
    mayMerge: kind === 'chats',
    now: engine.now(),
    signal,
  })
}

async function* readOriginals(originals: NonNullable<SourcePart['originals']>, root: string) {
  for (const { path, file } of originals) yield { path, bytes: await readFile(join(root, file)) }
}
