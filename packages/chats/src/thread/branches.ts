import type { Conversation, ConversationMessage } from '../assemble.ts'
import { createResolver } from '../active-messages.ts'

/** Messages that follow one another: the thread that counts, or what was said after some message and then left. */
export interface Branch {
  /** `main`, or the id of its first message. */
  readonly id: string
  /** Index of the message that it goes on from, which belongs to `parent`; absent for a beginning. */
  readonly from?: number
  /** Absent for the main one. */
  readonly parent?: Branch
  readonly messages: readonly ConversationMessage[]
}

export type Branches = readonly [main: Branch, ...others: Branch[]]

export const MAIN = 'main'

/** Pure. The main branch first, the others by their first message; messages within a branch are in order. */
export function branchesOf({ messages, links }: Pick<Conversation, 'messages' | 'links'>): Branches {
  const before = placesBefore(messages, links)
  const main = { id: MAIN, messages: messages.filter(({ branch }) => branch === undefined) }
  const all: [Growing, ...Growing[]] = [main]
  const branchByMessage = new Map<number, Growing>()
  for (const [at, message] of messages.entries()) {
    const last = before[at] ?? -1
    const previousBranch = last < 0 ? main : (branchByMessage.get(last) ?? main)
    if (message.branch === undefined) branchByMessage.set(at, main)
    else if (previousBranch !== main && previousBranch.messages.at(-1) === messages[last]) {
      previousBranch.messages.push(message)
      branchByMessage.set(at, previousBranch)
    } else {
      const from = last >= 0 ? last + 1 : undefined
      const newBranch = { id: message.id, messages: [message], parent: previousBranch, from }
      all.push(newBranch)
      branchByMessage.set(at, newBranch)
    }
  }
  return all
}

interface Growing extends Branch {
  readonly messages: ConversationMessage[]
  readonly parent?: Growing
}

/** For each message the place of the one that it answers: by the tree of its program, else the one written before it. */
function placesBefore(messages: readonly ConversationMessage[], links: Conversation['links']): readonly number[] {
  const resolve = createResolver(messages, links)
  return messages.map(({ parent }, at) => {
    if (parent === undefined) return at - 1
    const place = parent === null ? -1 : resolve(parent)
    return place < at ? place : -1
  })
}

/** As it was read then: what led to a branch, and the branch. */
export function threadOf(branch: Branch): readonly ConversationMessage[] {
  const parts: (readonly ConversationMessage[])[] = []
  let until = Infinity
  for (let at: Branch | undefined = branch; at; at = at.parent) {
    const last = until
    parts.push(at.messages.filter(({ index }) => index <= last))
    until = Math.min(until, at.from ?? 0)
  }
  return parts.toReversed().flat()
}
