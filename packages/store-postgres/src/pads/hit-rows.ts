import { linesThatDiffer } from '@wuku/text/edits/edit'
import { hitParts, isCjkWord, partsOfCjk } from '@wuku/text/terms/hits'
import { findable } from '@wuku/text/terms/findable'
import { readPlace, type HitKeyword, type HitProbe, type HitTable } from '@wuku/core/ports/pads'
import { type PadHits, requireShown, type PadParts } from '@wuku/store-sql/pads/pad-parts'
import type { Change } from '@wuku/store-sql/sql-session'
import { conditionsFor } from '@wuku/store-sql/tables'

/** Words and runs of a whole text, as they are kept. */
export const readHitTexts = (text: string) => columnsOf(findable(text))

/** Rows of `hit_texts`: the words of a place are kept as texts. */
export const hitsOf = (context: HitContext): PadHits => ({
  needsBefore: false,
  find: (probe) => findHits(context, probe),
  add: (place, text) => [putHits(place, text)],
  replace: (place, { before, after }, version) => {
    if (before === after) return []
    if (version !== undefined && readPlace(place).field === 'content') return addHits({ place, version, before, after })
    return readPlace(place).field === 'content'
      ? [putHits(place, after), forgetHitChanges(place)]
      : [putHits(place, after)]
  },
  remove: (texts) => [forgetHits(texts.map(({ place }) => place))],
})

const workflowOf = (place: number): number => readPlace(place).workflow

/** The text of a place, instead of all that was counted there. */
const putHits =
  (place: number, text: string): Change =>
  (value) => {
    const { words, runs } = readHitTexts(text)
    return `INSERT INTO hit_texts (workflow, place, version, times, words, runs)
      VALUES (${value(workflowOf(place))}, ${value(place)}, 0, 1, ${value(words)}, ${value(runs)})
      ON CONFLICT (workflow, place, version, times) DO UPDATE SET words = excluded.words, runs = excluded.runs
      RETURNING workflow`
  }

/** All of one workflow. */
const forgetHits =
  (places: readonly number[]): Change =>
  (value) =>
    `DELETE FROM hit_texts WHERE workflow = ${value(workflowOf(places[0] ?? 0))} AND place = ANY(${value(places)}::int8[])`

/** Changes since the text was counted whole. */
const forgetHitChanges =
  (place: number): Change =>
  (value) =>
    `DELETE FROM hit_texts WHERE workflow = ${value(workflowOf(place))} AND place = ${value(place)} AND version > 0`

interface ChangedText {
  readonly place: number
  readonly version: number
  readonly before: string
  readonly after: string
}

/** Only the lines in which two texts differ. */
function addHits({ place, version, before, after }: ChangedText): readonly Change[] {
  const { was, is } = linesThatDiffer(findable(before), findable(after))
  const changes = [
    { times: -1, ...columnsOf(was) },
    { times: 1, ...columnsOf(is) },
  ].filter(({ words, runs }) => words !== '' || runs !== '')
  return changes.map(
    ({ times, words, runs }) =>
      (value) =>
        `INSERT INTO hit_texts (workflow, place, version, times, words, runs) VALUES
        (${[workflowOf(place), place, version, times, words, runs].map(value).join(', ')})`,
  )
}

function columnsOf(text: string): { readonly words: string; readonly runs: string } {
  const { words, runs } = hitParts(text)
  return { words: words.map(fullWord).join(''), runs: runs.map(fullWord).join('') }
}

type HitContext = Pick<PadParts, 'db' | 'shown'>

/** Neither stands in a word or a run. */
const BEFORE = '\n'
const AFTER = '\t'

/** A word as it stands among others, from end to end. */
const fullWord = (word: string): string => `${BEFORE}${word}${AFTER}`

/**
 * The server counts: a needle of a text stands there as often as the text gets shorter without it. Only counts cross the
 * network, where the texts that hold a common word would be megabytes.
 */
async function findHits(context: HitContext, { keywords, scope }: HitProbe): Promise<HitTable> {
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
