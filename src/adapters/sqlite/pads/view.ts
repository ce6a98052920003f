import type { PadView } from '../../../ports/pads.ts'
import type { Connection } from '../driver.ts'
import type { WordList } from './word-list.ts'

/** Stands on a connection whose transaction is open. */
export function createPadView(_db: Connection, _words: WordList): PadView {
  throw new Error('not written yet')
}
