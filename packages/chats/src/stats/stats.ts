import { compareTexts } from '@wuku/core/list-helpers'
import type { LruMap } from '@wuku/core/lru-map'
import type { Engine } from '@wuku/kernel/base/engine'
import { counted } from '@wuku/kernel/base/counted'
import { readCatalogue, type ChatEntry } from '../catalogue.ts'
import { monthOf, weekOf, dayOf } from '../days.ts'
import { narrow, type Narrowed } from '../narrowing.ts'
import type { Group, Grouping, StatsInput, StatsOutput, Totals } from './stats-shapes.ts'
import type { CacheTopic } from '@wuku/kernel/base/source-cache'
import type { StoreView } from '@wuku/core/ports/store'
import { readConversations, type Conversation } from '../assemble.ts'
import { contains, isWithin, type Window } from '../search/choose.ts'
import { isTurn, timed, type TimedMessage } from '../timed-messages.ts'

/** How much was said, by whom and when. */
export const readStats = (request: StatsInput, engine: Engine): Promise<StatsOutput> =>
  engine.read(async (view) => {
    const { utc_offset_minutes: offset, limit } = request
    const narrowed = narrow(request, await readCatalogue(view, engine), engine.now())
    const known = engine.sources.cache.byContent(countedShares)
    const { all, reckoned } = await readShares(narrowed, { view, offset, known })
    const groups = groupsOf(all, [...new Set(request.group_by)])
    const note =
      `${counted(reckoned, 'older conversation')} were not read: each counts for its last day and first model, and ` +
      'its time is its whole length. Repeat the call to read more.'
    return {
      groups: groups.slice(0, limit),
      totals: totalsOf(all),
      groups_left_out: Math.max(0, groups.length - limit),
      reckoned,
      utc_offset_minutes: offset,
      notes: reckoned > 0 ? [note] : [],
    }
  })

type Key = Pick<Group, Grouping>

function groupsOf(all: readonly SharesOf[], by: readonly Grouping[]): readonly Group[] {
  const sums = new Map<string, Sum & { readonly key: Key }>()
  for (const { entry, shares } of all) {
    const met = new Set<string>()
    for (const share of shares) {
      const values = by.map((grouping) => valueOf(grouping, entry, share))
      const word = JSON.stringify(values)
      const sum = sums.get(word) ?? { ...emptySum(), key: Object.fromEntries(by.map((each, at) => [each, values[at]])) }
      sums.set(word, sum)
      addShare(sum, share)
      if (!met.has(word)) sum.conversations++
      met.add(word)
    }
  }
  return [...sums.values()].map(({ key, ...sum }) => ({ ...key, ...measuresOf(sum) })).toSorted(byTimeThenSize)
}

function valueOf(grouping: Grouping, { agent, project }: ChatEntry, { day, model }: Share): string | null {
  if (grouping === 'agent') return agent
  if (grouping === 'project') return project ?? null
  if (grouping === 'model') return model
  if (grouping === 'week') return weekOf(day)
  return grouping === 'month' ? monthOf(day) : day
}

function totalsOf(all: readonly SharesOf[]): Totals {
  const sum = emptySum()
  for (const { shares } of all) {
    if (shares.length > 0) sum.conversations++
    for (const share of shares) addShare(sum, share)
  }
  return measuresOf(sum)
}

const nothing = { messages: 0, turns: 0, inputTokens: 0, outputTokens: 0, activeMs: 0 }
const measures = Object.keys(nothing) as (keyof typeof nothing)[]

type Sum = typeof nothing & { conversations: number }

const emptySum = (): Sum => ({ conversations: 0, ...nothing })

function addShare(sum: Sum, share: Share): void {
  for (const measure of measures) sum[measure] += share[measure]
}

const measuresOf = ({ activeMs, ...sum }: Sum): Totals => ({ ...sum, activeSeconds: Math.round(activeMs / 1_000) })

const byTimeThenSize = (a: Group, b: Group): number =>
  compareTexts(timeOf(b), timeOf(a)) || b.messages - a.messages || compareTexts(JSON.stringify(a), JSON.stringify(b))

const timeOf = ({ day, week, month }: Group): string => day ?? week ?? month ?? ''

interface SharesOf {
  readonly entry: ChatEntry
  readonly shares: readonly Share[]
}

