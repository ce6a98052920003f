import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/reference/:operation?', component: async () => import('./ReferencePage.vue') },
]
