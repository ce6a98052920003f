import { placeOf, type PadTransaction, type PadView } from '@wuku/core/ports/pads'
import { analyserVersion } from '@wuku/text/terms/terms'
import { storedInFull, type PadHits, type PadTexts } from '@wuku/store-sql/pads/pad-parts'
import { createPadTransaction } from '@wuku/store-sql/pads/pad-transaction'
import { createPadView } from '@wuku/store-sql/pads/pad-view'
import { packText, unpackText } from '@wuku/store-sql/packed-text'
import { ADDED, type Change } from '@wuku/store-sql/sql-session'
import { advance, counter } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import { readStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { findHits, type HitContext } from './find-hits.ts'
import { createLedger, type Ledger } from './hits/ledger.ts'
import { forgetNews } from './hits/news.ts'
import { createWordList } from './word-list.ts'

export const createSqlitePadView = (context: HitContext): PadView =>
  createPadView({ db: sqliteSession(context.db), shown: context.shown, texts: padTexts, hits: hitsOf(context) })

/** Works on the writer within a transaction. `flush` writes what was only counted so far; then it may be committed. */
export function createSqlitePadTransaction(db: Connection): { readonly pads: PadTransaction; flush(): void } {
  const ledger = createLedger(db)
  recountIfOutdated(db, ledger)
  // A word list of this write alone: should the write fail, the ids of its new words are given to others.
  const hits = hitsOf({ db, words: createWordList(), shown: undefined }, ledger)
  return {
    pads: createPadTransaction({ db: sqliteSession(db), shown: undefined, texts: padTexts, hits }),
    flush: ledger.flush,
  }
}

const putText =
  (pad: number | typeof ADDED, content: string): Change =>
  (value) =>
    `INSERT OR REPLACE INTO pad_texts (pad, text) VALUES (${value(pad)}, ${value(packText(content))})`

/** Texts are kept whole. */
export const padTexts: PadTexts = {
  select: (unless) => ({
    columns: `CASE WHEN ${unless} THEN NULL ELSE (SELECT text FROM pad_texts WHERE pad = pads.number) END AS text`,
    join: '',
  }),
  read: (row) => {
    const { text } = row as { readonly text: Uint8Array | null }
    return text ? storedInFull(unpackText(text)) : undefined
  },
  add: (content) => putText(ADDED, content),
  change: (pad, { content }) => ({
    stored: storedInFull(content),
    isWhole: true,
    changes: [putText(pad, content)],
  }),
}

/** Changes are gathered by the ledger of a write, and are no statements yet. */
function hitsOf(context: HitContext, ledger?: Ledger): PadHits {
  const gather = (change: (ledger: Ledger) => void): readonly Change[] => {
    if (ledger) change(ledger)
    return []
  }
  return {
    needsBefore: true,
    find: (probe) => {
      ledger?.flush()
      return findHits(context, probe)
    },
    add: (place, text) => gather(({ add }) => add(place, text)),
    replace: (place, { before, after }) => gather(({ replace }) => replace(place, before, after)),
    remove: (gone, forgets) =>
      gather(({ forget, remove }) => {
        for (const { place, text } of gone) (forgets ? forget : remove)(place, text)
      }),
  }
}

/** Workflows whose counts are gathered before they are written down. */
const AT_ONCE = 20

interface CountedPad {
  readonly number: number
  readonly slot: number
  readonly title: string
}

/**
 * Words removed from the hits must have been counted in the same way: after an update of the analysis the first write
 * counts all texts again.
 */
function recountIfOutdated(db: Connection, ledger: Ledger): void {
  const before = counter(db, 'hits_by')
  if (before === Number(analyserVersion)) return
  advance(db, 'words_lost', db.run('DELETE FROM hit_words'))
  db.run('DELETE FROM hits')
  forgetNews(db)
  const workflows = db.rows<{ number: number; name: string; description: string | null }>(
    'SELECT number, name, description FROM workflows',
  )
  workflows.forEach(({ number, name, description }, at) => {
    ledger.add(placeOf(number, 0, 'name'), name)
    ledger.add(placeOf(number, 0, 'description'), description ?? '')
    const pads = db.rows<CountedPad>('SELECT number, slot, title FROM pads WHERE workflow = ?', [number])
    for (const pad of pads) {
      ledger.add(placeOf(number, pad.slot, 'title'), pad.title)
      ledger.add(placeOf(number, pad.slot, 'content'), textOf(db, pad.number))
    }
    if (at % AT_ONCE === AT_ONCE - 1) ledger.flush()
  })
  ledger.flush()
  advance(db, 'hits_by', Number(analyserVersion) - before)
}

function textOf(db: Connection, pad: number): string {
  const row = db.row<{ text: Uint8Array }>('SELECT text FROM pad_texts WHERE pad = ?', [pad])
  if (!row) throw new Error(`Scratchpad number ${pad} is stored, but not its text.`)
  return readStored(() => unpackText(row.text))
}
