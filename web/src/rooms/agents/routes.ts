import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/agents', component: async () => import('./AgentsPage.vue') },
]
