import { msg, tr } from '@wuku/messages/cli'
import { basename } from 'node:path'
import { printChange, printLines } from '@wuku/terminal/command-page'
import type { Command, Input, Outcome } from '@wuku/terminal/command-types'
import { askName } from '@wuku/terminal/confirm'
import { padEnd } from '@wuku/text/show/width'
import { commandLine } from '@wuku/text/show/shell-words'
import { packageFolder } from '@wuku/settings/package'
import {
  backupsWithin,
  bytesBelow,
  deleteTree,
  disconnect,
  findBackups,
  findCaches,
  findConnections,
  type ConnectedClient,
} from '../uninstall/installed-items.ts'
import { sizeOf } from '@wuku/kernel/base/answer-table'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

export const uninstallCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'uninstall',
  title: 'Show what wuku has put where, and take it out',
  flags: () => ({
    '--purge': 'Delete the data folder too, with all scratchpads.',
    '--dry-run': 'Only show what is installed and where.',
    '--yes': 'Delete the data folder without asking.',
  }),
  examples: [
    { description: 'What is installed, and where', line: 'wuku uninstall --dry-run' },
    { description: 'Connections, services and caches go, data stays', line: 'wuku uninstall' },
    { description: 'Data goes too, once its name was typed', line: 'wuku uninstall --purge' },
  ],
  run: (given, shell) => uninstall(given, shell, input),
})

interface InstalledItems {
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
  const installed = await findInstalled(input)
  const isDry = given['dryRun'] === true
  const isPurged = given['purge'] === true
  if (!isDry && isPurged && given['yes'] !== true) await askFor(installed, shell)
  const left = isDry ? [] : await removeInstalled(installed, isPurged, shell, input)
  const facts = { ...installed, dryRun: isDry, purged: isPurged && !isDry, left }
  const print = isDry ? printLines : printChange
  print(shell, facts, () => linesOf(installed, { isDry, isPurged, left }))
  return left.length === 0 ? 'done' : 'failed'
}

async function findInstalled(input: CommandsInput): Promise<InstalledItems> {
  const { settings, environment } = input
  const { serviceFile } = await import('./service.ts')
  const [connections, caches, dataBytes, dataBackups, backups] = await Promise.all([
    findConnections(environment, process.cwd()),
    findCaches(environment),
    bytesBelow(settings.home),
    backupsWithin(settings.home),
    findBackups(environment, process.cwd()),
  ])
  const service = serviceFile(input)
  return { connections, service, caches, data: settings.home, dataBytes, dataBackups, backups, package: packageFolder }
}

/** Paths that could not be deleted. */
async function removeInstalled(
  { connections, service, caches, data }: InstalledItems,
  isPurged: boolean,
  shell: LocalShell,
  input: CommandsInput,
): Promise<readonly string[]> {
  const { settings, environment } = input
  const silent = { ...shell, json: false, quiet: true }
  if (service !== undefined) await (await import('./service.ts')).uninstallService(silent, { ...input, isDry: false })
  await (
    await import('@wuku/server/serve/daemon')
  ).stopServer(settings.home, settings.server.graceSeconds, shell.signal)
  const folder = process.cwd()
  for (const each of connections) await disconnect(each, { isProject: each.isProject, folder, places: environment })
  const left: string[] = []
  for (const path of [...caches, ...(isPurged ? [data] : [])]) if (!(await deleteTree(path))) left.push(path)
  return left
}

/** Scratchpads and conversations of deleted files are nowhere else: more than a yes is asked for. */
function askFor({ data, dataBytes, dataBackups }: InstalledItems, shell: LocalShell): Promise<void> {
  const warning =
    dataBackups.length === 0
      ? msg('everythingDeletedIndexLibrariesScratchpads', { data, formatBytes: sizeOf(dataBytes) })
      : msg('everythingDeletedIndexLibrariesScratchpads2', {
          data,
          formatBytes: sizeOf(dataBytes),
          dataBackups: dataBackups.join(', '),
        })
  return askName(basename(data), warning, shell, msg('keepCopyBackupPlaceThen'))
}

interface UninstallOutcome {
  readonly isDry: boolean
  readonly isPurged: boolean
  readonly left: readonly string[]
}

function linesOf(installed: InstalledItems, { isDry, isPurged, left }: UninstallOutcome): readonly string[] {
  const { connections, service, caches, data, dataBytes, dataBackups, backups } = installed
  const removedState = isDry ? 'goes' : 'gone'
  const dataState = isPurged ? removedState : 'stays'
  const rows: readonly (readonly [what: string, path: string, state: string])[] = [
    ...connections.flatMap(({ title, places }) =>
      [...Map.groupBy(places, ({ file }) => file)].map(
        ([file, parts]) => [`${title} (${parts.map(({ part }) => tr(part)).join(', ')})`, file, removedState] as const,
      ),
    ),
    ...(service === undefined ? [] : [['service', service, removedState] as const]),
    ...caches.map((path) => ['cache', path, left.includes(path) ? 'could not be deleted' : removedState] as const),
    [tr(msg('dataOf', { size: sizeOf(dataBytes) })), data, left.includes(data) ? 'could not be deleted' : dataState],
    ...dataBackups.map((path) => ['backup', path, left.includes(data) ? 'could not be deleted' : dataState] as const),
    ...backups.map((path) => ['settings before', path, 'stays'] as const),
    ['program', installed.package, 'stays'],
  ]
  const lines = rows.map(([what, path, state]) => `${padEnd(tr(state), 6)} ${tr(what)}${tr(': ')}${path}`)
  return [...lines, ...next(installed, { isDry, isPurged })]
}

function next({ data, backups, package: place }: InstalledItems, { isDry, isPurged }: Omit<UninstallOutcome, 'left'>) {
  const isOfNpm = place.includes('node_modules')
  return [
    ...(isDry ? [tr('Nothing was changed.')] : []),
    ...(isPurged
      ? []
      : [tr(msg('dataStaysUntil', { value: isDry ? 'wuku uninstall --purge' : commandLine`rm -r ${data}` }))]),
    ...(backups.length > 0
      ? [tr('The settings before are those of your clients, as they were when wuku changed them.')]
      : []),
    ...(isOfNpm && !isDry ? [tr('Last step: npm uninstall -g wuku')] : []),
  ]
}
