import { hash } from 'node:crypto'
import type { Engine } from '../../../engine/engine.ts'
import type { LibraryFile } from '../../../ports/libraries.ts'
import type { Hauled, HauledFile, Origin, OriginFacts } from '../../../ports/origins.ts'
import { ASIDE, isReserved } from '../originals.ts'
import { isDocumentPath } from '../document-paths.ts'
import type { Task } from './task.ts'

export interface Fetched {
  readonly files: readonly LibraryFile[]
  readonly facts: OriginFacts
  /** Paths of what lies beside the documents. */
  readonly aside: readonly string[]
}

export interface FetchRequest {
  readonly origin: Origin
  /** Prefix of blobs that they go to. */
  readonly into: string
  /** What an earlier fetch of the same left, to be taken over where it did not change. */
  readonly before?: { readonly originals: string; readonly files: ReadonlyMap<string, LibraryFile> }
}

/** Brings all files of an origin into the blobs, one at a time. Nothing of it can be searched yet. */
export async function fetchFiles(
  { origin, into, before }: FetchRequest,
  { engine, task }: { readonly engine: Engine; readonly task: Task },
): Promise<Fetched> {
  const files: LibraryFile[] = []
  const aside: string[] = []
  const haul = origin.haul({
    signal: task.signal,
    known: validatorsOf(before?.files),
    isDocument: isDocumentPath,
    maxBytes: engine.docs.fileBytes,
    progress: ({ stage, said, done, total }) => task.step(stage, said, { done, ...(total !== undefined && { total }) }),
  })
  for (;;) {
    const next = await haul.next()
    if (next.done) return { files, facts: next.value, aside }
    const file = await keep(next.value, { engine, into, before })
    if (file === 'aside') aside.push(next.value.path)
    else files.push(file)
  }
}

function validatorsOf(files: ReadonlyMap<string, LibraryFile> = new Map()): ReadonlyMap<string, string> {
  const known = [...files.values()].filter(({ status }) => status === 'completed')
  return new Map(
    known.flatMap(({ path, facts: { validator } }) => (typeof validator === 'string' ? [[path, validator]] : [])),
  )
}

type Keeping = Pick<FetchRequest, 'into' | 'before'> & { readonly engine: Engine }

async function keep(hauled: Hauled, { engine, into, before }: Keeping): Promise<LibraryFile | 'aside'> {
  const { path } = hauled
  if (hauled.is === 'refused') return refusedFile(hauled, engine.now())
  if (isReserved(path)) return refusedFile({ path, ...reserved }, engine.now())
  if (hauled.is === 'unchanged') return takeOver(path, { engine, into, before })
  if (hauled.is === 'aside') {
    await engine.blobs.put(into + ASIDE + path, hauled.bytes)
    return 'aside'
  }
  await engine.blobs.put(into + path, hauled.bytes)
  return fetchedFile(hauled, engine.now())
}

const reserved = {
  said: 'Names that begin with "~" are kept for what lies beside the originals.',
  remedy: 'Call its folder otherwise.',
}

async function takeOver(path: string, { engine, into, before }: Keeping): Promise<LibraryFile> {
  const bytes = before && (await engine.blobs.get(before.originals + path))
  const file = before?.files.get(path)
  if (!bytes || !file) return refusedFile({ path, ...lost }, engine.now())
  await engine.blobs.put(into + path, bytes)
  return file
}

const lost = {
  said: 'It did not change, and what was fetched of it before is gone.',
  remedy: 'Delete this version and import it again.',
}

const blank = { title: '', status: 'pending', error: null, chunks: 0, tokens: 0, url: null, facts: {} } as const

export const fetchedFile = (
  { path, bytes, url, validator }: Pick<HauledFile, 'path' | 'bytes' | 'url' | 'validator'>,
  now: number,
): LibraryFile => ({
  ...blank,
  path,
  type: endingOf(path),
  bytes: bytes.length,
  hash: hash('sha256', bytes, 'hex'),
  url: url ?? null,
  createdAt: now,
  updatedAt: now,
  facts: validator === undefined ? {} : { validator },
})

export const refusedFile = (
  { path, said, remedy }: { readonly path: string; readonly said: string; readonly remedy: string },
  now: number,
): LibraryFile => ({
  ...blank,
  path,
  type: endingOf(path),
  bytes: 0,
  hash: '',
  status: 'failed',
  error: `${said} ${remedy}`,
  createdAt: now,
  updatedAt: now,
})

const endingOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
