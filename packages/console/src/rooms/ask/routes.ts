import type { RouteRecordRaw } from 'vue-router'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/ask', component: async () => import('./AskPage.vue') },
  { path: '/ask/cited', component: async () => import('./CitedPage.vue') },
  { path: '/ask/compare', component: async () => import('./ComparePage.vue') },
  { path: '/ask/evaluation', component: async () => import('./EvaluationPage.vue') },
]
