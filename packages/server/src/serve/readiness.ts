import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWukuError } from '@wuku/core/errors'
import type { Readiness } from '../http/health-routes.ts'
import type { ServerRole } from '@wuku/settings/team-settings-table'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { type EngineStatus, type EngineTrouble, LONG_UNFED, troublesOf } from '@wuku/core/search-engine'
import type { Store } from '@wuku/core/ports/store'
import type { StorePlace } from '@wuku/settings/team-open-store'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import type { Threads } from './threads.ts'

export interface ReadinessInput {
  readonly threads: Pick<Threads, 'isReady' | 'worksInBackground'>
  readonly role: ServerRole
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
  /** Rejects where the store cannot be used; `writes`: also where nothing can be written. */
  readonly probe?: ((writes: boolean) => Promise<void>) | undefined
  /** Rejects where no originals can be kept. */
  readonly probeBlobs?: (() => Promise<void>) | undefined
  /** Says what is wrong with the search engine, without which searches go on. */
  readonly probeEngine?: (() => Promise<string | undefined>) | undefined
  /** Told once when the store or the place of originals goes away; the error may hold more than a probe may see. */
  warn(message: string, error: unknown): void
  now?(): number
  /** Milliseconds for one look. Default: what probes have themselves. */
  readonly timeout?: number
}

/** A probe may come from every balancer each second: many of them share one look. */
const FRESH_MS = 2_000
const TIMEOUT_MS = 2_500
/** A write costs more than a look, and so does a request to a bucket: both are tried less often while nothing is wrong. */
const WRITE_FRESH_MS = 15_000

/** Threads start before the server listens: without one that answers, or of a worker one that works, all have ended. */
export function createReadiness(input: ReadinessInput): () => Promise<Readiness> {
  const { threads, role, signal, probeBlobs, probeEngine } = input
  const storeFault = createProbe(input, { what: 'database', fresh: FRESH_MS, probe: withWrites(input) })
  const blobsFault = createProbe(input, { what: 'place of originals', fresh: WRITE_FRESH_MS, probe: probeBlobs })
  const engineFault = createProbe(input, { what: 'search engine', fresh: FRESH_MS, probe: probeEngine, isSpared: true })
  return async () => {
    const [fault, blobs, engine] = await Promise.all([storeFault(), blobsFault(), engineFault()])
    const work = threads.worksInBackground ? 'ok' : 'starting'
    const store = threads.isReady ? (fault ?? 'ok') : 'failed'
    return {
      status: signal.aborted ? 'stopping' : store === 'ok' && blobs === undefined ? 'ready' : 'failed',
      checks: {
        store,
        jobs: role === 'web' ? 'elsewhere' : work,
        ...(probeBlobs && { blobs: blobs ?? 'ok' }),
        ...(probeEngine && { search: engine ?? 'ok' }),
      },
    }
  }
}

/** A write that failed is tried again by the next look. */
function withWrites({ probe, now = () => performance.now() }: ReadinessInput): ProbeOptions['probe'] {
  let wroteAt = -Infinity
  return (
    probe &&
    (async () => {
      const writes = now() - wroteAt >= WRITE_FRESH_MS
      await probe(writes)
      if (writes) wroteAt = now()
    })
  )
}

interface ProbeOptions {
  /** For messages: what is looked at. */
  readonly what: string
  /** Milliseconds for which a look counts that found nothing wrong. */
  readonly fresh: number
  readonly probe: (() => Promise<string | void>) | undefined
  /** The server is ready without it. */
  readonly isSpared?: boolean
}

/** Finds what is wrong; `undefined`: nothing. */
function createProbe(
  { warn, now = () => performance.now(), timeout = TIMEOUT_MS }: ReadinessInput,
  { what, fresh, probe, isSpared = false }: ProbeOptions,
): () => Promise<string | undefined> {
  if (!probe) return async () => undefined
  let last: { readonly at: number; readonly fault: string | undefined } | undefined
  let looking: Promise<string | undefined> | undefined
  const ask = async (): Promise<string | undefined> => {
    const [fault, error] = await within(timeout, { what, probe })
    if (fault !== undefined && last?.fault === undefined)
      warn(`${isSpared ? 'Searches go on without a part of the index' : 'The server is not ready'}: ${fault}`, error)
    last = { at: now(), fault }
    return fault
  }
  return async () => {
    if (last && now() - last.at < (last.fault === undefined ? fresh : FRESH_MS)) return last.fault
    return (looking ??= ask().finally(() => (looking = undefined)))
  }
}

