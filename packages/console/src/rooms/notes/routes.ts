import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/notes', component: async () => import('./NotesPage.vue') },
  { path: '/notes/:source/:path(.*)*', component: async () => import('./NotebookPage.vue') },
]
