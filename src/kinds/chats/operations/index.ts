import type { Operation } from '../../../engine/operation.ts'
import { conversationStats } from './conversation-stats.ts'
import { deleteConversation } from './delete-conversation.ts'
import { exportConversation } from './export-conversation.ts'
import { findFileHistory } from './find-file-history.ts'
import { gatherChats } from './gather-chats.ts'
import { readConversation } from './read-conversation.ts'
import { resolveIds } from './resolve-ids.ts'
import { resumeConversation } from './resume-conversation.ts'
import { searchConversations } from './search-conversations.ts'
import { timeline } from './timeline.ts'

/** In order: operations that find, that read, that delete. */
export const chatOperations: readonly Operation[] = [
  searchConversations,
  timeline,
  findFileHistory,
  gatherChats,
  readConversation,
  resolveIds,
  conversationStats,
  exportConversation,
  resumeConversation,
  deleteConversation,
]