interface Reading {
  readonly view: StoreView
  /** Minutes ahead of UTC. */
  readonly offset: number
  /** By zone and by the content of the conversation. */
  readonly known: LruMap<string, readonly Share[]>
}

/** Messages looked at in one call: older conversations beyond them are reckoned, and counted by later calls. */
const MAX_MESSAGES_READ = 200_000

/** Conversations of some years; more than an archive has, unless the zone changes with every call. */
export const countedShares: CacheTopic<readonly Share[]> = { capacity: 200_000 }

/** Caches shares until the conversation changes, since reading it takes the longest. */
export async function readShares({ entries, window }: Narrowed, reading: Reading) {
  const { view, offset, known } = reading
  const all: SharesOf[] = []
  const toRead: ChatEntry[] = []
  /** Messages that are looked at, and conversations that are not looked into. */
  let [read, reckoned] = [0, 0]
  for (const entry of entries) {
    const cached = isFullyInside(entry, window) ? known.get(keyOf(entry, offset)) : undefined
    if (cached) all.push({ entry, shares: cached })
    else if (read + entry.messages > MAX_MESSAGES_READ && read > 0) {
      all.push({ entry, shares: [reckonShare(entry, offset)] })
      reckoned++
    } else {
      read += entry.messages
      toRead.push(entry)
    }
  }
  for await (const conversation of readConversations(toRead, view)) {
    const { entry } = conversation
    const shares = countShares(conversation, window, offset)
    if (isFullyInside(entry, window)) known.set(keyOf(entry, offset), shares)
    all.push({ entry, shares })
  }
  return { all: inOrderOf(entries, all), reckoned }
}

const isFullyInside = ({ startedAt, endedAt }: ChatEntry, window: Narrowed['window']): boolean =>
  contains(window, { from: startedAt, to: endedAt })

const keyOf = ({ documents }: ChatEntry, offset: number): string =>
  `${offset} ${documents.map(({ id, hash }) => `${id}:${hash}`).join(' ')}`

function inOrderOf(entries: readonly ChatEntry[], all: readonly SharesOf[]): readonly SharesOf[] {
  const byEntry = new Map(all.map((each) => [each.entry, each]))
  return entries.flatMap((entry) => byEntry.get(entry) ?? [])
}

/** The share of one day and one model in a conversation. */
interface Share extends Readonly<typeof nothing> {
  readonly day: string
  readonly model: string | null
}

/** After a longer silence the person is taken to do something else. */
const PAUSE = 5 * 60_000

/** Counted message by message; those of abandoned branches too, since they were said and paid for. */
function countShares(conversation: Conversation, window: Window, offset: number): readonly Share[] {
  const shares = new Map<string, { -readonly [key in keyof Share]: Share[key] }>()
  const timedMessages = withModels(timed(conversation))
  let before: number | undefined
  for (const { message, at, model } of timedMessages.toSorted((a, b) => a.at - b.at)) {
    const gap = before === undefined ? 0 : at - before
    before = at
    if (!isWithin(at, window)) continue
    const day = dayOf(at, offset)
    const key = `${day} ${model ?? ''}`
    const share = shares.get(key) ?? { ...nothing, day, model }
    shares.set(key, share)
    share.messages++
    share.turns += isTurn(message) ? 1 : 0
    share.inputTokens += message.inputTokens ?? 0
    share.outputTokens += message.outputTokens ?? 0
    share.activeMs += gap <= PAUSE ? gap : 0
  }
  return [...shares.values()]
}

/** A question counts for the model that answers it, and what no model says for the one that spoke last. */
function withModels(timedMessages: readonly TimedMessage[]) {
  const models = timedMessages.map(({ message }) => message.model ?? null)
  for (let at = models.length - 2; at >= 0; at--) models[at] ??= models[at + 1] ?? null
  let last: string | null = null
  return timedMessages.map((each, at) => ({ ...each, model: (last = models[at] ?? last) }))
}

/** Without a look at its messages: all of it on its last day, with its first model. */
function reckonShare(entry: ChatEntry, offset: number): Share {
  const { messages, turns, inputTokens, outputTokens, startedAt, endedAt, models } = entry
  const activeMs = Math.min(endedAt - startedAt, Math.max(0, messages - 1) * PAUSE)
  const [model = null] = models
  return { day: dayOf(endedAt, offset), model, messages, turns, inputTokens, outputTokens, activeMs }
}
