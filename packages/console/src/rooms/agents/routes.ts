import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/agents', component: async () => import('./AgentsPage.vue') },
  { path: '/agents/connect', component: async () => import('./ConnectPage.vue') },
  { path: '/agents/hooks', component: async () => import('./HooksPage.vue') },
  { path: '/agents/sessions/:call', component: async () => import('./SessionPage.vue') },
  { path: '/agents/calls/:call', component: async () => import('./CallPage.vue') },
]
