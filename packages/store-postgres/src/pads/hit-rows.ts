import { linesThatDiffer } from '@wuku/text/edits/edit'
import { hitParts } from '@wuku/text/terms/hits'
import { findable } from '@wuku/text/terms/findable'
import { readPlace } from '@wuku/core/ports/pads'
import type { PadHits } from '@wuku/store-sql/pads/pad-parts'
import type { Change } from '@wuku/store-sql/sql-session'
import { findHits, fullWord, type HitContext } from './find-hits.ts'

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
