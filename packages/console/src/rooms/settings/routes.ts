import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/settings', component: async () => import('./SettingsPage.vue') },
]
