/** Every part of `src/ui` in every state, while the console is developed: `npm run dev -w @wuku/console`, then /catalogue/. */
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { followLanguage, i18n } from '../src/text/i18n.ts'
import { usePreferences } from '../src/text/preferences.ts'
import '../src/styles/base.css'
import CataloguePage from './CataloguePage.vue'

const app = createApp(CataloguePage)
app.use(createPinia())
app.use(PiniaColada)
app.use(i18n)
const asked = new URLSearchParams(location.search)
const preferences = usePreferences()
preferences.language = asked.get('language') === 'zh' ? 'zh' : 'en'
preferences.theme = asked.get('theme') === 'dark' ? 'dark' : 'light'
preferences.density = asked.get('density') === 'dense' ? 'dense' : 'roomy'
await followLanguage(() => undefined)
const router = createRouter({
  history: createMemoryHistory(),
  routes: [{ path: '/:any(.*)*', component: CataloguePage }],
})
app.use(router)
await router.isReady()
app.mount('#app')
