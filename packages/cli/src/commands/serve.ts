import { msg } from '@wuku/messages/cli'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Input, Outcome } from '@wuku/terminal/command-types'
import { compileLater, saveMemory } from '../v8-flags.ts'
import { serverRoles, type ServerRole } from '@wuku/settings/team-settings-table'
import type { Settings } from '@wuku/settings/app-settings'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

export const serveCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'serve',
  title: 'Serve many agents and scripts over HTTP: MCP at /mcp, REST at /api/v1',
  hasLog: true,
  flags: () => ({
    '--host TEXT': `Address to listen on. Default: the setting server.host, or 127.0.0.1.`,
    '--port, -p N': 'Port to listen on; 0 for any free one. Default: the setting server.port, or 7557.',
    '--role TEXT': {
      choices: serverRoles,
      description:
        'Work of this instance among several: web answers, worker runs jobs. Default: the setting server.role, or all.',
    },
    '--read-only': 'Answer only what changes nothing.',
    '--tools A,B': 'Toolsets to offer over MCP, as for wuku mcp. Default: those in the settings, or default.',
    '--open': 'Let every program of this machine in without a token; web pages still need one.',
    '--install':
      'Start it with these options whenever you log in: a service of systemd, launchd or the Task Scheduler.',
    '--uninstall': 'Stop that service, and take it out.',
    '--dry-run': 'Show what --install or --uninstall would do.',
    '--check': 'Say whether the server that runs is ready; with exit code 1 it is not. For health checks.',
  }),
  examples: [
    { description: 'Serve on 127.0.0.1:7557', line: 'wuku serve' },
    { description: 'On a free port, which a script reads from the first line', line: 'wuku serve --port 0 --json' },
    { description: 'For agents that may only look', line: 'wuku serve --read-only --tools all' },
    { description: 'One of several on a store of a team, for the jobs of all', line: 'wuku serve --role worker' },
    { description: 'From now on whenever you log in', line: 'wuku serve --install' },
  ],
  run: (given, shell) => run(given, shell, input),
})

async function run(given: Input, shell: LocalShell, input: CommandsInput): Promise<Outcome> {
  const { install, uninstall, dryRun, check } = given
  if (check) return checkFrom(given, shell, input)
  if (install && uninstall) throw usage(msg('installUninstallExcludeEachOther'))
  if (dryRun && !install && !uninstall) throw usage(msg('dryRunInstallUninstall'))
  if (!install && !uninstall) return serveFrom(given, shell, input)
  const { installService, uninstallService } = await import('./service.ts')
  const options = { ...input, isDry: dryRun === true }
  return uninstall ? uninstallService(shell, options) : installService(serveArguments(given), shell, options)
}

async function checkFrom(given: Input, shell: LocalShell, { settings }: CommandsInput): Promise<Outcome> {
  if (Object.values(given).filter((value) => value !== undefined).length > 1)
    throw usage(msg('checkTakesNoOtherOption'))
  const { checkServer } = await import('../serve/check.ts')
  return checkServer(settings.home, shell)
}

/** Serves with these options of the command until the signal. */
export async function serveFrom(
  { tools, readOnly, host, port, role, open }: Input,
  shell: LocalShell,
  { settings, environment }: CommandsInput,
): Promise<'done'> {
  saveMemory()
  compileLater()
  const { serve } = await import('../serve/serve.ts')
  const { server } = settings
  await serve(
    {
      settings: {
        ...settings,
        server: {
          ...server,
          host: String(host ?? server.host),
          port: portOf(port ?? server.port),
          role: (role ?? server.role) as ServerRole,
        },
        flags: flagsOf({ tools, readOnly, host, port, role }),
      },
      environment,
      tools: ((tools ?? settings.tools) as readonly string[]).join(','),
      readOnly: (readOnly ?? settings.readOnly) === true,
      open: open === true,
    },
    shell,
  )
  return 'done'
}

/** Flags by the setting that each overrides. */
const flagsOf = ({ tools, readOnly, host, port, role }: Input): Settings['flags'] => ({
  ...(host !== undefined && { 'server.host': String(host) }),
  ...(port !== undefined && { 'server.port': portOf(port) }),
  ...(role !== undefined && { 'server.role': String(role) }),
  ...(tools !== undefined && { tools: tools as readonly string[] }),
  ...(readOnly !== undefined && { readOnly: readOnly === true }),
})

/** As they were typed, for another process. */
export const serveArguments = ({ tools, readOnly, host, port, role, open }: Input): readonly string[] => [
  ...(host === undefined ? [] : ['--host', String(host)]),
  ...(port === undefined ? [] : ['--port', String(portOf(port))]),
  ...(role === undefined ? [] : ['--role', String(role)]),
  ...(tools === undefined ? [] : ['--tools', (tools as readonly string[]).join(',')]),
  ...(readOnly === undefined ? [] : [readOnly === true ? '--read-only' : '--no-read-only']),
  ...(open === true ? ['--open'] : []),
]

function portOf(given: unknown): number {
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw usage(msg('port', { port }))
}
