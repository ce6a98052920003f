import type { DraftConversation } from '../conversation.ts'

/** A title that a model found; names that a program gives before there is one are none. */
export const titled = (title: string | undefined, unnamed?: RegExp): Pick<DraftConversation, 'title'> =>
  title === undefined || unnamed?.test(title) ? {} : { title: { text: title, given: 'model' } }

/** An end before the beginning is none. */
export const spanned = (
  startedAt: number | undefined,
  endedAt: number | undefined,
): Pick<DraftConversation, 'startedAt' | 'endedAt'> => ({
  ...(startedAt === undefined ? {} : { startedAt }),
  ...(endedAt === undefined || endedAt < (startedAt ?? 0) ? {} : { endedAt }),
})
