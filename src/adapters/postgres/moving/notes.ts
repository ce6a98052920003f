import { WukuError } from '../../../core/errors.ts'
import { quoted } from '../database.ts'
import type { Script } from '../schema.ts'

/** Half a store answers nobody: what is written to it meanwhile would be in the way of what is still to come. */
export async function demandComplete(script: Script, schema: string): Promise<void> {
  const [row] = await script.query(`SELECT 1 FROM ${quoted(schema)}.moves LIMIT 1`)
  if (row) throw notComplete(schema)
}

const notComplete = (schema: string): WukuError =>
  new WukuError(
    'store-busy',
    `Another store is being moved into the schema "${schema}", and not all of it has arrived.`,
    'Wait for it, or run the same "wuku migrate" again: it goes on where it was stopped.',
  )
