import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/code', component: async () => import('./CodePage.vue') },
  { path: '/code/:source/:path(.*)*', component: async () => import('./RepositoryPage.vue') },
]
