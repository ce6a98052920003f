import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [{ path: '/ask', component: async () => import('./AskPage.vue') }]
