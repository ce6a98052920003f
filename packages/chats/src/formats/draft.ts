import { msg } from '@wuku/messages/chats'
import type { Problem } from '@wuku/core/core-types'
import type { DraftConversation, DraftMessage, DraftBlock, Role } from '../conversation.ts'

/** Problems in one item: each kind is reported once, with its count. */
export function createProblemList(path: string) {
  const counts = new Map<string, number>()
  return {
    note: (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    list: (): readonly Problem[] =>
      [...counts].map(([what, count]) => ({
        path,
        said: count === 1 ? msg('itIsLeftOut', { what }) : msg('theyAreLeftOut', { what, count }),
        remedy: 'Nothing needs to be done: the rest was read.',
      })),
  }
}

export type ProblemList = ReturnType<typeof createProblemList>

/** A title that a model found; names that a program gives before there is one are none. */
export const titled = (title: string | undefined, unnamed?: RegExp): Pick<DraftConversation, 'title'> =>
  title === undefined || unnamed?.test(title) ? {} : { title: { text: title, given: 'model' } }

/** An end before the beginning is none. */
export const spanned = (startedAt: number | undefined, endedAt: number | undefined) => ({
  startedAt,
  endedAt: endedAt === undefined || endedAt < (startedAt ?? 0) ? undefined : endedAt,
})

/** A message while what belongs to it is still being read. */
export type GrowingMessage = { -readonly [Key in keyof Omit<DraftMessage, 'pieces'>]: DraftMessage[Key] } & {
  readonly pieces: DraftBlock[]
}

/**
 * Names messages to which their program gives no id: by the first letter of the role and the time, else by their number.
 * Parts of a file are read apart, so that those of later ones carry the number of the part.
 */
export function createNaming(part: number): (role: Role, at: number | undefined) => string {
  const given = new Map<string, number>()
  const suffix = part === 1 ? '' : `.${part}`
  let count = 0
  return (role, at) => {
    count++
    const name = `${role.slice(0, 1)}${at ?? `-${count}`}${suffix}`
    const before = given.get(name) ?? 0
    given.set(name, before + 1)
    return before === 0 ? name : `${name}-${before + 1}`
  }
}
