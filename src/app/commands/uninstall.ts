import { basename } from 'node:path'
import { WukuError } from '../../core/errors.ts'
import { printJson } from '../../surfaces/cli/answer.ts'
import type { Command, Flag, Input, Outcome } from '../../surfaces/cli/command.ts'
import { harmless, paintFor, sayTo, writeSaid } from '../../surfaces/cli/terminal.ts'
import { commandLine } from '../../text/show/shell-words.ts'
import { packageFolder } from '../package.ts'
import {
  backupsWithin,
  bytesBelow,
  deleteWhole,
  disconnect,
  findBackups,
  findCaches,
  findConnections,
  type ConnectedClient,
} from '../uninstall/trails.ts'
import { sayBytes } from './models/describe.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'

const flags: readonly Flag[] = [
  { key: 'purge', names: ['--purge'], takes: 'nothing', says: 'Delete the data folder too, with all scratchpads.' },
  { key: 'dryRun', names: ['--dry-run'], takes: 'nothing', says: 'Only show what lies where.' },
  { key: 'yes', names: ['--yes'], takes: 'nothing', says: 'Delete the data folder without asking.' },
]

/** Takes out what wuku has put elsewhere, and names what stays. */
export const uninstallCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'uninstall',
  title: 'Show what wuku has put where, and take it out',
  positional: [],
  flags: () => flags,
  examples: [
    { says: 'What lies where', line: 'wuku uninstall --dry-run' },
    { says: 'Connections, services and caches go, data stays', line: 'wuku uninstall' },
    { says: 'Data goes too, once its name was typed', line: 'wuku uninstall --purge' },
  ],
  run: (given, shell) => uninstall(given, shell, input),
})

/** Everything of wuku on this machine. */
interface Trails {
  readonly connections: readonly ConnectedClient[]
  readonly service: string | undefined
  readonly caches: readonly string[]
  readonly data: string
  readonly dataBytes: number
  /** Backups of wuku that lie in the data folder. */
  readonly dataBackups: readonly string[]
  /** Settings of clients as they were before. */
  readonly backups: readonly string[]
  readonly package: string
}

async function uninstall(given: Input, shell: LocalShell, input: CommandsInput): Promise<Outcome> {
  const trails = await findTrails(input)
  const isDry = given['dryRun'] === true
  const isPurged = given['purge'] === true
  if (!isDry && isPurged && given['yes'] !== true) await askFor(trails, shell)
  const left = isDry ? [] : await takeOut(trails, isPurged, shell, input)
  if (shell.json) printJson(shell.terminal.out, { ...trails, dryRun: isDry, purged: isPurged && !isDry, left })
  else if (!shell.quiet || isDry) writeSaid(shell.terminal.out, linesOf(trails, { isDry, isPurged, left }))
  return left.length === 0 ? 'done' : 'failed'
}

async function findTrails(input: CommandsInput): Promise<Trails> {
  const { settings, surroundings } = input
  const { serviceFile } = await import('./service.ts')
  const [connections, caches, dataBytes, dataBackups, backups] = await Promise.all([
    findConnections(surroundings, process.cwd()),
    findCaches(surroundings),
    bytesBelow(settings.home),
    backupsWithin(settings.home),
    findBackups(surroundings, process.cwd()),
  ])
  const service = serviceFile(input)
  return { connections, service, caches, data: settings.home, dataBytes, dataBackups, backups, package: packageFolder }
}

/** Paths that could not be deleted. */
async function takeOut(
  { connections, service, caches, data }: Trails,
  isPurged: boolean,
  shell: LocalShell,
  input: CommandsInput,
): Promise<readonly string[]> {
  const { settings, surroundings } = input
  const silent = { ...shell, json: false, quiet: true }
  if (service !== undefined) await (await import('./service.ts')).uninstallService(silent, { ...input, isDry: false })
  await (await import('../serve/daemon.ts')).stopServer(settings.home, settings.server.graceSeconds, shell.signal)
  const folder = process.cwd()
  for (const each of connections) await disconnect(each, { isProject: each.isProject, folder, places: surroundings })
  const left: string[] = []
  for (const path of [...caches, ...(isPurged ? [data] : [])]) if (!(await deleteWhole(path))) left.push(path)
  return left
}

/** Scratchpads and conversations of deleted files are nowhere else: more than a yes is asked for. */
async function askFor(
  { data, dataBytes, dataBackups }: Trails,
  { terminal: { err }, stdin, json, signal }: LocalShell,
): Promise<void> {
  const said =
    dataBackups.length === 0
      ? `Everything in ${data} is deleted (${sayBytes(dataBytes)}): index, libraries, scratchpads with their history, settings.`
      : `Everything in ${data} is deleted (${sayBytes(dataBytes)}): index, libraries, scratchpads with their history, settings, and these backups: ${dataBackups.join(', ')}.`
  if (!stdin.isTerminal || !err.isTerminal || json)
    throw new WukuError('unconfirmed', said, 'Keep a copy with "wuku backup <place>", then run it again with --yes.')
  const name = basename(data)
  const say = sayTo(err)
  const question = `${paintFor(err).yellow('!')} ${harmless(say(said))}\n  ${say(`Type "${harmless(name)}" to go on:`)} `
  if ((await stdin.ask(question, signal)).trim() === name) return
  throw new WukuError('cancelled', 'Another name was typed; nothing was changed.', 'Run the same command again.')
}

interface Told {
  readonly isDry: boolean
  readonly isPurged: boolean
  readonly left: readonly string[]
}

function linesOf(trails: Trails, { isDry, isPurged, left }: Told): string {
  const { connections, service, caches, data, dataBytes, dataBackups, backups } = trails
  const goes = isDry ? 'goes' : 'gone'
  const dataGoes = isPurged ? goes : 'stays'
  const rows: readonly (readonly [what: string, path: string, state: string])[] = [
    ...connections.flatMap(({ title, places }) =>
      [...Map.groupBy(places, ({ file }) => file)].map(
        ([file, held]) => [`${title} (${held.map(({ part }) => part).join(', ')})`, file, goes] as const,
      ),
    ),
    ...(service === undefined ? [] : [['service', service, goes] as const]),
    ...caches.map((path) => ['cache', path, left.includes(path) ? 'could not be deleted' : goes] as const),
    [`data, ${sayBytes(dataBytes)}`, data, left.includes(data) ? 'could not be deleted' : dataGoes],
    ...dataBackups.map((path) => ['backup', path, left.includes(data) ? 'could not be deleted' : dataGoes] as const),
    ...backups.map((path) => ['settings before', path, 'stays'] as const),
    ['program', trails.package, 'stays'],
  ]
  const lines = rows.map(([what, path, state]) => `${state.padEnd(6)} ${what}: ${path}`)
  return [...lines, ...next(trails, { isDry, isPurged }), ''].join('\n')
}

function next({ data, backups, package: place }: Trails, { isDry, isPurged }: Omit<Told, 'left'>): readonly string[] {
  const isOfNpm = place.includes('node_modules')
  return [
    ...(isDry ? ['Nothing was changed.'] : []),
    ...(isPurged ? [] : [`Data stays until: ${isDry ? 'wuku uninstall --purge' : commandLine`rm -r ${data}`}`]),
    ...(backups.length > 0
      ? ['The settings before are those of your clients, as they were when wuku changed them.']
      : []),
    ...(isOfNpm && !isDry ? ['Last step: npm uninstall -g wuku'] : []),
  ]
}
