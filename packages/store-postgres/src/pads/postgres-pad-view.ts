import type {
  PadState,
  PadView,
  PadVersion,
  Page,
  PlacedPad,
  HitKeyword,
  HitProbe,
  HitTable,
} from '@wuku/core/ports/pads'
import type { ReadContext } from '../read-context.ts'
import {
  factsOfEveryPad,
  factsOfPads,
  noMemory,
  padOf,
  padRecord,
  padsWithTexts,
  padWithText,
  type PadMemory,
} from './postgres-pad-records.ts'
import { pageOfHistory, stateAt, type HistoryRequest } from './postgres-pad-versions.ts'
import { pageOfWorkflows, SHOWN, shownValues, workflowById, workflowsNumbered } from './workflows.ts'
import { isCjkWord, partsOfCjk } from '@wuku/text/terms/hits'
import { fullWord } from './hit-rows.ts'

export const createPadView = (context: ReadContext, memory: PadMemory = noMemory): PadView => ({
  workflow: (id) => workflowById(context, id),
  workflows: (request) => pageOfWorkflows(context, request),
  workflowsNumbered: (numbers) => workflowsNumbered(context, numbers),
  pads: (workflow) => factsOfPads(context, workflow),
  everyPad: () => factsOfEveryPad(context),
  padFacts: async (id) => (await padRecord(context, id))?.facts,
  pad: async (id) => {
    const found = await padWithText(context, id, memory)
    return found && padOf(found)
  },
  placed: (ids) => placedPads(context, ids, memory),
  idsFrom: (prefix, limit) => idsFrom(context, prefix, limit),
  history: (pad, request) => historyOf(context, pad, request),
  stateAt: (pad, version) => stateOf(context, { pad, version, memory }),
  hits: (probe) => findHits(context, probe),
})

async function placedPads(context: ReadContext, ids: readonly string[], memory: PadMemory): Promise<PlacedPad[]> {
  if (ids.length === 0) return []
  const found = await padsWithTexts(context, ids, memory)
  const pads = new Map(found.map((pad) => [pad.record.facts.id, pad]))
  const workflows = new Map(
    (await workflowsNumbered(context, [...new Set(found.map(({ record }) => record.workflowNumber))])).map(
      (workflow) => [workflow.number, workflow],
    ),
  )
  return ids.flatMap((id) => {
    const pad = pads.get(id)
    const workflow = pad && workflows.get(pad.record.workflowNumber)
    return pad && workflow ? [{ pad: padOf(pad), workflow }] : []
  })
}

const LAST_CHARACTER = '\u{10ffff}'

async function idsFrom(context: ReadContext, prefix: string, limit: number): Promise<string[]> {
  const rows = await context.db.rows<{ id: string }>(
    `SELECT id FROM workflows WHERE id >= $3 AND id < $4 AND ${SHOWN}
     UNION SELECT pads.id FROM pads JOIN workflows ON workflows.number = pads.workflow
       WHERE pads.id >= $3 AND pads.id < $4 AND ${SHOWN}
     ORDER BY id LIMIT $5`,
    [...shownValues(context), prefix, prefix + LAST_CHARACTER, limit],
  )
  return rows.map(({ id }) => id)
}

async function historyOf(context: ReadContext, pad: string, request: HistoryRequest): Promise<Page<PadVersion>> {
  const record = await padRecord(context, pad)
  return record ? pageOfHistory(context.db, record.number, request) : { items: [], total: 0 }
}

interface PastRequest {
  readonly pad: string
  readonly version: number
  readonly memory: PadMemory
}

async function stateOf(context: ReadContext, { pad, version, memory }: PastRequest): Promise<PadState | undefined> {
  const found = await padWithText(context, pad, memory)
  if (!found || !Number.isInteger(version) || version < 1 || version > found.record.facts.version) return undefined
  return stateAt(context.db, { number: found.record.number, version, now: padOf(found) })
}

