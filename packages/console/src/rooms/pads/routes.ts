import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/pads', component: async () => import('./PadsPage.vue') },
  { path: '/pads/:workflow', component: async () => import('./WorkflowPage.vue') },
  { path: '/pads/:workflow/:pad', component: async () => import('./PadPage.vue') },
]
