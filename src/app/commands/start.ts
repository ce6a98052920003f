import { dirname, join, relative } from 'node:path'
import type { Source } from '../../core/words.ts'
import type { Engine } from '../../engine/engine.ts'
import type { IndexReport } from '../../engine/parts/index-runs.ts'
import { owner } from '../../engine/caller.ts'
import { indexWithVectors } from '../../engine/operations/index-sources.ts'
import { allFailed } from '../../engine/operations/report.ts'
import { printJson } from '../../surfaces/cli/answer.ts'
import type { Command, Shell } from '../../surfaces/cli/command.ts'
import { showProgress } from '../../surfaces/cli/progress.ts'
import type { ServerCommand } from '../connect/client.ts'
import { clients } from '../connect/clients.ts'
import { serverCommand } from '../connect/tool-arguments.ts'
import { launcher, packageFolder, readVersion } from '../package.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'
import { welcome, sampleSearch, type Sample } from './welcome.ts'
import { commandLine } from '../../text/show/shell-words.ts'

export interface Started {
  readonly version: string
  readonly sources: readonly Source[]
  readonly report: IndexReport
  readonly sample: Sample | undefined
  /** What starts wuku on this machine, whatever the folder. */
  readonly server: ServerCommand
  /** What the user types before a command. */
  readonly typed: string
}

export const startCommand = ({ surroundings }: CommandsInput): Command<LocalShell> => ({
  name: 'start',
  title: 'Index a folder and show how to connect an agent',
  positional: ['folders...'],
  flags: () => [
    {
      key: 'folders',
      names: ['--folders', '--folder'],
      takes: 'list',
      says: 'Folders to index. Default: this folder.',
    },
  ],
  examples: [
    { says: 'Index a folder and show how to connect an agent', line: 'wuku start ~/notes' },
    { says: 'Several at once', line: 'wuku start ~/notes ~/work/handbook' },
  ],
  async run({ folders = [defaultFolder()] }, shell) {
    const engine = await shell.engine()
    const { sources, report } = await takeIn(folders as readonly string[], engine, shell)
    const started: Started = {
      version: readVersion(),
      sources,
      report,
      sample: await sampleSearch(sources, engine),
      server: serverCommand(surroundings),
      typed: typedCommand(),
    }
    if (shell.json) printJson(shell.terminal.out, { ...started, clients: clients.map(({ name }) => name) })
    else if (!shell.quiet) shell.terminal.out.write(welcome(started, shell.terminal.out))
    return allFailed(started.report) ? 'failed' : 'done'
  },
})

/** In a fresh clone there is something to look at: the documentation that came with it. */
const defaultFolder = (): string =>
  relative(packageFolder, process.cwd()) === '' ? join(packageFolder, 'docs') : process.cwd()

async function takeIn(
  folders: readonly string[],
  engine: Engine,
  shell: Shell,
): Promise<Pick<Started, 'sources' | 'report'>> {
  const sources: Source[] = []
  for (const root of folders) sources.push(await engine.sources.add({ root, options: {} }))
  const progress = showProgress(shell)
  try {
    const names = sources.map(({ kind, name }) => `${kind}/${name}`)
    return {
      sources,
      report: await indexWithVectors(
        { sources: names },
        { engine, caller: owner('cli'), progress: progress.step, signal: shell.signal },
      ),
    }
  } finally {
    progress.end()
  }
}

/** `wuku` where npm has put it on the path, `npx wuku` beside a project, otherwise the way to the launcher from here. */
function typedCommand(started = process.argv[1] ?? ''): string {
  if (dirname(started).endsWith(join('node_modules', '.bin'))) return 'npx wuku'
  if (!started.endsWith('.js')) return 'wuku'
  const near = relative(process.cwd(), launcher)
  return commandLine`node ${near.startsWith('..') ? launcher : near}`
}
