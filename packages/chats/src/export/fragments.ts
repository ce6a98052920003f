import type { DocumentId, Freshness } from '@wuku/core/core-types'
import type { Conversation, ConversationMessage } from '../assemble.ts'
import { isShown, type Texts } from '../gathering/gathered-messages.ts'
import type { ExportInput } from './export-shapes.ts'

/** A stretch of what is written: only the texts of its messages are needed for it. */
export interface Fragment {
  readonly messages: readonly ConversationMessage[]
  write(texts: Texts): string
}

/** One of the conversations that are written one after the other. */
export interface Exported {
  readonly conversation: Conversation
  readonly ages: ReadonlyMap<DocumentId, Freshness>
  readonly isFirst: boolean
  readonly isLast: boolean
}

export type ExportOptions = Pick<ExportInput, 'format' | 'include_tools' | 'include_thinking' | 'branches'>

export const partsOf = ({ include_tools: includeTools, include_thinking: includeThinking }: ExportOptions) => ({
  includeTools,
  includeThinking,
})

/** The messages that have something to show, of the branches that are asked for. */
export const shownOf = ({ messages }: Conversation, options: ExportOptions): readonly ConversationMessage[] =>
  messages.filter((message) => (options.branches === 'all' || !message.branch) && isShown(message, partsOf(options)))

export const plain = (text: string): Fragment => ({ messages: [], write: () => text })
