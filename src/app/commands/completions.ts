import { existsSync } from 'node:fs'
import { owner } from '../../engine/caller.ts'
import type { Operation } from '../../engine/operation.ts'
import { usage } from '../../surfaces/cli/arguments.ts'
import type { Command, Outcome } from '../../surfaces/cli/command.ts'
import { fish, powershell } from '../../surfaces/cli/completions/others.ts'
import { partsOf, type Part } from '../../surfaces/cli/completions/parts.ts'
import { bash, zsh } from '../../surfaces/cli/completions/posix.ts'
import { sayTo } from '../../surfaces/cli/terminal.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'

/** How each shell is told. */
const scripts: Readonly<Record<string, (parts: readonly Part[]) => string>> = { bash, zsh, fish, powershell }
const shells = Object.keys(scripts)

type LoadAll = (operations: readonly Operation[]) => Promise<readonly Command<LocalShell>[]>

export const completionsCommand = ({ settings }: CommandsInput, load: LoadAll): Command<LocalShell> => ({
  name: 'completions',
  title: 'Print what lets a shell complete commands, flags and sources',
  positional: ['shell'],
  flags: () => [
    { key: 'shell', names: ['--shell'], takes: 'text', choices: shells, says: 'The shell.' },
    {
      key: 'sources',
      names: ['--sources'],
      takes: 'nothing',
      says: 'Print the names of sources, as the scripts ask for them.',
    },
  ],
  examples: [
    { says: 'bash: in ~/.bashrc', line: 'source <(wuku completions bash)' },
    { says: 'zsh: in ~/.zshrc, after compinit', line: 'source <(wuku completions zsh)' },
    { says: 'fish', line: 'wuku completions fish > ~/.config/fish/completions/wuku.fish' },
    { says: 'PowerShell: in $PROFILE', line: 'wuku completions powershell | Out-String | Invoke-Expression' },
  ],
  async run({ shell: name, sources }, shell): Promise<Outcome> {
    if (sources === true) return printSources(shell, settings.home)
    const write = Object.hasOwn(scripts, String(name)) ? scripts[String(name)] : undefined
    if (!write) throw unknownShell(name)
    const { out } = shell.terminal
    const operations = await shell.operations()
    const names = operations.map((operation) => operation.name)
    out.write(write(partsOf(await load(operations), names, sayTo(out))))
    return 'done'
  },
})

/** A press of Tab makes no data folder. */
async function printSources({ terminal: { out }, engine }: LocalShell, home: string): Promise<Outcome> {
  if (!existsSync(home)) return 'done'
  const sources = await (await engine()).for(owner('cli')).read((view) => view.sources.list())
  out.write(sources.map(({ kind, name }) => `${kind}/${name}\n${name}\n`).join(''))
  return 'done'
}

const unknownShell = (name: unknown): Error =>
  usage(
    name === undefined
      ? 'wuku completions needs the name of a shell.'
      : `There is no completion for "${String(name)}".`,
    `Choose from: ${shells.join(', ')}.`,
  )
