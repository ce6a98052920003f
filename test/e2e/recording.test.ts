import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { record, recordings } from '../../scripts/recording.ts'
import { textsOf } from '../../scripts/terminal-svg.ts'
import { storeOf } from './store.ts'

/** Times differ from run to run, and columns with them. */
const timeless = (svg: string): readonly string[] =>
  textsOf(svg).map((line) =>
    line.replaceAll(/\d+\.\d+ (?:s|秒)|just now|刚刚|\d+ (?:min ago|分钟前)/g, 'then').replaceAll(/ +/g, ' '),
  )

it.each(recordings)('$file shows what wuku prints today; npm run recording makes it again', async (recording) => {
  const kept = readFileSync(join(import.meta.dirname, '../..', recording.file), 'utf8')
  const made = await record(recording, storeOf(recording.file))
  expect(timeless(kept)).toEqual(timeless(made))
  expect(kept).not.toMatch(/<script|href=|url\(|@import|@font-face/)
})