async function within(timeout: number, { what, probe }: { readonly what: string; probe(): Promise<string | void> }) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly [string]>((resolve) => {
    timer = setTimeout(() => resolve([`the ${what} does not answer`]), timeout)
  })
  const found = probe().then(
    (fault) => [fault ?? undefined] as const,
    (error: unknown) => [faultOf(what, error), error] as const,
  )
  return Promise.race([found, late]).finally(() => clearTimeout(timer))
}

/** Anybody may probe: no host, no user and no name of a database is in it. */
function faultOf(what: string, error: unknown): string {
  const cause = isWukuError(error) ? (error.cause ?? error) : error
  const { code, name } = Object(cause) as { readonly code?: unknown; readonly name?: unknown }
  const errorCode = typeof code === 'string' ? code : ''
  if (/^(?:53100|ENOSPC|EDQUOT|store-full)$/.test(errorCode)) return `the ${what} has no room left`
  if (errorCode === '25006' || errorCode === 'EROFS') return `the ${what} may only be read`
  if (errorCode === '57P03') return `the ${what} is starting or stopping`
  if (/^(?:28|3D|42501)/.test(errorCode)) return `the ${what} refuses the login`
  if (/^(?:42P01|3F)/.test(errorCode)) return `the ${what} has no store in this schema`
  if (/^E[A-Z]/.test(errorCode)) return `the ${what} is not reached (${errorCode})`
  return name === 'NoSuchBucket' ? 'the bucket of originals does not exist' : `the ${what} cannot be used`
}

/** One connection at most in `FRESH_MS`, of its own: those of the store may wait for a server that is gone. */
export function createStoreProbe({ store, team: { database } }: StorePlace): NonNullable<ReadinessInput['probe']> {
  const url = database.url()
  if (url === '') return async (writes) => (writes ? tryFile(dirname(store)) : undefined)
  return async (writes) => {
    const { requireAnswer } = await import('@wuku/store-postgres/examine')
    await requireAnswer(url, database.schema, writes)
  }
}

/** The store knows how its search engine is; a store that is not reached has a check of its own. */
export function createEngineProbe(
  { team: { search } }: StorePlace,
  store: () => Promise<Pick<Store, 'searchEngine'>>,
): ReadinessInput['probeEngine'] {
  if (search.url() === '') return undefined
  return async () => {
    const looking = store().then(({ searchEngine }) => searchEngine?.status())
    const status = await looking.catch(() => undefined)
    return status && faultOfEngine(status)
  }
}

const SAID: Readonly<Record<EngineTrouble, string>> = {
  away: 'a server of the search engine is away',
  old: 'a server of the search engine is of too old a version',
  foreign: 'the search engine has tables of another form',
  lost: 'the search engine has lost its tables',
  slow: 'a server of the search engine is slow',
  clock: 'the clock of a server of the search engine is wrong',
}

type Fed = Pick<EngineStatus, 'servers' | 'isFed' | 'unfedSeconds'>

export function faultOfEngine({ servers, isFed, unfedSeconds }: Fed): string | undefined {
  const [trouble] = servers.flatMap((server) => troublesOf(server, isFed))
  if (trouble) return SAID[trouble]
  return isFed && unfedSeconds > LONG_UNFED ? 'the search engine has taken nothing for long' : undefined
}

/** More than what a disk gives to a file that is written already. */
const TRIED_BYTES = 65_536

async function tryFile(folder: string): Promise<void> {
  const file = join(folder, `readiness-${process.pid}`)
  try {
    await writeFile(file, new Uint8Array(TRIED_BYTES), { mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}

/** A bucket is listed, since writing there costs and stays in its versions; a folder is written to. */
export function createOriginalsProbe(settings: Settings, environment: Environment): () => Promise<void> {
  const blobs = openBlobs(settings, environment)
  const isBucket = settings.team.blobs.startsWith('s3:')
  return async () => {
    const key = `readiness/${randomUUID()}`
    if (isBucket) return void (await blobs.list('readiness/')[Symbol.asyncIterator]().next())
    await blobs.put(key, new Uint8Array(TRIED_BYTES))
    await blobs.delete(key)
  }
}
