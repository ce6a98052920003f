import { msg } from '@wuku/messages/cli'
import { hasAdmin } from '@wuku/kernel/accounts/users'
import type { Engine } from '@wuku/kernel/base/engine'
import { needsSigningKeys } from '@wuku/server/serve/signing-keys'
import type { Settings } from '@wuku/settings/app-settings'
import { ok, warn, type Finding } from '../finding.ts'

/** Settings with which several instances of a server would not be one. */
export function examineInstances({ server, team: { database, blobs } }: Settings): readonly Finding[] {
  if (database.url() === '') return []
  const findings: Finding[] = []
  if (server.role !== 'all' && blobs === '')
    findings.push(
      warn(
        'originals',
        'They lie in the data folder of this machine: what one instance receives, a worker elsewhere cannot read.',
        'Set BLOBS_URL to a bucket, s3://bucket/prefix, or to a folder that all instances mount.',
      ),
    )
  if (server.mcpSessions)
    findings.push(
      warn(
        'MCP sessions',
        'They live in one instance: another one does not know them.',
        'Set server.mcpSessions to false, or let the balancer send each Mcp-Session-Id to one instance.',
      ),
    )
  return findings
}

/** Without accounts a browser logs in at the server of one machine. */
export async function examineLogins(settings: Pick<Settings, 'team' | 'auth'>, { accounts }: Pick<Engine, 'accounts'>) {
  if (!needsSigningKeys(settings) || !(await accounts.read(hasAdmin))) return []
  return [
    warn(
      'logins',
      'A login by a key lasts in its tab of the browser alone: instances over one database need auth.signingKeys to sign logins alike.',
      'Make one with: openssl rand -base64 32, and give it to all of them in WUKU_AUTH_SIGNING_KEYS.',
    ),
  ]
}

/** A worker looks each second, so that a job only waits longer where others run. */
const LONG_MS = 120_000

export async function examineJobs(engine: Engine): Promise<readonly Finding[]> {
  const request = { statuses: ['queued', 'running'], limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const
  const { items } = await engine.read((view) => view.jobs.list(request))
  const waiting = items.filter(({ createdAt }) => createdAt < engine.now() - LONG_MS)
  if (waiting.length === 0 || items.some(({ status }) => status === 'running')) return []
  return [
    warn(
      'jobs',
      msg('waitedMinutesNoServerRuns', { jobs: waiting.length }),
      'Start one that does: wuku serve, or wuku serve --role worker beside others.',
    ),
  ]
}

const RECENT_DAYS = 30

/** Agents of other machines, and of other users of this one, have their settings elsewhere: they show by their calls. */
export async function examineCallers(open: () => Promise<Engine>): Promise<readonly Finding[]> {
  try {
    const engine = await open()
    const request = { surface: 'mcp', from: engine.now() - RECENT_DAYS * 86_400_000, limit: 1, offset: 0 } as const
    const { items } = await engine.read((view) => view.records.calls(request))
    return items.map(({ client }) => ok('agent', msg('calledLastDays', { client, recentDays: RECENT_DAYS })))
  } catch {
    // That the store cannot be opened is a finding of its own.
    return []
  }
}
