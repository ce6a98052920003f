import type {
  Pad,
  PlacedPad,
  PadState,
  PadVersion,
  PadView,
  Page,
  HitKeyword,
  HitProbe,
  HitTable,
} from '../../../ports/pads.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { factsOfEveryPad, factsOfPads, padRecord } from './records.ts'
import { textOf } from './texts.ts'
import { pageOfHistory, stateAt, type HistoryRequest } from './versions.ts'
import type { WordList } from './word-list.ts'
import { pageOfWorkflows, workflowById, workflowsNumbered, numbersInScope } from './workflows.ts'
import { isCjkWord } from '../../../text/hits.ts'
import { changeColumn, intersectLeast, tabulate, within, type Column } from './hits/columns.ts'
import { keyOfCjk } from './hits/keys.ts'
import { findInNews, findWordInNews } from './hits/news.ts'
import { columnOfKeys } from './hits/sums.ts'

/** Stands on a connection whose transaction is open. */
export const createPadView = (db: Connection, words: WordList): PadView => ({
  workflow: async (id) => workflowById(db, id),
  workflows: async (request) => pageOfWorkflows(db, request),
  workflowsNumbered: async (numbers) => workflowsNumbered(db, numbers),
  pads: async (workflow) => factsOfPads(db, workflow),
  everyPad: async () => factsOfEveryPad(db),
  padFacts: async (id) => padRecord(db, id)?.facts,
  pad: async (id) => padById(db, id, (pad) => textOf(db, pad)),
  placed: async (ids) => placedPads(db, ids, (pad) => textOf(db, pad)),
  idsFrom: async (prefix, limit) => idsFrom(db, prefix, limit),
  history: async (pad, request) => historyOf(db, pad, request),
  stateAt: async (pad, version) => stateOf(db, pad, version),
  hits: async (probe) => findHits(db, words, probe),
})

export function padById(db: Connection, id: string, read: (pad: number) => string): Pad | undefined {
  const record = padRecord(db, id)
  if (!record) return undefined
  return { ...record.facts, content: read(record.number) }
}

export const placedPads = (db: Connection, ids: readonly string[], read: (pad: number) => string): PlacedPad[] =>
  ids.flatMap((id) => {
    const pad = padById(db, id, read)
    const workflow = pad && workflowById(db, pad.workflow)
    return pad && workflow ? [{ pad, workflow }] : []
  })

const LAST_CHARACTER = '\u{10ffff}'

const idsFrom = (db: Connection, prefix: string, limit: number): string[] =>
  db
    .rows<{ id: string }>(
      `SELECT id FROM workflows WHERE id >= ?1 AND id < ?2 UNION SELECT id FROM pads WHERE id >= ?1 AND id < ?2
       ORDER BY id LIMIT ?3`,
      [prefix, prefix + LAST_CHARACTER, limit],
    )
    .map(({ id }) => id)

function historyOf(db: Connection, pad: string, request: HistoryRequest): Page<PadVersion> {
  const record = padRecord(db, pad)
  return record ? pageOfHistory(db, record.number, request) : { items: [], total: 0 }
}

function stateOf(db: Connection, pad: string, version: number): PadState | undefined {
  const record = padRecord(db, pad)
  if (!record) return undefined
  const { number, facts } = record
  return stateAt(db, { number, version, now: { ...facts, content: textOf(db, number) } })
}

function findHits(db: Connection, words: WordList, { keywords, scope }: HitProbe): HitTable {
  const columnOf = columnFinder(db, words)
  const columns = keywords.map(columnOf)
  if (scope === undefined) return tabulate(columns)
  const workflows = new Set(numbersInScope(db, scope))
  return tabulate(columns.map((column) => within(column, workflows)))
}

/** What the rows say, and what has changed since they were written. */
function columnFinder(db: Connection, words: WordList): (keyword: HitKeyword) => Column {
  const news = words.news(db)
  const whole = (keys: readonly number[], word: string): Column =>
    changeColumn(columnOfKeys(db, new Map(keys.map((key) => [key, 1]))), findWordInNews(news, word))
  return ({ text, where }) => {
    if (isCjkWord(text)) return intersectLeast(partsOfCjk(text).map((part) => whole([keyOfCjk(part) ?? 0], part)))
    if (where === 'whole') return whole(idsOf(db, text), text)
    return changeColumn(columnOfKeys(db, words.holding(db, text)), findInNews(news, text))
  }
}

/** What is counted of a CJK keyword: itself when it is a character or a pair, else every pair of neighbours. */
function partsOfCjk(keyword: string): readonly string[] {
  const characters = [...keyword]
  if (characters.length <= 2) return [keyword]
  return [...new Set(characters.slice(1).map((character, before) => `${characters[before] ?? ''}${character}`))]
}

const idsOf = (db: Connection, word: string): number[] =>
  db.rows<{ id: number }>('SELECT id FROM hit_words WHERE word = ?', [word]).map(({ id }) => id)
