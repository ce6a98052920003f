import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/server'
import { keepAdminKey } from '@wuku/kernel/accounts/api-keys'
import { createLocalLogin, newToken, type LocalLogin, type LocalSession } from '../http/local-login.ts'
import { readPrivately, writePrivately } from '@wuku/settings/private-file'
import type { FrontAccounts } from './front-accounts.ts'
import type { ServeRequest } from './front.ts'
import type { RunningServer, ServerPlace } from '@wuku/settings/server-file'

/** The key of the settings is made to count before anybody can ask. */
export async function beginMode(
  { settings: { server, auth }, open }: ServeRequest,
  { accounts, now }: { readonly accounts: FrontAccounts; now(): number },
): Promise<RunningServer['mode']> {
  const adminKey = auth.adminKey()
  if (adminKey !== '') await keepAdminKey(adminKey, await accounts.accounts(), now())
  if (!(await accounts.hasAccounts())) {
    // A worker shows nothing of the store.
    if (server.role !== 'worker') requireLoopback(server.host)
    return 'local'
  }
  if (open) throw new WukuError('not-allowed', msg('thisServerHasAccountsEveryRequest'))
  return 'accounts'
}

export const NO_ACCOUNTS =
  'This store lies in a database, and has no accounts: who may read the token of any instance owns all of it. For a team: wuku users add <name> --role admin'

export const NO_SIGNING_KEYS =
  'auth.signingKeys is not set, which instances over one database need to sign logins alike: a login by a key lasts in its tab of the browser alone. Make a key with: openssl rand -base64 32, and give it to all instances in WUKU_AUTH_SIGNING_KEYS.'

/** Without accounts everybody who reaches the server would try the same one token. */
function requireLoopback(host: string): void {
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host)) return
  throw new WukuError('not-allowed', msg('wukuDoesNotListen', { host }))
}

export const TOKEN_STAYS = 'The file of the local token could not be removed; it opens nothing any more'

/** Somebody added a user: the token and logins of the local user open nothing now, and other processes hear so. */
export async function endLocalMode(place: ServerPlace, login: LocalLogin, server?: RunningServer): Promise<void> {
  await Promise.all([place.removeToken(), login.endAll()])
  if (server) await place.announce({ ...server, mode: 'accounts' })
}

/** Accounts were undone: there is another token. */
export async function resumeLocalMode(place: ServerPlace, login: LocalLogin, server?: RunningServer): Promise<void> {
  await place.writeToken(login.renewToken())
  if (server) await place.announce({ ...server, mode: 'local' })
}

/** Logins of browsers outlast the process. Only the owner of the data folder can read the file. */
export async function openLocalLogin(home: string, warn: (message: string, error: unknown) => void) {
  const path = join(home, LOGINS_FILE)
  let turn: Promise<void> = Promise.resolve()
  return createLocalLogin({
    token: newToken(),
    stored: await readLogins(path),
    keep: (sessions) =>
      (turn = turn
        .then(() =>
          sessions.length === 0 ? rm(path, { force: true }) : writePrivately(path, JSON.stringify(sessions)),
        )
        .catch((error: unknown) => warn('Logins of browsers could not be kept, and end with this process', error))),
  })
}

export const LOGINS_FILE = 'local-logins.json'

/** A file that is damaged, or that others could read, keeps nobody logged in. */
async function readLogins(path: string): Promise<readonly LocalSession[]> {
  try {
    const sessions = JSON.parse((await readPrivately(path)) ?? '[]') as readonly LocalSession[]
    return sessions.filter(({ id, access, refresh }) => [id, access, refresh].every((each) => typeof each === 'string'))
  } catch {
    return []
  }
}
