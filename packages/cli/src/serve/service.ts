import { join, posix } from 'node:path'
import { msg } from '@wuku/messages/cli'
import { WukuError } from '@wuku/core/errors'
import { shellText } from '@wuku/text/show/shell-words'
import type { ServerCommand } from '@wuku/connect/client'
import { xdgConfig } from '@wuku/connect/client-folders'
import type { Environment } from '@wuku/settings/app-settings'

/** A server that starts with the user's session, and again when it fails. */
export interface Service {
  readonly manager: 'systemd' | 'launchd' | 'Task Scheduler'
  readonly file: string
  readonly text: string
  readonly encoding: 'utf8' | 'utf16le'
  /** Run once the file is there. */
  readonly install: readonly ServiceCommand[]
  /** Run before the file goes, and after. */
  readonly uninstall: readonly ServiceCommand[]
  readonly afterwards: readonly ServiceCommand[]
  readonly note?: string
}

export interface ServiceCommand {
  readonly words: readonly string[]
  /** It fails where nothing was set up before. */
  readonly mayFail?: true
}

export interface ServicePlace {
  readonly home: string
  readonly environment: Environment
  /** User id, on macOS. */
  readonly uid: number
}

/** `server`: how `wuku serve` is started with its options. */
export function serviceOf(server: ServerCommand, place: ServicePlace): Service {
  requireInstalled(server)
  const { platform } = place.environment
  if (platform === 'win32') return scheduledTask(server, place)
  return platform === 'darwin' ? launchAgent(server, place) : userUnit(server, place)
}

/** A cache that is cleaned would leave a service that cannot start. */
function requireInstalled({ command }: ServerCommand): void {
  if (command !== 'npx' && command !== 'node') return
  throw new WukuError('not-allowed', msg('cacheNpxWhichMayCleaned'))
}

const UNIT = 'wuku.service'

function userUnit({ command, args, env }: ServerCommand, { environment }: ServicePlace): Service {
  return {
    manager: 'systemd',
    file: posix.join(xdgConfig(environment), 'systemd', 'user', UNIT),
    encoding: 'utf8',
    text: [
      '# Written by "wuku serve --install"; "wuku serve --uninstall" takes it out.',
      '[Unit]',
      'Description=wuku: one server of MCP and REST for the agents of this user',
      '',
      '[Service]',
      `ExecStart=${[command, ...args].map((word) => systemdWord(word)).join(' ')}`,
      ...Object.entries(env).map(([name, value]) => `Environment=${systemdWord(`${name}=${value}`, false)}`),
      'Restart=on-failure',
      'RestartSec=5',
      // Requests under way get ten seconds, and jobs end their batch.
      'TimeoutStopSec=60',
      '',
      '[Install]',
      'WantedBy=default.target',
      '',
    ].join('\n'),
    install: [systemctl('daemon-reload'), systemctl('enable', UNIT), systemctl('restart', UNIT)],
    uninstall: [{ ...systemctl('disable', '--now', UNIT), mayFail: true }],
    afterwards: [{ ...systemctl('daemon-reload'), mayFail: true }],
    note: 'It runs while you are logged in. To let it run always: loginctl enable-linger',
  }
}

const systemctl = (...words: string[]): ServiceCommand => ({ words: ['systemctl', '--user', ...words] })

/** `%` begins a specifier everywhere, `$` a variable in commands alone. */
function systemdWord(word: string, isCommand = true): string {
  const escaped = word.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('%', '%%')
  return `"${isCommand ? escaped.replaceAll('$', '$$$$') : escaped}"`
}

const LABEL = 'wuku.serve'

function launchAgent({ command, args, env }: ServerCommand, { home, environment, uid }: ServicePlace): Service {
  const file = posix.join(environment.userFolder, 'Library', 'LaunchAgents', `${LABEL}.plist`)
  const domain = `gui/${uid}`
  const bootout: ServiceCommand = { words: ['launchctl', 'bootout', `${domain}/${LABEL}`], mayFail: true }
  const variables = Object.entries(env).flatMap(([name, value]) => [key(name), string(value)])
  return {
    manager: 'launchd',
    file,
    encoding: 'utf8',
    text: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
      '<!-- Written by "wuku serve", which also takes it out. -->',
      '<plist version="1.0">',
      '<dict>',
      key('Label') + string(LABEL),
      `${key('ProgramArguments')}<array>${[command, ...args].map(string).join('')}</array>`,
      ...(variables.length > 0 ? [`${key('EnvironmentVariables')}<dict>${variables.join('')}</dict>`] : []),
      `${key('RunAtLoad')}<true/>`,
      `${key('KeepAlive')}<dict>${key('SuccessfulExit')}<false/></dict>`,
      `${key('ExitTimeOut')}<integer>60</integer>`,
      key('StandardErrorPath') + string(posix.join(home, 'server.log')),
      '</dict>',
      '</plist>',
      '',
    ].join('\n'),
    install: [bootout, { words: ['launchctl', 'bootstrap', domain, file] }],
    uninstall: [bootout],
    afterwards: [],
  }
}

const key = (name: string): string => `<key>${xml(name)}</key>`
const string = (value: string): string => `<string>${xml(value)}</string>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string): string => text.replaceAll(/[&<>"]/g, (found) => ENTITIES[found] ?? found)

const TASK = 'wuku'

function scheduledTask({ command, args, env }: ServerCommand, { home, environment }: ServicePlace): Service {
  const quoted = [command, ...args].map((word) => `"${word}"`).join(' ')
  const variables = Object.entries(env).map(([name, value]) => `set "${name}=${value}"&& `)
  const { USERDOMAIN: domain, USERNAME: user = '' } = environment.env
  const account = domain ? `${domain}\\${user}` : user
  const file = join(home, 'service.xml')
  return {
    manager: 'Task Scheduler',
    file,
    // With a mark at the beginning: schtasks reads nothing else for sure.
    encoding: 'utf16le',
    text: [
      '\uFEFF<?xml version="1.0" encoding="UTF-16"?>',
      '<Task version="1.3" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
      '<RegistrationInfo><Description>wuku: one server of MCP and REST for the agents of this user</Description></RegistrationInfo>',
      `<Triggers><LogonTrigger><UserId>${xml(account)}</UserId></LogonTrigger></Triggers>`,
      `<Principals><Principal id="user"><UserId>${xml(account)}</UserId><LogonType>InteractiveToken</LogonType></Principal></Principals>`,
      '<Settings>',
      '<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
      '<DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
      '<StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
      '<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
      '<RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>',
      '</Settings>',
      '<Actions Context="user"><Exec>',
      '<Command>conhost.exe</Command>',
      // Without a window.
      `<Arguments>${xml(`--headless cmd.exe /d /s /c "${variables.join('')}${quoted}"`)}</Arguments>`,
      '</Exec></Actions>',
      '</Task>',
      '',
    ].join('\r\n'),
    install: [
      { words: ['schtasks', '/Create', '/TN', TASK, '/XML', file, '/F'] },
      { words: ['schtasks', '/Run', '/TN', TASK] },
    ],
    uninstall: [
      { words: ['schtasks', '/End', '/TN', TASK], mayFail: true },
      { words: ['schtasks', '/Delete', '/TN', TASK, '/F'], mayFail: true },
    ],
    afterwards: [],
  }
}

export const lineOf = ({ words }: ServiceCommand): string => words.map(shellText).join(' ')
