import type { RouteRecordRaw } from 'vue-router'
import './sources.css'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/sources', component: async () => import('./SourcesPage.vue') },
  { path: '/sources/start', component: async () => import('./StartPage.vue') },
  { path: '/sources/add', component: async () => import('./AddPage.vue') },
  { path: '/sources/:kind/:source', component: async () => import('./SourcePage.vue') },
]
