import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [{ path: '/', component: async () => import('./OverviewPage.vue') }]
