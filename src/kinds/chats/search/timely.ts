import type { DocumentId } from '../../../core/words.ts'
import type { StoreView } from '../../../ports/store.ts'
import { recordOf, type MessageRecord } from '../record.ts'
import { isPartThat, straddles, type Chosen } from './choose.ts'
import type { Match } from './rank.ts'
import type { SearchInput } from './shapes.ts'
import { isWithin } from './window.ts'

interface Asking {
  readonly view: StoreView
  readonly chosen: Chosen
  readonly wanted: SearchInput
  readonly now: number
}

/** Of a part that lies across a border of the window, and of the current conversation, each message is asked for its time. */
export async function keepTimely(matches: readonly Match[], asking: Asking): Promise<readonly Match[]> {
  const isUnsure = unsureIn(asking.chosen)
  const open = matches.filter(({ document }) => isUnsure(document))
  if (open.length === 0) return matches
  const isKept = await judge(open, asking)
  return matches.filter((match) => !isUnsure(match.document) || isKept(match))
}

function unsureIn(chosen: Chosen): (document: DocumentId) => boolean {
  if (!chosen.window && !chosen.current) return () => false
  const isUnsure = isPartThat((part, entry) => straddles(part, entry, chosen))
  return (document) => {
    const entry = chosen.holding(document)
    return entry !== undefined && isUnsure(document, entry)
  }
}

async function judge(open: readonly Match[], asking: Asking): Promise<(match: Match) => boolean> {
  const { view, chosen } = asking
  const passages = await view.passages([...new Set(open.map(({ chunk }) => chunk))])
  const outlines = await view.outlines([...new Set(open.map(({ document }) => document))])
  const messages = new Map(
    [...outlines].map(([document, outline]) => [
      document,
      new Map(recordOf(outline).messages.map((message) => [message.id, message])),
    ]),
  )
  const timely = new Set(
    passages
      .filter(({ document, facts }) => {
        const entry = chosen.holding(document.id)
        const message = messages.get(document.id)?.get(facts.anchor ?? '')
        return entry !== undefined && isTimely(message, entry === chosen.current, asking)
      })
      .map(({ chunk }) => chunk),
  )
  return ({ chunk }) => timely.has(chunk)
}

/** A message that does not tell its time is of its conversation's, and so is a title. */
function isTimely(message: MessageRecord | undefined, isCurrent: boolean, { chosen, wanted, now }: Asking): boolean {
  const { at, role } = message ?? {}
  if (at === undefined) return true
  const isJustSaid = isCurrent && role === 'user' && at > now - 1_000 * wanted.exclude_recent_user_secs
  return !isJustSaid && (!chosen.window || isWithin(at, chosen.window))
}
