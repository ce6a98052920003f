import { msg } from '@wuku/messages/terminal'
import type { WukuError } from '@wuku/core/errors'
import { everyAuditEntry, type AuditPage } from '@wuku/kernel/operations/list-audit'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import { usage } from '../arguments.ts'
import type { Command, Input, Outcome, Shell } from '../command-types.ts'
import { callNamed, operationNamed, runOperation } from '../operation-command.ts'

export const auditCommand: Command = {
  name: 'audit',
  title: 'Who did what: keys, users, logins, libraries, sources; what was denied',
  flags: () => ({
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
    if (jsonl === true && limit !== undefined) throw usage(msg('jsonlWritesAll'))
    if (jsonl === true) return exportAll(filters, shell)
    const input = { ...filters, page_size: limit ?? DEFAULT_ROWS }
    return runOperation(await operationNamed('list-audit', shell), input, { shell, refuse })
  },
}

const DEFAULT_ROWS = 50

/** `--limit` is the size of a page. */
const typedName = (key: string): string => key.replace(/^page_size$/, 'limit')

const refuse = ([issue]: readonly { readonly path: readonly PropertyKey[] }[]): WukuError =>
  usage(msg('wrongValue', { key: typedName(String(issue?.path[0] ?? '')) }))

async function exportAll(filters: Input, shell: Shell): Promise<Outcome> {
  const ask = (input: Input): Promise<AuditPage> => callNamed(shell, 'list-audit', input, refuse)
  for await (const entry of everyAuditEntry(filters, ask)) {
    if (shell.signal.aborted) break
    shell.terminal.out.write(`${JSON.stringify(withoutHiddenWithin(entry))}\n`)
  }
  return 'done'
}
