import { msg, tr } from '@wuku/messages/terminal'
import { flagTable } from '../flags.ts'
import type { WukuError } from '@wuku/core/errors'
import { everyAuditEntry, type AuditPage, type AuditOutput } from '@wuku/kernel/operations/list-audit'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'
import { usage } from '../arguments.ts'
import type { Command, Input, Shell } from '../command-types.ts'
import { present, type Page, type Shown } from '../command-page.ts'
import { callNamed } from '../operation-command.ts'
import { tablePage, type Column } from '../table.ts'

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
    if (jsonl === true) await exportAll(filters, ask, shell)
    else present(await ask({ ...filters, page_size: limit ?? DEFAULT_ROWS }), showEntries, shell)
    return 'done'
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

async function exportAll(filters: Input, ask: Ask, { terminal: { out }, signal }: Shell): Promise<void> {
  for await (const entry of everyAuditEntry(filters, ask)) {
    if (signal.aborted) return
    out.write(`${JSON.stringify(withoutHiddenWithin(entry))}\n`)
  }
}

const columns: readonly Column<AuditOutput>[] = [
  { head: 'when', cell: ({ at }) => at.slice(0, 19).replace('T', ' '), align: 'left' },
  { head: 'who', cell: ({ actor_name: name }) => name, align: 'left' },
  { head: 'from', cell: ({ address }) => address ?? '', align: 'left' },
  { head: 'what', cell: ({ action }, { bold }) => bold(action), align: 'left' },
  {
    head: '',
    cell: ({ outcome }) => (outcome === 'denied' ? outcome : ''),
    align: 'left',
    colour: 'red',
    is: 'word',
  },
  { head: 'target', cell: ({ target }) => target ?? '', align: 'left', least: 8 },
  { head: '', cell: ({ facts }) => factsText(facts), least: 10 },
]

const factsText = (facts: AuditOutput['facts']): string =>
  Object.entries(facts)
    .map(([key, fact]) => `${key} ${Array.isArray(fact) ? fact.join(',') : String(fact)}`)
    .join(', ')

const showEntries = ({ list, total }: AuditPage, page: Page): Shown =>
  tablePage(columns, list, page, {
    foot: list.length < total ? [tr(msg('moreLimitJsonl', { total: total - list.length, total2: total }))] : [],
    ...(total === 0 && { none: tr('Nothing yet.') }),
  })
