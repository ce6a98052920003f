import { isWukuError, messageOf } from '@wuku/core/errors'
import { compareTexts } from '@wuku/core/list-helpers'
import type { Problem } from '@wuku/core/core-types'
import type { ConnectedState, ReadersNow, ReadersRequest } from '@wuku/core/services/service-connection'
import { msg } from '@wuku/messages/connectors'
import { versionIn } from './document.ts'
import type { Service } from './connector.ts'
import { idOf } from './slice.ts'

/** So long what was read before holds while the service fails; then nobody but the owner reads on. */
const HOLDS_MS = 60 * 60_000

/**
 * Readers at this moment. A failure never adds anybody: a service that refuses closes the source at once; one that
 * fails for a time leaves the readers known before, for an hour.
 */
export async function readReaders(
  service: Service,
  { readers: before, cursors }: Pick<ConnectedState, 'readers' | 'cursors'>,
  context: ReadersContext,
): Promise<ReadersNow> {
  const { known, audiences, signal, now } = context
  try {
    const { readers, unknown = [], moved = [] } = await service.readers(cursors, new Set(audiences.values()))
    const again = moved.filter(({ id, version }) => version === undefined || versionIn(known.get(id) ?? '') !== version)
    const { others, turn } = await lookRound(service, before?.turn ?? 0, context)
    return {
      readers: { at: now(), of: readers, ...(service.audienceOf && { turn }) },
      moved: [...again.map(({ id }) => id), ...others],
      problems: unknown.length > 0 ? [withoutEmail(unknown)] : [],
    }
  } catch (error) {
    if (signal.aborted) throw error
    const said = msg('readersUnknown', { reason: isWukuError(error) ? error.texts.message : messageOf(error) })
    const problem = { path: '.', said, remedy: said.remedy }
    const isRefused = isWukuError(error) && ['unauthorized', 'forbidden', 'not-found'].includes(error.code)
    const holds = before !== undefined && before.failed === undefined && now() - before.at < HOLDS_MS
    if (holds && !isRefused) return { readers: before, moved: [], problems: [problem] }
    return { readers: { at: before?.at ?? 0, of: {}, failed: String(said) }, moved: [], problems: [problem] }
  }
}

type ReadersContext = Omit<ReadersRequest, 'state'> & { now(): number }

/** A look comes every half minute. It checks a sixtieth of the items, so all within half an hour, but never more than 200. */
const TURNS = 60
const MAX_IN_TURN = 200
/** Groups must not wait longer than this for the next look. */
const LOOK_MS = 15_000

/** Goes round the items, from where the look before ended. Parts of an item move with it. */
async function lookRound(service: Service, from: number, { audiences, now }: ReadersContext) {
  const items = [...audiences].filter(([id]) => idOf(id) === id).toSorted(([a], [b]) => compareTexts(a, b))
  const found: string[] = []
  const [end, until] = [from + Math.min(MAX_IN_TURN, Math.ceil(items.length / TURNS)), now() + LOOK_MS]
  let at = from
  for (; service.audienceOf && at < end && now() < until; at++) {
    const [id, audience] = items[at % items.length] ?? ['', '']
    if ((await service.audienceOf(id)) !== audience) found.push(id)
  }
  return { others: found, turn: at % Math.max(1, items.length) }
}

const SHOWN = 10

function withoutEmail(people: readonly string[]): Problem {
  const names = people.slice(0, SHOWN).join(', ')
  const said = msg('peopleWithoutEmail', { count: people.length, names })
  return { path: '.', said, remedy: said.remedy }
}
