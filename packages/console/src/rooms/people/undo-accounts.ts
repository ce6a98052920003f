import { ref } from 'vue'
import { api, told } from '../../api/client.ts'
import { takeLogin, type Login } from '../../session/token.ts'

const UNDO_MILLISECONDS = 60_000

/** Accounts were turned on in this tab, within the last minute. */
export const mayUndo = ref(false)

export function offerUndo(): void {
  mayUndo.value = true
  setTimeout(() => (mayUndo.value = false), UNDO_MILLISECONDS)
}

/** The page is loaded anew, as the local user. */
export async function undoAccounts(): Promise<void> {
  const login = (await told(api.POST('/api/v1/accounts/disable', {}))) as unknown as Login
  mayUndo.value = false
  takeLogin(login)
}
