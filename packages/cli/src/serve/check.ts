import { msg, tr } from '@wuku/messages/cli'
import { printChange } from '@wuku/terminal/command-page'
import type { Outcome } from '@wuku/terminal/command-types'
import type { LocalShell } from '../local-shell.ts'
import { findInstance } from '@wuku/settings/server-file'

/** A supervisor asks again and again: one that is silent for this long is not ready. */
const TIMEOUT_MS = 4000

interface ReadinessReport {
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}

/** Asks the server of a data folder at its own door whether it is ready: images need no other program for it. */
export async function checkServer(home: string, shell: LocalShell): Promise<Outcome> {
  const server = await findInstance(home)
  const report = server ? await ask(server.url, shell.signal) : { status: 'absent', checks: {} }
  printChange(shell, { ...report, ...(server && { url: server.url }) }, () => [inWords(report, server?.url ?? home)])
  return report.status === 'ready' ? 'done' : 'failed'
}

async function ask(url: string, signal: AbortSignal): Promise<ReadinessReport> {
  const limits = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    const response = await fetch(`${url}/readyz`, { signal: limits })
    return (await response.json()) as ReadinessReport
  } catch {
    return { status: 'silent', checks: {} }
  }
}

function inWords({ status, checks }: ReadinessReport, where: string): string {
  if (status === 'absent') return tr(msg('noServerRunsDataFolder2', { home: where }))
  if (status === 'silent') return tr(msg('serverDoesNotAnswer', { where }))
  const each = Object.entries(checks).map(([name, state]) => `${name} ${state}`)
  return tr(msg('serverIs', { where, status, checks: each.join(', ') }))
}
