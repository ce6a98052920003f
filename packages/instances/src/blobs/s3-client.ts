import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/instances'
import type { S3Place } from './s3-names.ts'

export interface S3Options {
  readonly place: S3Place
  /** Variables that the SDK reads itself; some say here how it is to be called. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Parts of one upload that are under way at once. */
  readonly width?: number
}

const ATTEMPTS = 5
const CONNECT_MS = 5_000
/** Without a byte in either direction. */
const SILENT_MS = 30_000

/** Endpoint, region and keys are those of the SDK: variables, profiles, roles of machines. */
export function openS3Client({ place, env }: S3Options): S3Client {
  const hasEndpoint = Boolean(env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'])
  const isPlaced = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || env['AWS_PROFILE']
  return new S3Client({
    // Servers that are not of AWS rarely have a name for each bucket, and sign with any region.
    forcePathStyle: place.style === undefined ? hasEndpoint : place.style === 'path',
    ...(hasEndpoint && !isPlaced && { region: 'us-east-1' }),
    ...(env['AWS_DEFAULT_REGION'] && !env['AWS_REGION'] && { region: env['AWS_DEFAULT_REGION'] }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    logger: silent,
  })
}

/** Errors say everything worth logging. */
const silent = { debug() {}, info() {}, warn() {}, error() {} }

const nameOf = (thrown: unknown): string =>
  thrown instanceof Error
    ? 'code' in thrown && typeof thrown.code === 'string'
      ? thrown.code
      : thrown.name
    : 'unknown error'

const MISSING: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound'])
export const isMissing = (thrown: unknown): boolean => MISSING.has(nameOf(thrown))
export const isUploadGone = (thrown: unknown): boolean => nameOf(thrown) === 'NoSuchUpload'

const FULL = /^(?:QuotaExceeded|XMinioStorageFull|InsufficientStorage)$/i

/** Remedies by the codes of S3, the SDK and the network. */
const remedies: readonly (readonly [codes: RegExp, remedy: string])[] = [
  [/^NoSuchBucket$/, 'Create the bucket, or correct its name in BLOBS_URL.'],
  [
    /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProviderError|ExpiredToken|TokenRefreshRequired|InvalidToken)$/,
    'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or the profile or role that stands for them.',
  ],
  [
    /^(?:AccessDenied|Forbidden|AllAccessDisabled|AccountProblem)$/,
    'Let the key list, read, write and delete below the prefix of BLOBS_URL, and list and abort multipart uploads.',
  ],
  [/^(?:RequestTimeTooSkewed)$/, 'Set the clock of this machine.'],
  [
    /^(?:PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    'Set AWS_REGION to the region of the bucket.',
  ],
  [FULL, 'Free some space in the bucket, or raise its quota.'],
  [
    /^(?:E[A-Z_]+|TimeoutError|UnknownEndpoint|NetworkingError)$/,
    'Check AWS_ENDPOINT_URL_S3 and the network, and try again.',
  ],
]

/** An error of ours if the bucket, its keys or the network are at fault; anything else unchanged. */
export function explainS3Failure(thrown: unknown): unknown {
  const name = nameOf(thrown)
  const isRegion = thrown instanceof Error && /Region is missing/i.test(thrown.message)
  const known = isRegion ? msg('setAwsRegionAwsEndpoint') : remedies.find(([codes]) => codes.test(name))?.[1]
  const isOfService = thrown instanceof S3ServiceException
  if (known === undefined && !isOfService) return thrown
  return new WukuError(
    FULL.test(name) ? 'store-full' : 'blobs-away',
    msg('bucketOfBlobsUrlCannot', { name, thrown: describeThrown(thrown) }),
    known ?? msg('tryAgainLaterIfStays'),
    { cause: thrown },
  )
}

function describeThrown(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message.trim() : ''
  if (message === '' || message === nameOf(thrown)) return '.'
  return `: ${message.slice(0, 300)}${/[.!?]$/.test(message) ? '' : '.'}`
}
