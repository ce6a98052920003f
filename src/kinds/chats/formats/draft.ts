import type { Problem } from '../../../core/words.ts'
import type { DraftConversation } from '../conversation.ts'

/** Problems in one item: each kind is reported once, with its count. */
export interface ProblemList {
  note(what: string): void
  said(): readonly Problem[]
}

export function createProblemList(path: string): ProblemList {
  const counts = new Map<string, number>()
  return {
    note: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    said: () =>
      [...counts].map(([what, count]) => ({
        path,
        said: count === 1 ? `${what}: it is left out.` : `${what}, ${count} times: they are left out.`,
        remedy: 'Nothing needs to be done: the rest was read.',
      })),
  }
}

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
