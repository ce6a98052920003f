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
  for (const { pieces } of messages)
    for (const piece of pieces) {
      const command = piece.kind === 'text' ? TYPED.exec(piece.text)?.[1] : undefined
      if (command !== undefined) {
        last = { call: { kind: 'call', tool: 'run', args: { command } }, results: [] }
        all.push(last)
      }
      if (piece.kind === 'call') {
        last = { call: piece, results: [] }
        all.push(last)
        if (piece.call !== undefined) byId.set(piece.call, last)
      }
      if (piece.kind !== 'result') continue
      const own = piece.call === undefined ? last : byId.get(piece.call)
      if (own && isNamedAlike(own, piece)) own.results.push(piece)
      else all.push({ results: [piece] })
    }
  return all
}

/** A command that a user ran by hand, as it is typed into programs. */
const TYPED = /^(?:\/run |! ?)(.+)$/

const isNamedAlike = ({ call }: Exchange, { call: id, tool }: DraftResult): boolean =>
  id !== undefined || tool === undefined || call === undefined || tool === call.tool || tool.endsWith(call.tool)
