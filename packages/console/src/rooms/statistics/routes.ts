import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/statistics', component: async () => import('./StatisticsPage.vue') },
]