/**
 * The server counts: a needle of a text stands there as often as the text gets shorter without it. Only counts cross the
 * network, where the texts that hold a common word would be megabytes.
 */
async function findHits(context: ReadContext, { keywords, scope }: HitProbe): Promise<HitTable> {
  const needlesByKeyword = keywords.map(needlesOf)
  const needles = [...new Map(needlesByKeyword.flat().map((needle) => [keyOf(needle), needle])).values()]
  const counts = needles.length === 0 ? [] : await countNeedles(context, needles, scope)
  const places = [...new Set(counts.map(({ place }) => place))]
  const found = Map.groupBy(counts, ({ nth }) => keyOf(needles[nth - 1]))
  const columnOf = leastOf(
    new Map([...found].map(([key, rows]) => [key, new Map(rows.map((row) => [row.place, row.count]))])),
  )
  return tabulate(places, needlesByKeyword.map(columnOf))
}

interface Needle {
  readonly text: string
  /** Sought in CJK runs, not in words. */
  readonly inRuns: boolean
}

const keyOf = (needle: Needle | undefined): string => `${needle?.inRuns} ${needle?.text}`

/** The least of their counts is that of the keyword. */
function needlesOf({ text, where }: HitKeyword): readonly Needle[] {
  if (isCjkWord(text)) return partsOfCjk(text).map((part) => ({ text: part, inRuns: true }))
  return [{ text: where === 'whole' ? fullWord(text) : text, inRuns: false }]
}

interface NeedleCount {
  readonly place: number
  /** From 1. */
  readonly nth: number
  readonly count: number
}

/**
 * Most of the time goes to unpacking: each text is unpacked once for all needles, and only if one may stand in it.
 * `OFFSET 0` keeps the server from doing it again for each, or from keeping all texts on its disk meanwhile.
 */
const countNeedles = (
  context: ReadContext,
  needles: readonly Needle[],
  scope: string | undefined,
): Promise<NeedleCount[]> =>
  context.db.rows<NeedleCount>(
    `SELECT place, nth, sum(times * count)::int8 AS count
     FROM (SELECT place, times, CASE WHEN $6 THEN words || '' END AS words, CASE WHEN $7 THEN runs || '' END AS runs
           FROM hit_texts JOIN workflows ON workflows.number = hit_texts.workflow
           WHERE ${SHOWN} AND ($3::text IS NULL OR scope = $3) OFFSET 0) AS texts
       CROSS JOIN LATERAL (
         SELECT nth, (octet_length(text) - octet_length(replace(text, needle, ''))) / octet_length(needle) AS count
         FROM unnest($4::text[], $5::bool[]) WITH ORDINALITY AS needles (needle, in_runs, nth),
           LATERAL (SELECT CASE WHEN in_runs THEN texts.runs ELSE texts.words END AS text) AS sought
         WHERE position(needle IN text) > 0 OFFSET 0) AS counts
     GROUP BY place, nth HAVING sum(times * count) > 0 ORDER BY place, nth`,
    [
      ...shownValues(context),
      scope ?? null,
      needles.map(({ text }) => text),
      needles.map(({ inRuns }) => inRuns),
      needles.some(({ inRuns }) => !inRuns),
      needles.some(({ inRuns }) => inRuns),
    ],
  )

type Counts = ReadonlyMap<number, number>

const leastOf =
  (found: ReadonlyMap<string, Counts>) =>
  (needles: readonly Needle[]): ((place: number) => number) => {
    const counts = needles.map((needle) => found.get(keyOf(needle)))
    return (place) => Math.min(...counts.map((of) => of?.get(place) ?? 0))
  }

/** Places at which a keyword stands. */
function tabulate(all: readonly number[], columns: readonly ((place: number) => number)[]): HitTable {
  const places = all.filter((place) => columns.some((countAt) => countAt(place) > 0))
  return {
    places: Float64Array.from(places),
    counts: columns.map((countAt) => Uint32Array.from(places, countAt)),
  }
}
