import type { Problem } from '@wuku/core/core-types'
import { msg, packed, type Text } from '@wuku/messages/docs'
import { hash } from 'node:crypto'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import type { FileDraft } from '@wuku/core/ports/library-store'
import type { Downloaded, DownloadRequest, HauledFile, Origin, OriginFacts, OriginSpec } from '@wuku/core/ports/origins'
import { isPicture } from '../origins/file-choice.ts'
import { INCLUDED_PREFIX, isReserved } from '../originals.ts'
import { isDocumentPath } from '../docs-facts.ts'
import type { Task } from './task.ts'
import { displayAddress } from '../libraries/known.ts'
import { isWukuError } from '@wuku/core/errors'
import type { Blobs } from '@wuku/core/ports/blobs'
import { describeSecrets } from '@wuku/text/secrets/secrets'
import { endingOf } from '@wuku/formats/open-formats'

export interface Fetched {
  readonly files: readonly FileDraft[]
  readonly facts: OriginFacts
  /** Paths of the extra files that documents may include. */
  readonly aside: readonly string[]
  /** Nothing is new, changed or gone since the earlier fetch. */
  readonly isSame: boolean
}

export interface FetchRequest {
  readonly origin: Origin
  /** Prefix of blobs that they go to. */
  readonly into: string
  /** Files that the user removed from this version for good. */
  readonly isForgotten?: (path: string) => boolean
  /** The result of an earlier fetch; unchanged files are taken from it. */
  readonly before?: { readonly originals: string; readonly files: ReadonlyMap<string, FileDraft> }
}

/** Brings all files of an origin into the blobs, one at a time. Nothing of it can be searched yet. */
export async function fetchFiles(
  { origin, into, before, isForgotten }: FetchRequest,
  { engine, task }: { readonly engine: Engine; readonly task: Task },
): Promise<Fetched> {
  const files: FileDraft[] = []
  const includePaths: string[] = []
  let isNew = false
  const download = origin.download({
    signal: task.signal,
    known: validatorsOf([...(before?.files.values() ?? [])].filter(({ status }) => status === 'completed')),
    isDocument: isDocumentPath,
    maxBytes: engine.libraries.settings.fileBytes,
    progress: ({ stage, said: message, done, total, waits }) => {
      if (waits) task.warn(message)
      task.step(stage, message, { done, total })
    },
  })
  for (;;) {
    const next = await download.next()
    if (next.done) {
      const isSame = hasSame(files, before) && includePaths.every(isPicture) && !isNew
      files.push(...(await handedInBefore(files, { engine, into, before })))
      return { files, facts: next.value, aside: includePaths, isSame }
    }
    if (isForgotten?.(next.value.path)) continue
    isNew ||= next.value.is === 'document'
    const file = await keep(next.value, { engine, into, before })
    if (file === undefined) continue
    if (file === 'aside') includePaths.push(next.value.path)
    else files.push(file)
  }
}

/** The files of an origin on this machine, without a report of progress. */
export const downloadQuietly = (
  origin: OriginSpec,
  known: Pick<DownloadRequest, 'known' | 'asides'>,
  { engine, signal }: Pick<OperationContext, 'engine' | 'signal'>,
): ReturnType<Origin['download']> =>
  engine.libraries.openOrigin(origin).download({
    ...known,
    signal,
    isDocument: isDocumentPath,
    maxBytes: engine.libraries.settings.fileBytes,
    progress: () => {},
  })

export const validatorsOf = (files: Iterable<FileDraft>): ReadonlyMap<string, string> =>
  new Map(
    [...files].flatMap(({ path, facts: { validator } }) => (typeof validator === 'string' ? [[path, validator]] : [])),
  )

/** Files of the origin alone: those that came now are those that came before. */
function hasSame(files: readonly FileDraft[], before: FetchRequest['before']): boolean {
  const known = [...(before?.files.values() ?? [])].filter(
    ({ path, facts }) => path !== '' && facts['handedIn'] !== true,
  )
  return known.length > 0 && known.length === files.length
}

/**
 * Keeps files that people added by hand when the origin is fetched again, unless the fetch brought a file with the same
 * path.
 */
