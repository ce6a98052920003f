import { counted as numberOf } from '../base/counted.ts'
import { z } from 'zod'
import { kinds, type Kind, type SourceId } from '@wuku/core/core-types'
import type { SourceDay } from '@wuku/core/ports/index-view'
import { dayOf } from '../day.ts'
import { defineOperation } from '../base/operation.ts'
import { count, kindName } from '../base/operation-shapes.ts'

const DAY_MS = 86_400_000

const input = z.strictObject({
  days: z.number().int().min(1).max(365).default(90).describe('How many days, with today. Default 90.'),
})

const storehouse = z.strictObject({
  kind: kindName,
  documents: count.describe('Number of documents.'),
  chunks: count.describe('Number of chunks.'),
  bytes: count.describe('UTF-8 bytes of text.'),
})

const output = z.strictObject({
  days: z
    .array(
      z.strictObject({
        day: z.string().describe('As 2026-11-22, in UTC.'),
        storehouses: z.array(storehouse).describe('Those that had been counted by then.'),
      }),
    )
    .describe('Oldest first; none before the first that was counted.'),
})

export type Growth = z.output<typeof output>

export const growth = defineOperation({
  name: 'growth',
  title: 'Growth by day',
  description: 'Count documents, chunks and bytes of each storehouse, day by day.',
  effect: 'read',
  level: 'read',
  input,
  output,
  searchHint: 'growth history size documents chunks bytes by day 增长 每日',
  route: { method: 'GET', path: '/growth' },
  examples: [
    { label: 'The last three months', input: {} },
    { label: 'A year', input: { days: 365 } },
  ],
  async run({ days }, { engine }) {
    const last = engine.now()
    const requestedDays = Array.from({ length: days }, (_, at) => dayOf(last - (days - 1 - at) * DAY_MS))
    const [from = '', to = ''] = [requestedDays[0], requestedDays.at(-1)]
    const [sources, counted] = await engine.read((view) =>
      Promise.all([view.sources.list(), view.sources.days({ from, to })]),
    )
    return { days: growthOf(requestedDays, counted, new Map(sources.map(({ id, kind }) => [id, kind]))) }
  },
  render: ({ days }) => days.map(lineOf).join('\n'),
})

/** A day on which a source was not counted has what the one before had. */
function growthOf(
  requestedDays: readonly string[],
  counted: readonly SourceDay[],
  kindOf: ReadonlyMap<SourceId, Kind>,
): Growth['days'] {
  const latest = new Map<SourceId, SourceDay>()
  let next = 0
  return requestedDays.flatMap((day) => {
    for (let one = counted[next]; one && one.day <= day; one = counted[++next]) latest.set(one.source, one)
    const storehouses = kinds.flatMap((kind) => {
      const own = [...latest.values()].filter(({ source }) => kindOf.get(source) === kind)
      return own.length === 0 ? [] : [{ kind, ...sumOf(own) }]
    })
    return storehouses.length === 0 ? [] : [{ day, storehouses }]
  })
}

function sumOf(days: readonly SourceDay[]): Pick<SourceDay, 'documents' | 'chunks' | 'bytes'> {
  const sum = { documents: 0, chunks: 0, bytes: 0 }
  for (const { documents, chunks, bytes } of days) {
    sum.documents += documents
    sum.chunks += chunks
    sum.bytes += bytes
  }
  return sum
}

const lineOf = ({ day, storehouses }: Growth['days'][number]): string =>
  `${day}  ${storehouses.map(({ kind, ...of }) => `${kind}: ${numberOf(of.documents, 'document')}, ${numberOf(of.chunks, 'chunk')}, ${numberOf(of.bytes, 'byte')}`).join('; ')}`
