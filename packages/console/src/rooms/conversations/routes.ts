import type { RouteRecordRaw } from 'vue-router'
import './conversations.css'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/conversations', component: async () => import('./ConversationsPage.vue') },
  { path: '/conversations/:conversation', component: async () => import('./ConversationPage.vue') },
]
