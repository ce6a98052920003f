import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/jobs/:job?', component: async () => import('./JobsPage.vue') },
]
