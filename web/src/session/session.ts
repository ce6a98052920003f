import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { api, ApiProblem, told } from '../api/client.ts'
import { dropToken, onLogin, renewToken, takeLogin, useKey, type Login } from './token.ts'

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

  /** Takes up the login of the cookie, or the one-time code of the address that a terminal printed. */
  async function begin(): Promise<void> {
    const code = takeCode()
    if (code !== undefined) await loginByCode(code)
    else if ((await renewToken()) !== undefined) await meet()
    isKnown.value = true
  }

  async function loginByCode(code: string): Promise<void> {
    const answer = await fetch('/api/v1/auth/local', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    // A code counts once: a page that is loaded again goes on with the cookie that it brought.
    if (!answer.ok) return void ((await renewToken()) !== undefined && (await meet()))
    takeLogin((await answer.json()) as Login)
    await meet()
  }

  async function loginByKey(key: string): Promise<void> {
    const before = me.value?.user_id
    useKey(key)
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
    await told(api.POST('/api/v1/auth/logout', { body: {} as never })).catch(() => undefined)
    dropToken()
    location.assign('/')
  }

  const level = computed(() => me.value?.scopes ?? [])
  const canWrite = computed(() => level.value.some((scope) => scope === 'write' || scope === 'admin'))
  const isAdmin = computed(() => level.value.includes('admin'))
  const isLocal = computed(() => me.value?.via === 'local' || me.value?.user_id === 'local')
  return { me, isKnown, isEnded, failure, canWrite, isAdmin, isLocal, begin, loginByKey, logout }
})

/** The code leaves the address at once: it would stay in the history of the browser. */
function takeCode(): string | undefined {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
