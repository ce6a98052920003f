import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { api, ApiProblem, bodyOf, told } from '../api/client.ts'
import { forgetDrafts } from '../ui/drafts.ts'
import { begun, invitation as invited } from './begin.ts'
import { becomeUser, dropToken, onLogin, postAuth, takeLogin, useKey, type Login } from './token.ts'

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

/** The user of this page, as the server knows them. */
export const useSession = defineStore('session', () => {
  const me = ref<Me>()
  /** The login ended under a page that is open: the page waits for the next one. */
  const isEnded = ref(false)
  const failure = ref<ApiProblem>()

  /** Code of the invitation in the address, until it is accepted. */
  const invitation = ref(invited)

  async function begin(): Promise<void> {
    const answer = await begun
    if (answer?.ok) me.value = (await answer.json()) as Me
    else if (answer) await meet()
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
  /** A key makes no further ones: a login does. */
  const makesKeys = computed(() => isAdmin.value || me.value?.via === 'login')
  const isLocal = computed(() => me.value?.via === 'local' || me.value?.user_id === 'local')
  return { me, isEnded, failure, invitation, canWrite, isAdmin, makesKeys, isLocal, begin, loginByKey, meet, logout }
})

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
