import type { RouteRecordRaw } from 'vue-router'
import './libraries.css'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/libraries', component: async () => import('./LibrariesPage.vue') },
  { path: '/libraries/import', component: async () => import('./ImportPage.vue') },
  { path: '/libraries/upload', component: async () => import('./UploadPage.vue') },
  { path: '/libraries/:library', component: async () => import('./LibraryPage.vue') },
  {
    path: '/libraries/:library/versions/:version',
    redirect: ({ params, hash }) => ({
      path: `/libraries/${String(params['library'])}`,
      query: { tab: 'documents', version: String(params['version']) },
      hash,
    }),
  },
  { path: '/libraries/:library/documents/:document', component: async () => import('./DocumentPage.vue') },
]
