import { hash } from 'node:crypto'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openS3Blobs } from '../../packages/instances/src/blobs/s3.ts'
import { parseS3Place } from '../../packages/instances/src/blobs/s3-names.ts'
import { isWukuError } from '@wuku/core/errors'
import { startS3, type S3Server } from '../servers/s3.ts'
import { blobsContract, keysBelow } from './blobs.ts'

/** Fetches the server where it is not there yet. */
const STARTS = 600_000
const BUCKET = 'wuku-tests'

let server: S3Server
beforeAll(async () => {
  server = await startS3()
  await clientOf(server).send(new CreateBucketCommand({ Bucket: BUCKET }))
}, STARTS)
afterAll(() => server?.close())
beforeEach(() => setEnvironment(server.env))
afterEach(() => void vi.unstubAllEnvs())

/** The SDK reads its variables itself. */
function setEnvironment(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
}

const clientOf = ({ env }: S3Server): S3Client =>
  new S3Client({
    endpoint: env['AWS_ENDPOINT_URL_S3'] ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
  })

const open = (written: string, env: Readonly<Record<string, string>> = server.env) =>
  // This gateway loses parts that come at the same time.
  openS3Blobs({ place: parseS3Place(written), env, width: 1 })

blobsContract({ name: 's3', open: (place) => open(`s3://${BUCKET}/${hash('sha256', place).slice(0, 6)}`) })

async function failureOf(work: Promise<unknown>): Promise<string> {
  const thrown = await work.catch((error: unknown) => error)
  return isWukuError(thrown) ? `${thrown.code}: ${thrown.message} ${thrown.remedy}` : `no failure of ours: ${thrown}`
}

describe('blobs in a bucket', () => {
  it('go in parts where they are large', async () => {
    const blobs = open(`s3://${BUCKET}/large`)
    const bytes = new Uint8Array(20 * 1024 * 1024 + 1).map((_, at) => at % 251)
    await blobs.put('a/large', bytes)
    // This gateway gives other bytes back for parts, so only their number is looked at here.
    expect(await blobs.facts('a/large')).toMatchObject({
      bytes: bytes.length,
      stamp: expect.stringMatching(/-3$/),
    })
  })
  it('have names that a person can read, below the prefix', async () => {
    await open(`s3://${BUCKET}/names here/`).put('docs/React/v19/潮汐 guide!.md', new Uint8Array([1]))
    const { Contents = [] } = await clientOf(server).send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'names' }))
    expect(Contents.map(({ Key }) => Key)).toEqual(['names!20here/docs/React/v19/潮汐!20guide!21.md'])
  })
  it('are deleted and listed by the thousand', async () => {
    const blobs = open(`s3://${BUCKET}/many`)
    const keys = Array.from({ length: 1_050 }, (_, at) => `d/${String(at).padStart(4, '0')}`)
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => blobs.put(key, new Uint8Array([1]))))
    expect(await keysBelow(blobs, 'd/')).toEqual(keys)
    await blobs.deleteUnder('d/')
    expect(await keysBelow(blobs, 'd/')).toEqual([])
  })
  it('are compared with the hash that went with them', async () => {
    const blobs = open(`s3://${BUCKET}/changed`)
    await blobs.put('a', new Uint8Array([1]))
    const Key = 'changed/a'
    const { Metadata } = await clientOf(server).send(new GetObjectCommand({ Bucket: BUCKET, Key }))
    await clientOf(server).send(
      new PutObjectCommand({ Bucket: BUCKET, Key, Body: new Uint8Array([2]), ...(Metadata && { Metadata }) }),
    )
    expect(await failureOf(blobs.get('a'))).toMatch(/^store-damaged: The bytes of "a" in the bucket are not those/)
  })
  it('of others there are not listed', async () => {
    await clientOf(server).send(
      new PutObjectCommand({ Bucket: BUCKET, Key: 'foreign/d/a b', Body: new Uint8Array([2]) }),
    )
    expect(await keysBelow(open(`s3://${BUCKET}/foreign`), 'd/')).toEqual([])
  })
  it('are not there while an upload goes on', async () => {
    await clientOf(server).send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: 'begun/d/a' }))
    const blobs = open(`s3://${BUCKET}/begun`)
    expect(await blobs.get('d/a')).toBeUndefined()
    expect(await blobs.facts('d/a')).toBeUndefined()
  })
  it.each<[says: string, place: string, env: Readonly<Record<string, string>>, expected: RegExp]>([
    [
      'the bucket is missing',
      's3://wuku-missing/x',
      {},
      /^blobs-away: .*NoSuchBucket.* Create the bucket, or correct its name in BLOBS_URL\.$/,
    ],
    [
      'the key is unknown',
      `s3://${BUCKET}/x`,
      { AWS_ACCESS_KEY_ID: 'unknown' },
      /InvalidAccessKeyId.*AWS_ACCESS_KEY_ID/,
    ],
    [
      'the secret is wrong',
      `s3://${BUCKET}/x`,
      { AWS_SECRET_ACCESS_KEY: 'not-the-secret' },
      /SignatureDoesNotMatch.*AWS_SECRET_ACCESS_KEY/,
    ],
    [
      'nobody listens',
      `s3://${BUCKET}/x`,
      { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' },
      /ECONNREFUSED.*Check AWS_ENDPOINT_URL_S3 and the network/,
    ],
  ])('say what to do where %s', async (_, place, env, expected) => {
    setEnvironment(env)
    const blobs = open(place, { ...server.env, ...env })
    for (const work of [() => blobs.put('a', new Uint8Array([1])), () => blobs.get('a'), () => keysBelow(blobs, 'a/')])
      expect(await failureOf(work())).toMatch(expected)
  })
})

describe('BLOBS_URL', () => {
  it.each([
    ['s3://wuku', { bucket: 'wuku', prefix: '' }],
    ['s3://wuku/a/b/', { bucket: 'wuku', prefix: 'a/b/' }],
    ['s3://wuku/%E6%BD%AE', { bucket: 'wuku', prefix: '潮/' }],
    ['s3://wuku.example?style=virtual', { bucket: 'wuku.example', prefix: '', style: 'virtual' }],
  ])('%s is read', (written, expected) => expect(parseS3Place(written)).toMatchObject(expected))
  it.each([
    's3:',
    's3://',
    's3://a',
    's3://key:secret@wuku',
    's3://wuku:80',
    's3://wuku?style=x',
    's3://wuku?region=x',
  ])('%s is refused', (written) =>
    expect(() => parseS3Place(written)).toThrow('BLOBS_URL is not an address of a bucket.'),
  )
})
