import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { createRooms, fetchRoom } from './router.ts'
import { useSession } from './session/session.ts'
import { watchFailures } from './shell/failures.ts'
import { followLanguage, i18n } from './text/i18n.ts'
import { useLive } from './api/live.ts'
import './styles/base.css'

const app = createApp(App)
app.use(createPinia())
app.use(PiniaColada, { queryOptions: { staleTime: 5_000, gcTime: 120_000, refetchOnWindowFocus: true } })
app.use(i18n)
const isSpoken = followLanguage(() => useLive().refreshAll())

// The room of the address is on its way while the login is asked for; where it fails, the router says so.
const isHere = fetchRoom(location.pathname).catch(() => undefined)

/** No waiting of the module itself: rooms import from it. */
async function start(): Promise<void> {
  const session = useSession()
  await Promise.all([session.begin(), isSpoken])
  const router = createRooms()
  watchFailures(app, router)
  // The shell and its first page are drawn at once.
  if (session.me) await isHere
  app.use(router)
  if (session.me) await router.isReady().catch(() => undefined)
  app.mount('#app')
}
void start()
