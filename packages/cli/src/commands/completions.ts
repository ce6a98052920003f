import { msg } from '@wuku/messages/cli'
import { existsSync } from 'node:fs'
import type { Operation } from '@wuku/kernel/base/operation'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Outcome } from '@wuku/terminal/command-types'
import { partsOf, type Part } from '@wuku/terminal/completions/completion-parts'
import { bash, fish, powershell, zsh } from '@wuku/terminal/completions/scripts'
import { translatorOf } from '@wuku/terminal/terminal'
import { clients } from '@wuku/connect/clients'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

const scripts: Readonly<Record<string, (parts: readonly Part[]) => string>> = { bash, zsh, fish, powershell }
const shells = Object.keys(scripts)

type LoadAll = (operations: readonly Operation[]) => Promise<readonly Command<LocalShell>[]>

export const completionsCommand = ({ settings }: CommandsInput, load: LoadAll): Command<LocalShell> => ({
  name: 'completions',
  title: 'Print what lets a shell complete commands, flags and sources',
  positional: ['shell'],
  flags: () => ({
    '--shell TEXT': { description: 'The shell.', choices: shells },
    '--sources': 'Print the names of sources, as the scripts ask for them.',
  }),
  examples: [
    { description: 'bash, in ~/.bashrc: source <(wuku completions bash)', line: 'wuku completions bash' },
    { description: 'zsh, in ~/.zshrc below compinit: source <(wuku completions zsh)', line: 'wuku completions zsh' },
    { description: 'fish, into ~/.config/fish/completions/wuku.fish', line: 'wuku completions fish' },
    {
      description: 'PowerShell, in $PROFILE: piped to Out-String | Invoke-Expression',
      line: 'wuku completions powershell',
    },
  ],
  async run({ shell: name, sources }, shell): Promise<Outcome> {
    if (sources === true) return printSources(shell, settings.home)
    const write = Object.hasOwn(scripts, String(name)) ? scripts[String(name)] : undefined
    if (!write) throw unknownShell(name)
    const { out } = shell.terminal
    const operations = await shell.operations()
    const commands = await load(operations)
    const words = { call: namesOf(operations), help: namesOf(commands), connect: namesOf(clients) }
    out.write(write(partsOf(commands, words, translatorOf(out))))
    return 'done'
  },
})

const namesOf = (all: readonly { readonly name: string }[]): readonly string[] => all.map(({ name }) => name)

/** A press of Tab makes no data folder. */
async function printSources({ terminal: { out }, roots }: LocalShell, home: string): Promise<Outcome> {
  if (!existsSync(home)) return 'done'
  const sources = (await roots?.()) ?? []
  out.write(sources.map(({ kind, name }) => `${kind}/${name}\n${name}\n`).join(''))
  return 'done'
}

const unknownShell = (name: unknown): Error =>
  usage(
    name === undefined ? msg('completionsNeedsNameShell') : msg('noCompletion', { name: String(name) }),
    msg('chooseFrom', { shells: shells.join(', ') }),
  )
