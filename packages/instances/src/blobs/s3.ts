import { createHash } from 'node:crypto'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type _Object as Listed,
} from '@aws-sdk/client-s3'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/instances'
import type { BlobFacts, Blobs } from '@wuku/core/ports/blobs'
import { explainS3Failure, isMissing, openS3Client, type S3Options } from './s3-client.ts'
import { requireShortName, inOrderOfKeys, keyOfName, nameOfKey, nameOfPrefix } from './s3-names.ts'
import { putObject, sweepUploads, type Bucket } from './s3-upload.ts'

const WIDTH = 4

/** Originals in a bucket, shared by all who have the same one. */
export function openS3Blobs(options: S3Options): Blobs {
  const { bucket, prefix } = options.place
  const here: Bucket = { client: openS3Client(options), bucket, prefix, width: options.width ?? WIDTH }
  const sweep = createSweep(here)
  const at = (key: string): string => {
    const name = prefix + nameOfKey(key)
    requireShortName(name, key)
    return name
  }
  return {
    put: (key, bytes) => explained(() => putObject(here, at(key), bytes)),
    // A bucket acknowledges only what it keeps.
    sync: async () => {},
    get: (key) => explained(() => unlessGone(() => readObject(here, key, at(key)))),
    facts: (key) => explained(() => unlessGone(() => factsOf(here, key, at(key)))),
    async *list(requestedPrefix) {
      yield* inOrderOfKeys(listBelow(here, prefix + (requestedPrefix === '' ? '' : nameOfPrefix(requestedPrefix))))
    },
    delete: (key) =>
      explained(async () => void (await here.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: at(key) })))),
    deleteUnder: (requestedPrefix) =>
      explained(async () => {
        await deleteBelow(here, prefix + nameOfPrefix(requestedPrefix))
        await sweep()
      }),
  }
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw explainS3Failure(thrown)
  }
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (thrown) {
    if (isMissing(thrown)) return undefined
    throw thrown
  }
}

/** A body that breaks off is asked for again: the SDK tries again only until it begins. */
const READS = 3

async function readObject({ client, bucket }: Bucket, key: string, name: string): Promise<Uint8Array> {
  for (let read = 1; ; read++) {
    const { Body, Metadata } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }))
    try {
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
      const { sha256 } = Metadata ?? {}
      if (sha256 === undefined || sha256 === createHash('sha256').update(bytes).digest('hex')) return bytes
      throw new WukuError('store-damaged', msg('isDamaged', { key: key.slice(0, 200) }))
    } catch (thrown) {
      if (read === READS) throw thrown
    }
  }
}

async function factsOf({ client, bucket }: Bucket, key: string, name: string): Promise<BlobFacts> {
  const { ContentLength, ETag, LastModified } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: name }))
  return toFacts(key, { Size: ContentLength, ETag, LastModified })
}

/** A list has milliseconds, the facts of one object have seconds. */
const toFacts = (key: string, { Size = 0, ETag = '', LastModified }: Partial<Listed>): BlobFacts => ({
  key,
  bytes: Size,
  stamp: ETag.replaceAll('"', ''),
  modifiedAt: Math.floor((LastModified?.getTime() ?? 0) / 1_000) * 1_000,
})

/** In the order of UTF-8. */
async function* listBelow(here: Bucket, below: string): AsyncGenerator<BlobFacts> {
  for await (const page of pagesBelow(here, below))
    for (const each of page) {
      const key = keyOfName((each.Key ?? '').slice(here.prefix.length))
      if (key !== undefined) yield toFacts(key, each)
    }
}

async function* pagesBelow({ client, bucket }: Bucket, below: string): AsyncGenerator<readonly Listed[]> {
  let token: string | undefined
  do {
    const listRequest = { Bucket: bucket, Prefix: below, ContinuationToken: token }
    const { Contents = [], NextContinuationToken } = await explained(() =>
      client.send(new ListObjectsV2Command(listRequest)),
    )
    yield Contents
    token = NextContinuationToken
  } while (token !== undefined)
}

/** A page holds as many as one request may delete. */
async function deleteBelow(here: Bucket, below: string): Promise<void> {
  for await (const page of pagesBelow(here, below)) {
    if (page.length === 0) continue
    const Objects = page.map(({ Key = '' }) => ({ Key }))
    const { Errors = [] } = await here.client.send(
      new DeleteObjectsCommand({ Bucket: here.bucket, Delete: { Objects, Quiet: true } }),
    )
    const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey')
    if (failed) throw Object.assign(new Error(failed.Message ?? ''), { code: failed.Code ?? 'InternalError' })
  }
}

const HOUR = 60 * 60 * 1_000

/** Sweeps abandoned uploads, at most once in an hour. No caller depends on it, so a failure is ignored. */
function createSweep(here: Bucket): () => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() < sweptAt + HOUR) return
    sweptAt = performance.now()
    await sweepUploads(here).catch(() => {})
  }
}
