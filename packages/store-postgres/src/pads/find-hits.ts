import type { HitKeyword, HitProbe, HitTable } from '@wuku/core/ports/pads'
import { isCjkWord, partsOfCjk } from '@wuku/text/terms/hits'
import { requireShown, type PadParts } from '@wuku/store-sql/pads/pad-parts'
import { conditionsFor } from '@wuku/store-sql/tables'

export type HitContext = Pick<PadParts, 'db' | 'shown'>

/** Neither stands in a word or a run. */
const BEFORE = '\n'
const AFTER = '\t'

/** A word as it stands among others, from end to end. */
export const fullWord = (word: string): string => `${BEFORE}${word}${AFTER}`

/**
 * The server counts: a needle of a text stands there as often as the text gets shorter without it. Only counts cross the
 * network, where the texts that hold a common word would be megabytes.
 */
export async function findHits(context: HitContext, { keywords, scope }: HitProbe): Promise<HitTable> {
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
function countNeedles(
  { db, shown }: HitContext,
  needles: readonly Needle[],
  scope: string | undefined,
): Promise<NeedleCount[]> {
  const where = conditionsFor(db)
  where.compare('scope', '=', scope)
  requireShown({ db, shown }, where)
  const [texts, areInRuns] = [needles.map(({ text }) => text), needles.map(({ inRuns }) => inRuns)]
  return db.rows<NeedleCount>(
    `SELECT place, nth, sum(times * count)::int8 AS count
     FROM (SELECT place, times,
             CASE WHEN ${where.given(areInRuns.includes(false))} THEN words || '' END AS words,
             CASE WHEN ${where.given(areInRuns.includes(true))} THEN runs || '' END AS runs
           FROM hit_texts JOIN workflows ON workflows.number = hit_texts.workflow WHERE ${where.sql} OFFSET 0) AS texts
       CROSS JOIN LATERAL (
         SELECT nth, (octet_length(text) - octet_length(replace(text, needle, ''))) / octet_length(needle) AS count
         FROM unnest(${where.given(texts)}::text[], ${where.given(areInRuns)}::bool[]) WITH ORDINALITY
             AS needles (needle, in_runs, nth),
           LATERAL (SELECT CASE WHEN in_runs THEN texts.runs ELSE texts.words END AS text) AS sought
         WHERE position(needle IN text) > 0 OFFSET 0) AS counts
     GROUP BY place, nth HAVING sum(times * count) > 0 ORDER BY place, nth`,
    where.values,
  )
}

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
