import type { DraftCall, DraftMessage, DraftResult } from '../conversation.ts'

/** A call with what came of it; without a call what answers one that is not in sight. */
export interface Exchange<Message = unknown> {
  readonly call?: DraftCall
  readonly results: readonly DraftResult[]
  /** The message of the call, or of the first result. */
  readonly message: Message
}

type OpenExchange<Message> = Exchange<Message> & { readonly results: DraftResult[] }

/** By the ids of calls; what has none answers the call before it. */
export function exchangesIn<Message extends Pick<DraftMessage, 'pieces'>>(messages: readonly Message[]) {
  const all: OpenExchange<Message>[] = []
  const byId = new Map<string, OpenExchange<Message>>()
  let last: OpenExchange<Message> | undefined
  for (const message of messages)
    for (const block of message.pieces) {
      const command = block.kind === 'text' ? TYPED.exec(block.text)?.[1] : undefined
      if (command !== undefined) {
        last = { call: { kind: 'call', tool: 'run', args: { command } }, results: [], message }
        all.push(last)
      }
      if (block.kind === 'call') {
        last = { call: block, results: [], message }
        all.push(last)
        if (block.call !== undefined) byId.set(block.call, last)
      }
      if (block.kind !== 'result') continue
      const own = block.call === undefined ? last : byId.get(block.call)
      if (own && isNamedAlike(own, block)) own.results.push(block)
      else all.push({ results: [block], message })
    }
  return all
}

/** A command that a user ran by hand, as it is typed into programs. */
const TYPED = /^(?:\/run |! ?)(.+)$/

const isNamedAlike = ({ call }: Exchange, { call: id, tool }: DraftResult): boolean =>
  id !== undefined || tool === undefined || call === undefined || tool === call.tool || tool.endsWith(call.tool)
