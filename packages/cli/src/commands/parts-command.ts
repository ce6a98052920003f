import { rm } from 'node:fs/promises'
import { msg, tr, type Text } from '@wuku/messages/cli'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { addsPart, findPart, partFolder, parts, type Part } from '@wuku/core/parts/part'
import { groupCommand, type Action } from '@wuku/terminal/action-groups'
import { present, printChange } from '@wuku/terminal/command-page'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Shell } from '@wuku/terminal/command-types'
import { paintFor } from '@wuku/terminal/terminal'
import { installWhereMissing } from '../install-part.ts'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** Parts are packages in the data folder of this machine, and no operation knows them. */
const local = { calls: [], ofThisMachine: 'Parts are packages on this machine.' } as const

const names = Object.keys(parts).join(', ')

const needs = { part: ['A part is missing.', msg('nameOnePart', { names })] } as const

const actionsFor = ({ settings }: CommandsInput): Readonly<Record<string, Action>> => ({
  list: {
    ...local,
    description: 'Optional parts, and which are installed',
    does: async (_request, shell) => list(settings.home, shell),
  },
  add: {
    ...local,
    description: 'Install one, by npm',
    takes: '<part>',
    needs,
    async does({ words }, shell) {
      const part = partNamed(words['part'])
      const installed = await installWhereMissing(part, settings, shell)
      return printResult(shell, { part: part.name, installed }, added(part, installed))
    },
  },
  remove: {
    ...local,
    description: 'Delete one',
    takes: '<part>',
    needs,
    async does({ words }, shell) {
      const part = partNamed(words['part'])
      await rm(partFolder(part, settings.home), { recursive: true, force: true })
      return printResult(shell, { part: part.name, removed: true }, msg('removed', part))
    },
  },
})

export const partsCommand = (input: CommandsInput): Command<LocalShell> =>
  groupCommand({
    name: 'parts',
    title: 'Optional parts that are too heavy to come with wuku: list, add, remove',
    examples: [
      { description: 'What there is', line: 'wuku parts' },
      { description: 'Read PDF files', line: 'wuku parts add pdf' },
      { description: 'Run models on this machine', line: 'wuku parts add models' },
    ],
    actions: actionsFor(input),
    flags: { '--words A,B': `A part: ${names}.` },
  })

function partNamed(name: string | undefined): Part {
  const part = Object.values(parts).find((each) => each.name === name)
  if (part) return part
  throw usage(msg('noPart', { name: (name ?? '').slice(0, 60), names }))
}

const columns: readonly TableColumn<{ readonly part: Part; readonly installed: boolean }>[] = [
  { cell: ({ part }) => part.name, look: 'bold' },
  { cell: ({ part }) => part.gives, is: 'word' },
  {
    cell: ({ part, installed }) => (installed ? tr('installed') : `${part.megabytes} MB: ${addsPart(part)}`),
    lookOf: ({ installed }) => (installed ? 'green' : undefined),
  },
]

function list(home: string, shell: Shell): 'done' {
  const rows = Object.values(parts).map((part) => ({ part, installed: findPart(part, home) !== undefined }))
  const facts = rows.map(({ part: { name, version, megabytes, ...part }, installed }) => {
    return { name, installed, package: `${part.package}@${version}`, megabytes }
  })
  present({ parts: facts }, () => ({ columns, rows }), shell)
  return 'done'
}

function added(part: Part, installed: boolean): Text {
  const values = { ...part, next: part.name === 'pdf' ? ' Next: wuku index' : '' }
  return installed ? msg('partInstalled', values) : msg('partThere', values)
}

const printResult = (shell: Shell, facts: object, message: Text): 'done' =>
  printChange(shell, facts, () => [`${paintFor(shell.terminal.out).green('✓')} ${tr(message)}`])
