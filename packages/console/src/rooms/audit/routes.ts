import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [{ path: '/audit', component: async () => import('./AuditPage.vue') }]
