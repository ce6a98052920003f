import { placeOf } from '../../../../ports/pads.ts'
import { analyserVersion } from '../../../../text/terms.ts'
import { advance, counter } from '../../counters.ts'
import type { Connection } from '../../../sqlite-driver/connection.ts'
import { recordsOf } from '../records.ts'
import { textOf } from '../texts.ts'
import { pageOfWorkflows } from '../workflows.ts'
import { forgetNews } from './news.ts'
import type { Ledger } from './ledger.ts'

/** Workflows whose counts are gathered before they are written down. */
const AT_ONCE = 20

/**
 * What is taken out of the hits must have been counted as it is counted now: after an update of the analysis the first
 * write counts all texts anew.
 */
export function recountIfOutdated(db: Connection, ledger: Ledger): void {
  const before = counter(db, 'hits_by')
  if (before === Number(analyserVersion)) return
  advance(db, 'words_lost', db.run('DELETE FROM hit_words'))
  db.run('DELETE FROM hits')
  forgetNews(db)
  const { items } = pageOfWorkflows(db, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  items.forEach(({ number, name, description }, at) => {
    ledger.add(placeOf(number, 0, 'name'), name)
    ledger.add(placeOf(number, 0, 'description'), description ?? '')
    for (const record of recordsOf(db, number)) {
      const { slot, title } = record.facts
      ledger.add(placeOf(number, slot, 'title'), title)
      ledger.add(placeOf(number, slot, 'content'), textOf(db, record.number))
    }
    if (at % AT_ONCE === AT_ONCE - 1) ledger.settle()
  })
  ledger.settle()
  advance(db, 'hits_by', Number(analyserVersion) - before)
}
