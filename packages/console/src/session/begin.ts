import { accessToken, postAuth, renewToken, takeLogin, type Login } from './token.ts'

/** Code of the invitation in the address. */
export const invitation = takeCode('invite')

/**
 * Takes up the login of the cookie, or the one-time code of the address that a terminal printed, and asks who that is. The page
 * loads this file apart (`vite.config.ts`): the answers come while the rest of the program does.
 */
export const begun: Promise<Response | undefined> = begin(takeCode('code'))

async function begin(code: string | undefined): Promise<Response | undefined> {
  const isIn = code !== undefined && (await exchangeCode(code))
  if (!isIn && (invitation !== undefined || (await renewToken()) === undefined)) return undefined
  return fetch('/api/v1/user/info', { headers: { Authorization: `Bearer ${accessToken()}` } }).catch(unreached)
}

const unreached = (): Response => Response.error()

/** A code counts once: a page that is loaded again goes on with the cookie that it brought. */
async function exchangeCode(code: string): Promise<boolean> {
  const answer = await postAuth('local', { code }).catch(unreached)
  if (answer.ok) takeLogin((await answer.json()) as Login)
  return answer.ok
}

/** The code leaves the address at once: it would stay in the history of the browser. */
function takeCode(name: 'code' | 'invite'): string | undefined {
  const [, found, code] = /^#(code|invite)=([\w-]+)$/.exec(location.hash) ?? []
  if (found !== name) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