async function handedInBefore(files: readonly FileDraft[], keeping: Keeping): Promise<readonly FileDraft[]> {
  const came = new Set(files.map(({ path }) => path))
  const handed = [...(keeping.before?.files.values() ?? [])].filter(
    ({ path, facts, status }) => facts['handedIn'] === true && status === 'completed' && !came.has(path),
  )
  return Promise.all(handed.map(({ path }) => reuseFile(path, keeping)))
}

type Keeping = Pick<FetchRequest, 'into' | 'before'> & { readonly engine: Engine }

async function keep(downloaded: Downloaded, { engine, into, before }: Keeping) {
  const { path } = downloaded
  if (downloaded.is === 'refused') return refusedFile(downloaded, engine.now())
  if (downloaded.is === 'unchanged') return reuseFile(path, { engine, into, before })
  if (downloaded.is === 'aside') {
    const unplaced = await keepOriginal(downloaded, into + INCLUDED_PREFIX, engine.files.blobs)
    return unplaced ? undefined : 'aside'
  }
  const unplaced = await keepOriginal(downloaded, into, engine.files.blobs)
  return unplaced ? refusedFile(unplaced, engine.now()) : fetchedFile(downloaded, engine.now())
}

async function reuseFile(path: string, { engine, into, before }: Keeping): Promise<FileDraft> {
  const bytes = before && (await engine.files.blobs.get(before.originals + path))
  const file = before?.files.get(path)
  if (!bytes || !file) return refusedFile({ path, ...missingFile }, engine.now())
  await engine.files.blobs.put(into + path, bytes)
  return file
}

const missingFile = {
  said: 'It did not change, but the files fetched before are gone.',
  remedy: 'Delete this version and import it again.',
}

const blank = { title: '', status: 'pending', error: null, chunks: 0, tokens: 0, url: null, facts: {} } as const

/** A file of which nothing is known but its path. */
export function blankFile(path: string, now: number): FileDraft {
  return { ...blank, path, type: endingOf(path), bytes: 0, hash: '', createdAt: now, updatedAt: now }
}

export const fetchedFile = (
  { path, bytes, url, validator }: Pick<HauledFile, 'path' | 'bytes' | 'url' | 'validator'>,
  now: number,
): FileDraft => ({
  ...blankFile(path, now),
  bytes: bytes.length,
  hash: hash('sha256', bytes, 'hex'),
  url: url === undefined ? null : displayAddress(url),
  facts: validator === undefined ? {} : { validator },
})

export const refusedFile = (refused: Problem, now: number): FileDraft => ({
  ...blankFile(refused.path, now),
  status: 'failed',
  error: inOneText(refused),
  facts: { remedy: packed(refused.remedy) },
})

/** A failure and its remedy. */
export const inOneText = ({ said: message, remedy }: Omit<Problem, 'path'>): Text =>
  remedy === '' ? message : msg('saidAndRemedy', { said: message, remedy })

/** Puts an original below `into`, or says why it has no place there: it keeps none of the others out. */
export async function keepOriginal(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  into: string,
  blobs: Blobs,
): Promise<Problem | undefined> {
  if (isReserved(path)) return { path, ...reserved }
  try {
    await blobs.put(into + path, bytes)
    return undefined
  } catch (error) {
    if (isWukuError(error) && (error.code === 'conflict' || error.code === 'bad-input')) return { path, ...clash }
    throw error
  }
}

const reserved = {
  said: 'Names that begin with "~" are reserved for files beside the originals.',
  remedy: 'Rename its folder.',
}

const clash = {
  said: 'Its path is already used by a folder of another document.',
  remedy: 'Rename it.',
}

export type Masked = readonly { readonly rule: string; readonly count: number }[]

/** Secrets in originals: an index holds none of them, the copies that are kept hold them as they came. */
export const storedSecrets = (masked: Masked = []) => ({
  count: masked.reduce((sum, { count }) => sum + count, 0),
  kinds: [...new Set(masked.map(({ rule }) => rule))].toSorted(),
})

/** For people; nothing when there is none. */
export function describeStoredSecrets({ count, kinds }: ReturnType<typeof storedSecrets>): readonly string[] {
  if (count === 0) return []
  const warning = describeSecrets(kinds.map((rule, at) => ({ rule, count: at === 0 ? count : 0 })))
  return [
    `${warning} in these documents: answers mask them, but the originals in your data folder are unmasked. ` +
      'Remove them at the origin, then import or upload again.',
  ]
}
