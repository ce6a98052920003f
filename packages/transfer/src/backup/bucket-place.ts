import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '@wuku/core/ports/blobs'
import { hasEnded, newOwner, ownedName, sweepLeft } from '@wuku/settings/this-process'
import { MANIFEST, one, sumOf } from '../carry/summed-files.ts'
import { isBackupName, type BackupPlace, type Draft } from './manifest.ts'

/** One part of a larger file: an object goes whole, in one request. */
const PART_BYTES = 8 * 1024 * 1024

/** Names of backups that are whole, and of those that are being written with their process. */
const COMPLETE = 'backups/'
const DRAFTS = 'drafts/'

export interface BucketPlace {
  /** For people. */
  readonly label: string
  readonly bucket: Blobs
  /** Folder of this machine for files that are made before they are sent. */
  readonly scratch: string
}

/**
 * A bucket. Objects cannot be renamed: a backup counts once its name stands among those that are whole. Larger files are
 * folders of parts, so that a backup which is copied to a disk can be restored from there.
 */
export function openBucketPlace({ label, bucket, scratch }: BucketPlace): BackupPlace {
  return {
    label,
    async list() {
      const names: string[] = []
      for await (const { key } of bucket.list(COMPLETE)) names.push(key.slice(COMPLETE.length))
      return names.filter(isBackupName).toSorted()
    },
    read: (name, path) => readFrom(bucket, `${name}/${path}`),
    begin: (name) => begin(bucket, scratch, name),
    async remove(name) {
      await bucket.delete(COMPLETE + name)
      await bucket.deleteUnder(`${name}/`)
    },
    async sweep() {
      await sweepDrafts(bucket)
      await sweepLeft(scratch, SCRATCH)
    },
  }
}

async function readFrom(bucket: Blobs, key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const bytes = await bucket.get(key)
  if (bytes) return one(bytes)
  const parts: string[] = []
  for await (const part of bucket.list(`${key}/`)) parts.push(part.key)
  return parts.length > 0 ? readParts(bucket, parts) : undefined
}

async function* readParts(bucket: Blobs, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield (await bucket.get(part)) ?? new Uint8Array()
}

async function begin(bucket: Blobs, scratch: string, name: string): Promise<Draft> {
  const files = join(scratch, ownedName(SCRATCH))
  await bucket.put(DRAFTS + name, Buffer.from(newOwner()))
  const write: Draft['write'] = async (path, bytes) => ({ path, ...(await send(bucket, `${name}/${path}`, bytes)) })
  const tidy = (): Promise<void> => rm(files, { recursive: true, force: true })
  return {
    write,
    async make(path, work) {
      await mkdir(files, { recursive: true, mode: 0o700 })
      try {
        const at = join(files, 'file')
        await work(at)
        return await write(path, createReadStream(at, { highWaterMark: PART_BYTES }))
      } finally {
        await tidy()
      }
    },
    read: (path) => readFrom(bucket, `${name}/${path}`),
    async finish(manifest) {
      await bucket.put(`${name}/${MANIFEST}`, Buffer.from(manifest))
      await bucket.put(COMPLETE + name, Buffer.from(MANIFEST))
      await bucket.delete(DRAFTS + name)
    },
    async abandon() {
      await bucket.deleteUnder(`${name}/`)
      await bucket.delete(DRAFTS + name)
    },
  }
}

/** A small file is one object. */
async function send(bucket: Blobs, key: string, bytes: AsyncIterable<Uint8Array>) {
  let waiting: Uint8Array[] = []
  let length = 0
  let sent = 0
  const sendPart = async (): Promise<void> => {
    await bucket.put(`${key}/part-${String(sent++).padStart(6, '0')}`, Buffer.concat(waiting))
    waiting = []
    length = 0
  }
  const sum = await sumOf(bytes, async (part) => {
    if (length > 0 && length + part.length > PART_BYTES) await sendPart()
    waiting.push(part)
    length += part.length
  })
  if (sent === 0) await bucket.put(key, Buffer.concat(waiting))
  else await sendPart()
  return sum
}

const SCRATCH = '.backup-'
const A_DAY = 24 * 60 * 60 * 1_000

async function sweepDrafts(bucket: Blobs): Promise<void> {
  const complete = new Set<string>()
  for await (const { key } of bucket.list(COMPLETE)) complete.add(key.slice(COMPLETE.length))
  for await (const { key, modifiedAt } of bucket.list(DRAFTS)) {
    const name = key.slice(DRAFTS.length)
    const owner = Buffer.from((await bucket.get(key)) ?? []).toString('utf8')
    // The process of another machine may be writing it.
    if (!isBackupName(name) || (!hasEnded(owner) && Date.now() - modifiedAt < A_DAY)) continue
    if (!complete.has(name)) await bucket.deleteUnder(`${name}/`)
    await bucket.delete(key)
  }
}
