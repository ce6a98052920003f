import { isWukuError } from '../../core/errors.ts'
import type { Readiness } from '../../surfaces/http/health-routes.ts'
import type { ServerRole } from '../team/settings-table.ts'
import type { DatabaseSettings } from '../team/settings.ts'
import type { Threads } from './threads.ts'

export interface ReadinessInput {
  readonly threads: Pick<Threads, 'isReady' | 'worksInBackground'>
  readonly role: ServerRole
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
  /** Rejects where the database cannot be used. Absent: the store is a file, which the threads hold open. */
  readonly look?: (() => Promise<void>) | undefined
  /** Told once when the database goes away; the error may hold more than a probe may see. */
  warn(said: string, error: unknown): void
  now?(): number
  /** Milliseconds for one look. Default: what probes have themselves. */
  readonly patience?: number
}

/** A probe may come from every balancer each second: many of them share one look. */
const FRESH_MS = 2_000
const PATIENCE_MS = 2_500

/** Threads start before the server listens: without one that answers, or of a worker one that works, all have ended. */
export function createReadiness(input: ReadinessInput): () => Promise<Readiness> {
  const { threads, role, signal } = input
  const databaseFault = createLook(input)
  return async () => {
    const fault = await databaseFault()
    const work = threads.worksInBackground ? 'ok' : 'starting'
    const store = threads.isReady ? (fault ?? 'ok') : 'failed'
    return {
      status: signal.aborted ? 'stopping' : store === 'ok' ? 'ready' : 'failed',
      checks: { store, jobs: role === 'web' ? 'elsewhere' : work },
    }
  }
}

/** Finds the fault of the database; `undefined`: it has none. */
function createLook({
  look,
  warn,
  now = () => performance.now(),
  patience = PATIENCE_MS,
}: ReadinessInput): () => Promise<string | undefined> {
  if (!look) return async () => undefined
  let last: { readonly at: number; readonly fault: string | undefined } | undefined
  let looking: Promise<string | undefined> | undefined
  const ask = async (): Promise<string | undefined> => {
    const [fault, error] = await within(patience, look)
    if (fault !== undefined && last?.fault === undefined) warn(`The server is not ready: ${fault}`, error)
    last = { at: now(), fault }
    return fault
  }
  return async () => {
    if (last && now() - last.at < FRESH_MS) return last.fault
    return (looking ??= ask().finally(() => (looking = undefined)))
  }
}

async function within(
  patience: number,
  look: () => Promise<void>,
): Promise<readonly [fault: string | undefined, error?: unknown]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly [string]>((resolve) => {
    timer = setTimeout(() => resolve(['the database does not answer']), patience)
  })
  const found = look().then(
    () => [undefined] as const,
    (error: unknown) => [faultOf(error), error] as const,
  )
  return Promise.race([found, late]).finally(() => clearTimeout(timer))
}

/** Anybody may probe: no host, no user and no name of a database is in it. */
function faultOf(error: unknown): string {
  const cause = isWukuError(error) ? error.cause : error
  const { code } = Object(cause) as { readonly code?: unknown }
  const told = typeof code === 'string' ? code : ''
  if (told === '57P03') return 'the database is starting or stopping'
  if (/^(?:28|3D|42501)/.test(told)) return 'the database refuses the login'
  if (/^(?:42P01|3F)/.test(told)) return 'the database has no store in this schema'
  if (/^E[A-Z]/.test(told)) return `the database is not reached (${told})`
  return 'the database cannot be used'
}

/** One connection at most in `FRESH_MS`, of its own: those of the store may wait for a server that is gone. */
export function lookAtDatabase({ url, schema }: DatabaseSettings): (() => Promise<void>) | undefined {
  if (url() === '') return undefined
  return async () => {
    const { demandAnswering } = await import('../../adapters/postgres/examine.ts')
    await demandAnswering(url(), schema)
  }
}
