import { dayOf } from '../../../engine/day.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { FileDraft } from '../../../ports/libraries.ts'

/** For the statistics of the day: documents that were taken in, and their bytes. */
export function countImported(files: readonly FileDraft[], library: number, engine: Engine): void {
  const taken = files.filter(({ status }) => status === 'completed')
  if (taken.length === 0) return
  const sum = taken.reduce((all, { bytes }) => all + bytes, 0)
  const day = dayOf(engine.now())
  engine.record({ counts: [{ day, metric: 'import.documents', library, count: taken.length, sum }] })
}
