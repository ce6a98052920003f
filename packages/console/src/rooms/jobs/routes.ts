import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/jobs', component: async () => import('./JobsPage.vue') },
  { path: '/jobs/:job', component: async () => import('./JobPage.vue') },
]
