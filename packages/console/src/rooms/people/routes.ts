import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/people', component: async () => import('./PeoplePage.vue') },
]
