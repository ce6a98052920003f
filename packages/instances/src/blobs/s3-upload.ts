import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { isUploadGone } from './s3-client.ts'

export interface Bucket {
  readonly client: S3Client
  readonly bucket: string
  /** Empty, or ends with `/`. */
  readonly prefix: string
  /** Parts of one upload that are under way at once. */
  readonly width: number
}

const MIB = 1024 * 1024
/** Above it a blob goes in parts, of which only those that failed are sent again. */
const ONE_PART = 8 * MIB
/** S3 takes this many parts. */
const MAX_PARTS = 10_000

/** An object appears whole or not at all. Its hash goes with it: what the SDK checks is the way there and not the way back. */
export async function putObject({ client, bucket, width }: Bucket, name: string, bytes: Uint8Array): Promise<void> {
  const place = { Bucket: bucket, Key: name }
  const object = { ...place, Metadata: { sha256: createHash('sha256').update(bytes).digest('hex') } }
  if (bytes.length <= ONE_PART) {
    await client.send(new PutObjectCommand({ ...object, Body: bytes }))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  const upload = { ...place, UploadId }
  try {
    const Parts = await sendParts({ client, upload, width }, bytes)
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (thrown) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw thrown
  }
}

interface Sending extends Pick<Bucket, 'client' | 'width'> {
  readonly upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string | undefined }
}

/** Each of a few senders takes the next part until there is none. A part that fails for good ends them all. */
async function sendParts({ client, upload, width }: Sending, bytes: Uint8Array): Promise<CompletedPart[]> {
  const size = Math.max(ONE_PART, Math.ceil(bytes.length / MAX_PARTS))
  const parts: CompletedPart[] = []
  const stopping = new AbortController()
  let next = 0
  const send = async (): Promise<void> => {
    while (next * size < bytes.length && !stopping.signal.aborted) {
      const at = next++
      const part = { ...upload, PartNumber: at + 1, Body: bytes.subarray(at * size, (at + 1) * size) }
      const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(part), { abortSignal: stopping.signal })
      parts[at] = { ETag, PartNumber: at + 1, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) }
    }
  }
  const sent = await Promise.allSettled(
    Array.from({ length: width }, () =>
      send().catch((thrown: unknown) => {
        // The first is the reason; the others end because of it.
        stopping.abort(thrown)
        throw thrown
      }),
    ),
  )
  if (sent.some(({ status }) => status === 'rejected')) throw stopping.signal.reason
  return parts
}

const A_DAY = 24 * 60 * 60 * 1_000

/** Ends uploads of killed processes: their parts cost as objects do, and no list shows them. A younger one may go on. */
export async function sweepUploads({ client, bucket, prefix }: Bucket): Promise<void> {
  let marks: { readonly KeyMarker?: string | undefined; readonly UploadIdMarker?: string | undefined } | undefined = {}
  while (marks) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marks }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Date.now() - (Initiated?.getTime() ?? Date.now()) > A_DAY)
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(unlessUploadGone)
    marks = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
  }
}

/** Another process sweeps too. */
function unlessUploadGone(thrown: unknown): void {
  if (!isUploadGone(thrown)) throw thrown
}
