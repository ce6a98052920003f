import { Message } from '@wuku/messages/message'
import type { Command, Flag, FlagTable } from './command-types.ts'

type WithFlags = Pick<Command, 'flags'>

export function commandFlags({ flags }: WithFlags): readonly Flag[] {
  const declared = flags?.() ?? []
  return isList(declared) ? declared : flagTable(declared)
}

const isList = (flags: readonly Flag[] | FlagTable): flags is readonly Flag[] => Array.isArray(flags)

/** For a command that is another one and more. */
export const moreFlags = (command: WithFlags, more: FlagTable) => [...commandFlags(command), ...flagTable(more)]

export const flagTable = (rows: FlagTable): readonly Flag[] =>
  Object.entries(rows).map(([usage, row]) => {
    const [, names = '', value = ''] = /^(.*?)(?: (N|TEXT|A,B|JSON))?$/.exec(usage) ?? []
    const [first = '', ...others] = names.split(', ')
    const details = typeof row === 'string' || row instanceof Message ? { description: row } : row
    return { key: camel(first), names: [first, ...others], takes: valueTypes[value] ?? 'nothing', ...details }
  })

const valueTypes: Readonly<Record<string, Flag['takes']>> = { N: 'number', TEXT: 'text', 'A,B': 'list', JSON: 'json' }

const camel = (name: string): string =>
  name.replace(/^--/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const commonFlags: readonly Flag[] = flagTable({
  '--json': 'Print the answer as JSON.',
  '--quiet, -q': 'No progress, no hints; a change that went well says nothing.',
  '--help, -h': 'Show this help.',
})

/** For commands that look for something. */
export const failEmptyFlag: FlagTable = { '--fail-empty': 'End with 1 if nothing is found, as grep does.' }

/** For a command of which one action looks for something. */
export const failEmptySearch: FlagTable = { '--fail-empty': 'search: end with 1 if nothing is found, as grep does.' }

export const kebab = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
