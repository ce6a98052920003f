/**
 * The token of this tab lies in memory alone. A login is kept by a cookie that no script can read: it brings a new token,
 * and each renewal ends the token before it. So tabs tell each other their token instead of renewing it one after the other.
 */
let held: Held | undefined
let isKey = false
/** When the login was last found to have ended: requests go without its token, which would count as wrong credentials. */
let endedAt: number | undefined
const ASK_AGAIN_MILLISECONDS = 10_000
const listeners = new Set<(isThere: boolean) => void>()

/** A token, and whose it is: what one user sees is never asked with the token of another. */
interface Held {
  readonly token: string
  readonly owner: string
}

type Message = { readonly ask: true } | { readonly ended: true } | Held

const channel = new BroadcastChannel('wuku.token')
const LOCK = 'wuku.renewal'
const TAB = 'wuku.tab'
const ANSWER_MILLISECONDS = 150

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (isKey) return
  if ('ask' in data) tell()
  // Another tab logged out: nothing of that user stays on this page.
  else if ('ended' in data) location.reload()
  else hold(data)
})

/** Locked as long as this tab lives: others see by it that somebody may have a token. */
void navigator.locks?.request(TAB, { mode: 'shared' }, async () => new Promise<never>(() => {}))

export const accessToken = (): string | undefined => (endedAt === undefined ? held?.token : undefined)

/** Hears when a login is there, and when it has ended. */
export const onLogin = (listener: (isThere: boolean) => void): void => void listeners.add(listener)

/** A key where the server can make no login of it: it stays in this tab. */
export function useKey(key: string): void {
  held = { token: key, owner: '' }
  isKey = true
  endedAt = undefined
}

/** The answer of a login or of a refresh. */
export interface Login {
  readonly access_token: string
  readonly user: { readonly user_id: string }
}

export function takeLogin({ access_token: token, user }: Login): void {
  isKey = false
  hold({ token, owner: user.user_id })
  tell()
}

/** The same person under another id: the page stays, and shows a key that would be lost with it. */
export function becomeUser(login: Login): void {
  held = undefined
  takeLogin(login)
}

export function dropToken(): void {
  held = undefined
  endedAt = undefined
  if (!isKey) send({ ended: true })
  isKey = false
}

/** A token for the place of one that was refused; undefined where the login has ended. */
export async function renewToken(refused?: string): Promise<string | undefined> {
  if (isKey) {
    if (refused !== undefined && refused === held?.token) endLogin()
    return undefined
  }
  return newerThan(refused) ?? inTurn(async () => newerThan(refused) ?? (await askForToken(refused)))
}

const newerThan = (refused: string | undefined): string | undefined => {
  const token = accessToken()
  return token === refused ? undefined : token
}

async function askForToken(refused: string | undefined): Promise<string | undefined> {
  if (endedAt !== undefined && performance.now() - endedAt < ASK_AGAIN_MILLISECONDS) return undefined
  if (await isToldByOtherTab(refused)) return held?.token
  const login = await loginByCookie()
  if (login) takeLogin(login)
  else endLogin()
  return login?.access_token
}

function endLogin(): void {
  endedAt = performance.now()
  hear(false)
}

/** Somebody else logged in: this page is still full of what the one before saw. */
function hold(next: Held): void {
  if (held !== undefined && held.owner !== '' && held.owner !== next.owner) return location.reload()
  held = next
  endedAt = undefined
  hear(true)
}

function hear(isThere: boolean): void {
  for (const listener of listeners) listener(isThere)
}

const send = (message: Message): void => channel.postMessage(message)
const tell = (): void => void (held && !isKey && endedAt === undefined && send(held))

/** A refresh counts once, and a second one with the same cookie would end the login: one tab at a time asks. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(LOCK, work) : work()

async function isToldByOtherTab(refused: string | undefined): Promise<boolean> {
  const { held: locks = [] } = (await navigator.locks?.query()) ?? {}
  if (locks.filter(({ name }) => name === TAB).length < 2) return false
  send({ ask: true })
  const end = performance.now() + ANSWER_MILLISECONDS
  while (performance.now() < end) {
    if (newerThan(refused) !== undefined) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

async function loginByCookie(): Promise<Login | undefined> {
  const answer = await postAuth('refresh', {}).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as Login) : undefined
}

/** A route that makes a login: it is asked without one. */
export const postAuth = async (name: string, body: object): Promise<Response> =>
  fetch(`/api/v1/auth/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
