import { msg } from '@wuku/messages/terminal'
import { flagTable } from '../flags.ts'
import type { WukuError } from '@wuku/core/errors'
import { everyAuditEntry, type AuditPage } from '@wuku/kernel/operations/list-audit'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import { usage } from '../arguments.ts'
import type { Command, Input, Outcome, Shell } from '../command-types.ts'
import { callNamed, operationNamed, runOperation } from '../operation-command.ts'

/** `wuku audit`: who did what on the server of this data folder. */
export const auditCommand: Command = {
  name: 'audit',
  title: 'Who did what: keys, users, logins, libraries, sources; what was denied',
  positional: [],
  flags: () =>
    flagTable({
      '--action A,B': 'Only these actions, such as key.create.',
      '--actor TEXT': 'Only acts of this user, by name or id.',
      '--target TEXT': 'Only acts on what has this id.',
      '--denied': 'Only what was denied.',
      '--since TEXT': 'From this moment on, such as 2026-11-22T00:00:00Z.',
      '--until TEXT': 'Before this moment.',
      '--limit, -n N': 'Maximum number of lines.',
      '--jsonl': 'All of it as JSON, a line for each entry.',
    }),
  examples: [
    { description: 'What was denied', line: 'wuku audit --denied' },
    { description: 'Acts of a user', line: 'wuku audit --actor ann' },
    { description: 'All of it, for another program', line: 'wuku audit --jsonl' },
  ],
  async run({ denied, limit, jsonl, ...given }, shell) {
    const filters = { ...given, ...(denied === true && { outcome: 'denied' }) }
    const ask: Ask = (input) => callNamed(shell, 'list-audit', input, refuse)
    if (jsonl === true && limit !== undefined) throw usage(msg('jsonlWritesAll'))
    if (jsonl === true) return exportAll(filters, ask, shell)
    const input = { ...filters, page_size: limit ?? DEFAULT_ROWS }
    return runOperation(await operationNamed('list-audit', shell), input, { shell, refuse })
  },
}

const DEFAULT_ROWS = 50

type Ask = (input: Input) => Promise<AuditPage>

/** Arguments of the operation by another name. */
const typed: ReadonlyMap<string, string> = new Map([['page_size', 'limit']])

const refuse = ([issue]: readonly { readonly path: readonly PropertyKey[] }[]): WukuError => {
  const key = String(issue?.path[0] ?? '')
  return usage(msg('wrongValue', { key: typed.get(key) ?? key }))
}

async function exportAll(filters: Input, ask: Ask, { terminal: { out }, signal }: Shell): Promise<Outcome> {
  for await (const entry of everyAuditEntry(filters, ask)) {
    if (signal.aborted) break
    out.write(`${JSON.stringify(withoutHiddenWithin(entry))}\n`)
  }
  return 'done'
}
