import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/libraries', component: async () => import('./LibrariesPage.vue') },
]
