import { isWukuError } from '@wuku/core/errors'
import { owner } from '../base/caller.ts'
import type { ExclusiveContext, Engine } from '../base/engine.ts'
import { CURRENT_PUSH } from '../push/accept-workflow.ts'
import { versionsOf } from '../writing/file-versions.ts'

const RETENTION_MS = 86_400_000
/** Originals of uploads that wait to be taken in: `uploads/<upload>/<number>`. */
export const UPLOADS = 'uploads/'
export const uploadPrefix = (upload: string): string => `${UPLOADS}${upload}/`

/** Takes out what ended a day ago, and originals of uploads that no job will take in. */
export async function purgeJobs(engine: Engine): Promise<void> {
  const before = engine.now() - RETENTION_MS
  await engine.jobs.write(async (jobs) => {
    const old = await jobs.list({ finishedBefore: before, limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    if (old.items.length > 0) await jobs.remove(old.items.map(({ id }) => id))
  })
  const needed = await engine.jobs.write(async (jobs) => {
    const { items } = await jobs.list({ kinds: ['upload'], limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    const requests = await jobs.requests(items.map(({ id }) => id))
    return new Set([...requests.values()].map(({ input }) => input['upload']))
  })
  const { blobs } = engine.files
  const left = new Map<string, number>()
  for await (const { key, modifiedAt } of blobs.list(UPLOADS)) {
    const upload = key.slice(UPLOADS.length).split('/')[0] ?? ''
    left.set(upload, Math.max(left.get(upload) ?? 0, modifiedAt))
  }
  for (const [upload, modifiedAt] of left)
    if (!needed.has(upload) && modifiedAt < before) await blobs.deleteUnder(uploadPrefix(upload))
}

/** Not at all while another holds the lease. */
export async function runExclusiveIfFree(
  engine: Engine,
  name: string,
  work: (place: ExclusiveContext) => Promise<void>,
) {
  const busy = new AbortController()
  const request = { signal: busy.signal, waiting: () => busy.abort() }
  await engine.runExclusive(name, request, work).catch((error: unknown) => {
    if (!busy.signal.aborted || !isWukuError(error) || error.code !== 'cancelled') throw error
  })
}

/** Removes originals that a transaction noted for it, and folders of sources that are gone: a killed process left them. */
export async function sweepOriginals(given: Engine, folders: 'with-folders' | 'notes-only'): Promise<void> {
  const engine = given.for(owner('sweep'))
  for (const { keeping } of engine.kinds) await keeping?.upkeep?.sweep(engine)
  if (folders === 'with-folders') await runExclusiveIfFree(engine, 'sweep', sweepFolders)
}

/** Nothing is given the number of a source again. A push may be gone on with for a day; a workflow has a mark. */
async function sweepFolders({ engine }: ExclusiveContext): Promise<void> {
  const { blobs } = engine.files
  const sources = await engine.read((view) => view.sources.list())
  const known = new Set(sources.flatMap((source) => [versionsOf(source), source.options.pushed?.folder]))
  const left = new Map<string, number>()
  for (const place of ['versions/', 'pushed/'])
    for await (const { key, modifiedAt } of blobs.list(place)) {
      const folder = key.slice(0, key.indexOf('/', place.length) + 1)
      const isNeeded = known.has(folder) || key === folder + CURRENT_PUSH
      left.set(folder, isNeeded ? Infinity : Math.max(left.get(folder) ?? 0, modifiedAt))
    }
  for (const [folder, modifiedAt] of left) if (modifiedAt < engine.now() - RETENTION_MS) await blobs.deleteUnder(folder)
}
