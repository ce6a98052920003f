import type { PadTransaction, PadView } from '@wuku/core/ports/pads'
import { createHitTexts } from '@wuku/store-sql/pads/find-hits'
import { storedInFull, type HitTexts, type PadTexts } from '@wuku/store-sql/pads/pad-parts'
import { createPadTransaction } from '@wuku/store-sql/pads/pad-transaction'
import { createPadView } from '@wuku/store-sql/pads/pad-view'
import { packText, unpackText } from '@wuku/store-sql/packed-text'
import { ADDED, type Change } from '@wuku/store-sql/sql-session'
import type { PadsShown } from '@wuku/store-sql/visible-rows'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'

export { createHitTexts }

interface PadContext {
  readonly db: Connection
  readonly hitTexts: HitTexts
  /** `undefined`: every workflow. */
  readonly shown: PadsShown | undefined
}

export const createSqlitePadView = ({ db, ...context }: PadContext): PadView =>
  createPadView({ ...context, db: sqliteSession(db), texts: padTexts })

/** Works on the writer within a transaction. */
export const createSqlitePadTransaction = (db: Connection): PadTransaction =>
  createPadTransaction({ db: sqliteSession(db), shown: undefined, texts: padTexts })

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
  change: (pad, { content }) => ({ stored: storedInFull(content), changes: [putText(pad, content)] }),
}
