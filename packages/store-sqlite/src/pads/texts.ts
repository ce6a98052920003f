import { packText, unpackText } from '@wuku/store-sql/packed-text'
import { readStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'

export function textOf(db: Connection, pad: number): string {
  const row = db.row<{ text: Uint8Array }>('SELECT text FROM pad_texts WHERE pad = ?', [pad])
  if (!row) throw new Error(`Scratchpad number ${pad} is stored, but not its text.`)
  return readStored(() => unpackText(row.text))
}

/** Texts as a write works with them. */
export interface Texts {
  read(pad: number): string
  put(pad: number, text: string): void
  remove(pad: number): void
}

/** Remembers the last one: a write reads it, changes it, and reads it again to index it. */
export function createTexts(db: Connection): Texts {
  let last: { readonly pad: number; readonly text: string } | undefined
  return {
    read: (pad) => {
      if (last?.pad !== pad) last = { pad, text: textOf(db, pad) }
      return last.text
    },
    put: (pad, text) => {
      db.run('INSERT OR REPLACE INTO pad_texts (pad, text) VALUES (?, ?)', [pad, packText(text)])
      last = { pad, text }
    },
    remove: (pad) => {
      db.run('DELETE FROM pad_texts WHERE pad = ?', [pad])
      last = undefined
    },
  }
}
