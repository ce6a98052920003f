import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [{ path: '/pads', component: async () => import('./PadsPage.vue') }]
