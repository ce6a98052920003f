import { msg, english } from '@wuku/messages/terminal'
import { WukuError } from '@wuku/core/errors'
import { isRecord } from '@wuku/core/lenient-parsing'
import type { Operation } from '@wuku/kernel/base/operation'
import { nearest } from '@wuku/text/edits/edit'
import { readJson, usage } from './arguments.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import type { Command, Shell } from './command-types.ts'
import { failEmptyFlag } from './flags.ts'
import { helpOptions, inputHelp } from './help.ts'
import { flagsOf, runOperation } from './operation-command.ts'

/** Any operation by name, with its input as JSON: what an agent would send, typed by hand or by a script. */
export const callCommand = (operations: readonly Operation[]): Command => ({
  name: 'call',
  title: 'Run any operation by name, with JSON input',
  positional: ['operation', 'input'],
  flags: () => ({
    '--operation TEXT': {
      description: msg('one2', { choices: operations.map(({ name }) => name).join(', ') }),
      isRequired: true,
    },
    '--input TEXT': 'A JSON object; nothing means {}.',
    ...failEmptyFlag,
  }),
  examples: [
    { description: 'What an agent would send', line: `wuku call search '{"query": "tides", "limit": 3}'` },
    { description: 'The structured answer', line: 'wuku call status --json' },
  ],
  helpFor: ({ operation: named }, out) => {
    const operation = operationNamed(operations, String(named))
    const examples = operation.examples.map(({ label: description, input }) => ({
      description,
      line: commandLine`wuku call ${operation.name} ${JSON.stringify(input)}`,
    }))
    return inputHelp(
      { name: operation.name, title: operation.description, flags: flagsOf(operation), examples },
      helpOptions(out),
    )
  },
  run: async ({ operation: name, input = '{}', failEmpty = false }, shell) => {
    if (typeof name !== 'string') throw usage(msg('callNeedsNameOperation'))
    const operation = operationNamed(operations, name)
    const json = readJson(String(input), 'The input')
    if (!isRecord(json)) throw usage(msg('inputMustJsonObject'))
    if (failEmpty && !operation.foundNothing) throw usage(msg('looksNothing', { name: operation.name }))
    return runOperation(operation, json, { shell: forModels(shell), failEmpty: failEmpty === true })
  },
})

/** Answers of tools are made for models: they are the same in every language. */
const forModels = (shell: Shell): Shell => ({
  ...shell,
  isForModels: true,
  terminal: { ...shell.terminal, out: { ...shell.terminal.out, translate: english } },
})

function operationNamed(operations: readonly Operation[], name: string): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (found) return found
  const names = operations.map((operation) => operation.name)
  const [near] = nearest(name, names, { max: 3, limit: 1 })
  throw new WukuError(
    'unknown-operation',
    msg('noOperation', { name: name.slice(0, 100) }),
    near ? msg('didYouMean3', { near }) : msg('knownOperations', { names: names.join(', ') }),
  )
}
