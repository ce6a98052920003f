import { msg, unpacked } from '@wuku/messages/cli'
import { execFile } from 'node:child_process'
import { WukuError } from '@wuku/core/errors'
import type { Command } from '@wuku/terminal/command-types'
import { parseToolsets } from '@wuku/mcp/toolsets'
import { commandLine } from '@wuku/text/show/shell-words'
import { fail, ok, printFindings, warn, type Finding } from '../finding.ts'
import { isSingle, packageFolder, readVersion } from '@wuku/settings/package'
import type { Settings } from '@wuku/settings/app-settings'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** Says how to get a newer wuku; `--check` says what the one that runs would do with the data of another. */
export const upgradeCommand = ({ settings }: CommandsInput): Command<LocalShell> => ({
  name: 'upgrade',
  title: 'How to get a newer wuku, and what it would change',
  flags: () => ({
    '--check': 'Show what this version would change in your data, and what it does not understand; nothing is changed.',
  }),
  examples: [
    { description: 'How to upgrade', line: 'wuku upgrade' },
    { description: 'Before the first start of a new version', line: 'wuku upgrade --check' },
    { description: 'The same for a version that is not installed', line: 'npx wuku@latest upgrade --check' },
  ],
  async run({ check }, shell) {
    const findings = [await newest(settings, shell), ...(check === true ? await changes(settings) : [])]
    return printFindings({ version: readVersion() }, findings, shell)
  },
})

/** Milliseconds: without a network the rest is of use too. */
const TIMEOUT_MS = 10_000

async function newest({ offline }: Settings, { signal }: LocalShell): Promise<Finding> {
  const version = readVersion()
  const about = 'version'
  if (offline) return ok(about, msg('noRegistryAskedOfflineWants', { version, how: how() }))
  const found = await new Promise<string>((resolve) => {
    const options = { timeout: TIMEOUT_MS, signal, windowsHide: true, shell: process.platform === 'win32' }
    execFile('npm', ['view', 'wuku', 'version'], options, (error, stdout) => resolve(error ? '' : stdout.trim()))
  })
  if (!/^\d+\.\d+\.\d+/.test(found)) return ok(about, msg('npmCouldNotSayWhat', { version, how: how() }))
  if (found === version) return ok(about, msg('whichNewest', { version }))
  return warn(about, msg('npmHasNewer', { version, found }), how())
}

/** The command fits the program that installed wuku. */
function how(): string {
  if (isSingle) return 'download the executable of the newest release, or use apt, brew or scoop'
  if (packageFolder.split(/[\\/]/).includes('_npx')) return 'npx wuku@latest'
  return packageFolder.split(/[\\/]/).includes('node_modules')
    ? 'npm install -g wuku@latest'
    : 'git pull && npm install'
}

const changes = async (settings: Settings): Promise<readonly Finding[]> => [
  await storeFinding(settings),
  ...settings.warnings.map((warning) => warn('settings', unpacked(warning), 'Correct the name, or remove the line.')),
  ...(settings.warnings.length > 0 ? [] : [ok('settings', 'All of them mean something to this version.')]),
  toolsFinding(settings),
]

/** Looks without opening it: opening would bring it up to this version. */
async function storeFinding({ store, team }: Settings): Promise<Finding> {
  if (team.database.url() !== '')
    return ok(
      'store',
      'PostgreSQL: the first start of this version adds what its schema lacks; older instances go on meanwhile.',
    )
  const { formatOf } = await import('@wuku/store-sqlite/copy')
  const { schemaVersion } = await import('@wuku/store-sqlite/schema')
  const format = await formatOf(store)
  if (format === undefined) return ok('store', 'There is none yet.')
  if (format === schemaVersion) return ok('store', msg('formatWhichVersionNothingChanges', { format }))
  if (format < schemaVersion) {
    const command = commandLine`cp ${store} ${`${store}.format-${format}`}`
    const said = msg('formatOlder', { format, schemaVersion, command })
    return warn('store', said, said.remedy)
  }
  return fail(
    'store',
    msg('formatNewerVersionKnowsFormats', { format, schemaVersion }),
    'Install the newest wuku, or give this one an older copy or backup: wuku restore <place> --replace',
  )
}

function toolsFinding({ tools }: Settings): Finding {
  try {
    parseToolsets(tools.join(','))
    return ok('tools', 'All names of tools and toolsets that were ever released are understood.')
  } catch (error) {
    if (!(error instanceof WukuError)) throw error
    return warn('tools', error.texts.message, error.texts.remedy)
  }
}
