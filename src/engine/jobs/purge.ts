import type { Engine } from '../engine.ts'

const KEPT_MS = 86_400_000
/** Originals of uploads that wait to be taken in: `uploads/<upload>/<number>`. */
export const UPLOADS = 'uploads/'
export const uploadPrefix = (upload: string): string => `${UPLOADS}${upload}/`

/** Takes out what ended a day ago, and originals of uploads that no job will take in. */
export async function purgeJobs(engine: Engine): Promise<void> {
  const before = engine.now() - KEPT_MS
  await engine.jobs.write(async (jobs) => {
    const old = await jobs.list({ finishedBefore: before, limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    if (old.items.length > 0) await jobs.remove(old.items.map(({ id }) => id))
  })
  const needed = await neededUploads(engine)
  const { blobs } = engine.files
  const left = new Map<string, number>()
  for await (const { key, modifiedAt } of blobs.list(UPLOADS)) {
    const upload = key.slice(UPLOADS.length).split('/')[0] ?? ''
    left.set(upload, Math.max(left.get(upload) ?? 0, modifiedAt))
  }
  for (const [upload, modifiedAt] of left)
    if (!needed.has(upload) && modifiedAt < before) await blobs.deleteUnder(uploadPrefix(upload))
}

const neededUploads = (engine: Engine): Promise<ReadonlySet<unknown>> =>
  engine.jobs.write(async (jobs) => {
    const { items } = await jobs.list({ kinds: ['upload'], limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    const requests = await jobs.requests(items.map(({ id }) => id))
    return new Set([...requests.values()].map(({ input }) => input['upload']))
  })
