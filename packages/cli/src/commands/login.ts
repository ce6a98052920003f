import { msg, tr, trCount, type Text } from '@wuku/messages/cli'
import { hostname } from 'node:os'
import { WukuError } from '@wuku/core/errors'
import { commandLine } from '@wuku/text/show/shell-words'
import type { Action } from '@wuku/terminal/action-groups'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Input, Outcome } from '@wuku/terminal/command-types'
import { present, printChange } from '@wuku/terminal/command-page'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { harmless, readBytes, translatorOf, writeTranslated } from '@wuku/terminal/terminal'
import { requireSecureAddress, openServersFile, serverOrigin, type RemoteServer } from '@wuku/remote/servers-file'
import { insecureText } from './both-places.ts'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

export const loginCommand = ({ settings: { home } }: CommandsInput): Command<LocalShell> => ({
  name: 'login',
  title: 'Log in to a wuku server elsewhere, for wuku push and recall --server',
  positional: ['server'],
  flags: () => ({
    '--server TEXT': 'Its address, such as https://wuku.example.com.',
    '--key': 'With a key of the server: it is asked for, or read from standard input. By default with a browser.',
    '--scope TEXT': {
      description: 'What the new key may do, as far as the server lets terminals: read (default), or write to push.',
      choices: ['read', 'write'],
    },
    '--list': 'Show the servers that you are logged in to.',
    '--insecure, --plain-http': insecureText,
  }),
  examples: [
    { description: 'With a browser, on this machine or another', line: 'wuku login https://wuku.example.com' },
    { description: 'To push from here, too', line: 'wuku login https://wuku.example.com --scope write' },
    { description: 'With a key, which is asked for, or piped in', line: 'wuku login https://wuku.example.com --key' },
    { description: 'Where you are logged in', line: 'wuku login --list' },
  ],
  async run(input, shell) {
    if (input['list'] === true) return list(home, shell)
    const url = serverIn(input, 'login')
    requireSecureAddress(url, input['insecure'] === true)
    const server = await newLogin(url, input, shell)
    const file = openServersFile(home)
    await file.save(server)
    const mayRead = server.keyId !== null && input['scope'] === undefined && server.role !== 'reader'
    return printChange(shell, shown(server), () => [
      tr(msg('logged', { url, user: server.user, role: server.role })),
      ...(mayRead ? [tr('The key of this terminal may read. To push from here, add: --scope write')] : []),
    ])
  },
})

export const logoutCommand = ({ settings: { home } }: CommandsInput): Command<LocalShell> => ({
  name: 'logout',
  title: 'Log out of a wuku server elsewhere',
  positional: ['server'],
  flags: () => ({ '--server TEXT': 'Its address.' }),
  examples: [{ description: 'The key that wuku login made is revoked', line: 'wuku logout https://wuku.example.com' }],
  async run(input, shell) {
    const url = serverIn(input, 'logout')
    const file = openServersFile(home)
    const server = await file.find(url)
    if (!server) throw new WukuError('not-found', msg('youNotLogged', { url }))
    const { revokeKey } = await import('@wuku/remote/log-in')
    const failure = await revokeKey(server).catch((error: unknown) => error)
    await file.remove(url)
    if (failure instanceof Error)
      writeTranslated(shell.terminal.err, () => tr(msg('keyGoneFromHereBut', { failure: harmless(failure.message) })))
    const revoked = server.keyId !== null && failure === undefined
    return printChange(shell, { ...shown(server), revoked }, () => [tr(msg('loggedOut', { url }))])
  },
})

/** Address of the server of this data folder. */
export const rotateSigning = ({ settings }: CommandsInput): Action => ({
  description: 'Sign logins with a new key from now on; all users stay logged in',
  flags: ['now'],
  calls: [],
  ofThisMachine: 'The keys that sign are a file of the data folder.',
  async does({ flags }, shell) {
    const { home, auth } = settings
    if (auth.signingKeys().length > 0) throw usage(msg('keysSignComeFromAuth'))
    const { rotateSigningKeys } = await import('@wuku/server/serve/signing-keys')
    const isUrgent = flags['now'] === true
    const rotated = await rotateSigningKeys({ home, ...auth, isUrgent, now: shell.now() })
    const until = (former: string): Text =>
      isUrgent ? msg('tokensSignedNoLongerValid', { former }) : msg('tokensSignedStayValidUntil', { former })
    const message = (): string =>
      rotated.former > 0
        ? tr(msg('newKeySigns', { until: until(trCount(rotated.former, 'former key')) }))
        : tr('A new key signs.')
    present(rotated, () => ({ above: [message()] }), shell)
    return 'done'
  },
})

function serverIn({ server }: Input, command: 'login' | 'logout'): string {
  if (typeof server === 'string') return serverOrigin(server)
  throw usage(msg('noServerGiven', { command: commandLine`wuku ${command} ${'https://wuku.example.com'}` }))
}

async function newLogin(url: string, { key, scope }: Input, shell: LocalShell): Promise<RemoteServer> {
  const { logInByDevice, logInByKey } = await import('@wuku/remote/log-in')
  const { now, signal, terminal } = shell
  if (key === true) return logInByKey(url, await readKey(url, shell), now())
  return logInByDevice({
    url,
    scope: scope as string | undefined,
    keyName: `wuku login on ${hostname()}`.slice(0, 100),
    now,
    signal,
    show: ({ page, pageWithCode, userCode }) =>
      writeTranslated(terminal.err, () =>
        tr(
          msg('openConfirmCodeWaitingCtrl', {
            pageWithCode: harmless(pageWithCode ?? page),
            userCode: harmless(userCode),
          }),
        ),
      ),
  })
}

/** Not an option of the command: other users of the machine see those. */
async function readKey(url: string, { terminal: { err }, stdin, signal }: LocalShell): Promise<string> {
  const key = stdin.isTerminal
    ? await stdin.askSecret(`${translatorOf(err)(msg('key', { url }))} `, signal)
    : (await readBytes(stdin.bytes(signal))).toString()
  if (/^[\x21-\x7E]{1,8192}$/.test(key.trim())) return key.trim()
  throw usage(msg('noKeyCame', { command: commandLine`wuku login ${url} --key < key.txt` }))
}

async function list(home: string, shell: LocalShell): Promise<Outcome> {
  const servers = await openServersFile(home).list()
  const columns: readonly TableColumn<ReturnType<typeof shown>>[] = [
    { cell: ({ url }) => url },
    { cell: ({ user, role }) => `${user} (${role})` },
    { cell: ({ since }) => tr(msg('since', { since: since.slice(0, 10) })) },
  ]
  const none = 'You are logged in to no server. Log in with: wuku login <server>'
  present(
    { servers: servers.map(shown) },
    ({ servers: rows }) => ({ above: rows.length === 0 ? [tr(none)] : [], columns, rows }),
    shell,
  )
  return 'done'
}

/** Without the credential. */
const shown = ({ url, user, role, since, keyId }: RemoteServer) => ({ url, user, role, since, key_id: keyId })
