/**
 * The token of this tab lies in memory alone. A login is kept by a cookie that no script can read: it brings a new token,
 * and each renewal ends the token before it. So tabs tell each other their token instead of renewing it one after the other.
 */
let token: string | undefined
let isKey = false

const channel = new BroadcastChannel('wuku.token')
const LOCK = 'wuku.renewal'
const TAB = 'wuku.tab'
const ANSWER_MILLISECONDS = 150

channel.addEventListener('message', ({ data }: MessageEvent<{ ask?: true; token?: string; ended?: true }>) => {
  if (data.ask && token !== undefined && !isKey) channel.postMessage({ token })
  else if (data.token !== undefined && !isKey) token = data.token
  // Another tab logged out: nothing of that user stays on this page.
  else if (data.ended) location.reload()
})

/** Held as long as this tab lives: others see by it that somebody may have a token. */
void navigator.locks?.request(TAB, { mode: 'shared' }, async () => new Promise<never>(() => {}))

export const accessToken = (): string | undefined => token

/** A key that somebody pasted: it stays in this tab. */
export function useKey(key: string): void {
  token = key
  isKey = true
}

export function takeToken(access: string): void {
  token = access
  isKey = false
  channel.postMessage({ token })
}

export function dropToken(): void {
  token = undefined
  isKey = false
  channel.postMessage({ ended: true })
}

/** A token for the place of one that was refused; undefined where the login has ended. */
export async function renewToken(refused?: string): Promise<string | undefined> {
  if (isKey) return undefined
  if (token !== undefined && token !== refused) return token
  return inTurn(async () => {
    if (token !== undefined && token !== refused) return token
    const access = (await tokenOfOtherTab(refused)) ?? (await tokenByCookie())
    if (access === undefined) token = undefined
    else if (access !== token) takeToken(access)
    return token
  })
}

/** A refresh counts once, and a second one with the same cookie would end the login: one tab at a time asks. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(LOCK, work) : work()

async function tokenOfOtherTab(refused: string | undefined): Promise<string | undefined> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  if (held.filter(({ name }) => name === TAB).length < 2) return undefined
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(undefined), ANSWER_MILLISECONDS)
    const listen = ({ data }: MessageEvent<{ token?: string }>): void => {
      if (data.token !== undefined && data.token !== refused) done(data.token)
    }
    const done = (found: string | undefined): void => {
      clearTimeout(timer)
      channel.removeEventListener('message', listen)
      resolve(found)
    }
    channel.addEventListener('message', listen)
    channel.postMessage({ ask: true })
  })
}

async function tokenByCookie(): Promise<string | undefined> {
  const answer = await fetch('/api/v1/auth/refresh', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  if (!answer.ok) return undefined
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}
