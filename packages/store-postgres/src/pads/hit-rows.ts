import { linesThatDiffer } from '@wuku/text/edits/edit'
import { hitParts } from '@wuku/text/terms/hits'
import { findable } from '@wuku/text/terms/findable'
import type { Change } from './together.ts'

/** Neither stands in a word or a run. */
const BEFORE = '\n'
const AFTER = '\t'

/** A word as it stands among others, from end to end. */
export const fullWord = (word: string): string => `${BEFORE}${word}${AFTER}`

/** Words and runs of a whole text, as they are kept. */
export const readHitTexts = (text: string) => columnsOf(findable(text))

/** The text of a place, instead of all that was counted there. */
export const putHits =
  (workflow: number, place: number, text: string): Change =>
  (value) => {
    const { words, runs } = readHitTexts(text)
    return `INSERT INTO hit_texts (workflow, place, version, times, words, runs)
      VALUES (${value(workflow)}, ${value(place)}, 0, 1, ${value(words)}, ${value(runs)})
      ON CONFLICT (workflow, place, version, times) DO UPDATE SET words = excluded.words, runs = excluded.runs
      RETURNING workflow`
  }

export const forgetHits =
  (workflow: number, places: readonly number[]): Change =>
  (value) =>
    `DELETE FROM hit_texts WHERE workflow = ${value(workflow)} AND place = ANY(${value(places)}::int8[])`

/** Changes since the text was counted whole. */
export const forgetHitChanges =
  (workflow: number, place: number): Change =>
  (value) =>
    `DELETE FROM hit_texts WHERE workflow = ${value(workflow)} AND place = ${value(place)} AND version > 0`

export interface TextChange {
  readonly workflow: number
  readonly place: number
  readonly version: number
  readonly before: string
  readonly after: string
}

/** Only the lines in which two texts differ. */
export function addHits({ workflow, place, version, before, after }: TextChange): readonly Change[] {
  const { was, is } = linesThatDiffer(findable(before), findable(after))
  const changes = [
    { times: -1, ...columnsOf(was) },
    { times: 1, ...columnsOf(is) },
  ].filter(({ words, runs }) => words !== '' || runs !== '')
  return changes.map(
    ({ times, words, runs }) =>
      (value) =>
        `INSERT INTO hit_texts (workflow, place, version, times, words, runs) VALUES
        (${[workflow, place, version, times, words, runs].map(value).join(', ')})`,
  )
}

function columnsOf(text: string): { readonly words: string; readonly runs: string } {
  const { words, runs } = hitParts(text)
  return { words: words.map(fullWord).join(''), runs: runs.map(fullWord).join('') }
}
