import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLocalBlobs } from '@wuku/instances/blobs/local'
import { openS3Blobs } from '../../packages/instances/src/blobs/s3.ts'
import { parseS3Place } from '../../packages/instances/src/blobs/s3-names.ts'
import { openBucketPlace } from '../../packages/transfer/src/backup/bucket-place.ts'
import { openFolderPlace } from '../../packages/transfer/src/backup/open-place.ts'
import { nameAt, type BackupPlace } from '@wuku/transfer/backup/manifest'
import { startS3, type S3Server } from '../servers/s3.ts'
import { sharedFolder } from '../scratch.ts'

const BUCKET = 'wuku-backups'
let server: S3Server
const folder = sharedFolder()
beforeAll(async () => {
  server = await startS3()
  const { env } = server
  const client = new S3Client({
    endpoint: env['AWS_ENDPOINT_URL_S3'] ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
  })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
})
afterAll(() => server?.close())

/** The same place whenever it is opened. */
const places: readonly { readonly name: string; open(place: string): BackupPlace }[] = [
  { name: 'a folder', open: (place) => openFolderPlace(join(folder, place)) },
  {
    name: 'a folder like a bucket',
    open: (place) =>
      openBucketPlace({ label: place, bucket: openLocalBlobs(join(folder, `b-${place}`)), scratch: folder }),
  },
  {
    name: 'a bucket',
    open: (place) => {
      const bucket = openS3Blobs({ place: parseS3Place(`s3://${BUCKET}/${place}`), env: environmentOf(server) })
      return openBucketPlace({ label: place, bucket, scratch: folder })
    },
  },
]

function environmentOf({ env }: S3Server): Readonly<Record<string, string>> {
  // The SDK reads its variables itself.
  Object.assign(process.env, env)
  return env
}

async function* pieces(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let nth = 0; nth < count; nth++) yield Buffer.alloc(size, nth)
}

const [first, second] = [nameAt(Date.parse('2026-11-25T03:00:00Z')), nameAt(Date.parse('2026-11-26T03:00:00Z'))]
const LARGE = 20
const MIB = 1024 * 1024

describe.each(places)('backups in $name', ({ name, open }) => {
  const place = name.replaceAll(' ', '-')

  it('show once they are finished, oldest first, and go as a whole', async () => {
    const written = await open(place).begin(second)
    const small = await written.write('home/settings.yaml', pieces(1, 10))
    const large = await written.write('store/table', pieces(LARGE, MIB))
    const made = await written.make('store/wuku.sqlite', async (at) => writeFileSync(at, 'made'))
    expect([small.bytes, large.bytes, made.bytes]).toEqual([10, LARGE * MIB, 4])
    expect(await open(place).list()).toEqual([])
    await written.finish('{}')
    const other = await open(place).begin(first)
    await other.write('store/table', pieces(1, 1))
    await other.finish('{}')
    expect(await open(place).list()).toEqual([first, second])

    const read = async (path: string): Promise<Buffer> => buffer((await open(place).read(second, path)) ?? pieces(0, 0))
    expect((await read('manifest.json')).toString()).toBe('{}')
    expect((await read('store/wuku.sqlite')).toString()).toBe('made')
    const whole = await read('store/table')
    expect(whole.equals(Buffer.concat(Array.from({ length: LARGE }, (_, nth) => Buffer.alloc(MIB, nth))))).toBe(true)
    expect(await open(place).read(second, 'store/none')).toBeUndefined()

    await open(place).remove(first)
    expect(await open(place).list()).toEqual([second])
    expect(await open(place).read(first, 'store/table')).toBeUndefined()
  })

  it('leave nothing when they are given up, and what runs is not swept', async () => {
    const own = `${place}-drafts`
    const running = await open(own).begin(second)
    await running.write('store/table', pieces(1, 10))
    const given = await open(own).begin(first)
    await given.write('store/table', pieces(1, 10))
    await given.abandon()
    await open(own).sweep()
    await running.finish('{}')
    expect(await open(own).list()).toEqual([second])
    expect(await open(own).read(second, 'store/table')).toBeDefined()
    expect(await open(own).read(first, 'store/table')).toBeUndefined()
  })
})
