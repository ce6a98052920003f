import type { DraftCall, DraftMessage, DraftResult } from '../conversation.ts'

/** A call with what came of it; without a call what answers one that is not in sight. */
export interface Exchange {
  readonly call?: DraftCall
  readonly results: readonly DraftResult[]
}

interface OpenExchange extends Exchange {
  readonly results: DraftResult[]
}

/** By the ids of calls; what has none answers the call before it. */
export function exchangesIn(messages: readonly DraftMessage[]): readonly Exchange[] {
  const all: OpenExchange[] = []
  const byId = new Map<string, OpenExchange>()
  let last: OpenExchange | undefined
  for (const { pieces: blocks } of messages)
    for (const block of blocks) {
      const command = block.kind === 'text' ? TYPED.exec(block.text)?.[1] : undefined
      if (command !== undefined) {
        last = { call: { kind: 'call', tool: 'run', args: { command } }, results: [] }
        all.push(last)
      }
      if (block.kind === 'call') {
        last = { call: block, results: [] }
        all.push(last)
        if (block.call !== undefined) byId.set(block.call, last)
      }
      if (block.kind !== 'result') continue
      const own = block.call === undefined ? last : byId.get(block.call)
      if (own && isNamedAlike(own, block)) own.results.push(block)
      else all.push({ results: [block] })
    }
  return all
}

/** A command that a user ran by hand, as it is typed into programs. */
const TYPED = /^(?:\/run |! ?)(.+)$/

const isNamedAlike = ({ call }: Exchange, { call: id, tool }: DraftResult): boolean =>
  id !== undefined || tool === undefined || call === undefined || tool === call.tool || tool.endsWith(call.tool)
