import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { api, ApiProblem, bodyOf, told } from '../api/client.ts'
import { forgetDrafts } from '../ui/drafts.ts'
import { becomeUser, dropToken, onLogin, postAuth, renewToken, takeLogin, useKey, type Login } from './token.ts'

/** User, login and a key that is shown this once; no login where the server can sign none. */
export interface Welcome extends Partial<Login> {
  readonly user: Login['user'] & { readonly name: string }
  readonly key: string
}

export interface Me {
  readonly user_id: string
  readonly name: string
  readonly role: 'reader' | 'writer' | 'admin'
  readonly via: string
  readonly scopes: readonly string[]
}

/** Who looks at the console. `unknown` until the server was asked. */
export const useSession = defineStore('session', () => {
  const me = ref<Me>()
  const isKnown = ref(false)
  /** The login ended under a page that is open: the page waits for the next one. */
  const isEnded = ref(false)
  const failure = ref<ApiProblem>()

  /** Code of the invitation in the address, until it is accepted. */
  const invitation = ref<string>()

  /** Takes up the login of the cookie, or the one-time code of the address that a terminal printed. */
  async function begin(): Promise<void> {
    const code = takeCode('code')
    invitation.value = takeCode('invite')
    const isIn = code !== undefined && (await exchangeCode(code))
    if (isIn || (invitation.value === undefined && (await renewToken()) !== undefined)) await meet()
    isKnown.value = true
  }

  async function loginByKey(key: string, stay: 'day' | 'browser'): Promise<void> {
    const before = me.value?.user_id
    failure.value = await exchangeKey(key, stay)
    if (failure.value) return
    await meet()
    if (failure.value || !me.value) return dropToken()
    // What the user before saw is still on the page.
    if (before !== undefined && before !== me.value.user_id) location.reload()
    isEnded.value = false
  }

  onLogin((isThere) => (isEnded.value = !isThere && me.value !== undefined))

  async function meet(): Promise<void> {
    try {
      failure.value = undefined
      me.value = (await told(api.GET('/api/v1/user/info', {}))) as Me
    } catch (error) {
      if (error instanceof ApiProblem) failure.value = error
      else throw error
    }
  }

  /** The page is loaded anew: nothing that one user saw is in memory for the next. */
  async function logout(): Promise<void> {
    await told(api.POST('/api/v1/auth/logout', {})).catch(() => undefined)
    dropToken()
    forgetDrafts()
    location.assign('/')
  }

  const level = computed(() => me.value?.scopes ?? [])
  const canWrite = computed(() => level.value.some((scope) => scope === 'write' || scope === 'admin'))
  const isAdmin = computed(() => level.value.includes('admin'))
  const isLocal = computed(() => me.value?.via === 'local' || me.value?.user_id === 'local')
  return { me, isKnown, isEnded, failure, invitation, canWrite, isAdmin, isLocal, begin, loginByKey, meet, logout }
})

/** A code counts once: a page that is loaded again goes on with the cookie that it brought. */
async function exchangeCode(code: string): Promise<boolean> {
  const answer = await postAuth('local', { code })
  if (answer.ok) takeLogin((await answer.json()) as Login)
  return answer.ok
}

/** The login outlasts the page; a server that cannot sign any leaves the key in this tab. */
async function exchangeKey(key: string, stay: 'day' | 'browser'): Promise<ApiProblem | undefined> {
  try {
    takeLogin(await bodyOf<Login>(postAuth('session', { key, stay })))
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status !== 409) return error
    useKey(key)
  }
  return undefined
}

/** The page stays as it is, with the key that it shows. */
export function enter({ access_token, user, key }: Welcome): void {
  if (access_token === undefined) useKey(key)
  else becomeUser({ access_token, user })
}

/** The code leaves the address at once: it would stay in the history of the browser. */
function takeCode(name: 'code' | 'invite'): string | undefined {
  const [, found, code] = /^#(code|invite)=([\w-]+)$/.exec(location.hash) ?? []
  if (found !== name) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
