import { createLruMap } from '@wuku/core/lru-map'
import type { HitField, HitPlace, HitProbe } from '@wuku/core/ports/pads'
import { findable } from '@wuku/text/terms/findable'
import { fold } from '@wuku/text/terms/fold'
import { countFolded } from '@wuku/text/terms/hits'
import { conditionsFor } from '../tables.ts'
import { requireShown, type FoldedText, type HitTexts, type PadParts } from './pad-parts.ts'

/** Enough for ten thousand long scratchpads; those of which there is no room are read at each search. */
const MAX_CHARACTERS = 256_000_000

export const createHitTexts = (): HitTexts => createLruMap(MAX_CHARACTERS, ({ characters }) => characters)

interface WorkflowRow {
  readonly number: number
  readonly name: string
  readonly description: string | null
  readonly pads: number
  readonly touched: number
}

/** Every text is searched (docs/decisions/0005-pads.md). */
export async function findHits(parts: PadParts, { keywords, scope }: HitProbe): Promise<readonly HitPlace[]> {
  const where = conditionsFor(parts.db)
  where.compare('scope', '=', scope)
  requireShown(parts, where)
  const workflows = await parts.db.rows<WorkflowRow>(
    `SELECT number, name, description, pads, touched FROM workflows WHERE ${where.sql}`,
    where.values,
  )
  const found: HitPlace[] = []
  for await (const [workflow, texts] of textsOf(parts, workflows))
    for (const text of texts) {
      if (!keywords.some((keyword) => text.folded.includes(keyword.text))) continue
      const counts = countFolded(maskedText(text), keywords)
      if (counts.some((count) => count > 0)) found.push({ workflow, slot: text.slot, field: text.field, counts })
    }
  return found.toSorted((a, b) => a.workflow - b.workflow)
}

/** Texts of workflows, the remembered ones first. */
async function* textsOf(
  parts: PadParts,
  workflows: readonly WorkflowRow[],
): AsyncGenerator<readonly [workflow: number, texts: readonly FoldedText[]]> {
  const { hitTexts = createHitTexts() } = parts
  const changed: WorkflowRow[] = []
  for (const row of workflows) {
    const known = hitTexts.get(row.number)
    if (known?.stamp === stampOf(row)) yield [row.number, known.texts]
    else changed.push(row)
  }
  for (const batch of await inBatches(parts, changed)) {
    const pads = await readPads(parts, batch)
    for (const row of batch) {
      const texts = [...ownTexts(row), ...(pads.get(row.number) ?? [])]
      const characters = texts.reduce((sum, { folded }) => sum + 2 * folded.length, 0)
      hitTexts.set(row.number, { stamp: stampOf(row), texts, characters })
      yield [row.number, texts]
    }
  }
}

/** Changes with every write: removing a scratchpad changes the number of them, all else changes `touched`. */
const stampOf = ({ touched, pads }: WorkflowRow): string => `${touched} ${pads}`

const foldedText = (slot: number, field: HitField, text: string): FoldedText => ({
  slot,
  field,
  folded: fold(text),
  unmasked: text,
})

/** Secrets cannot be searched. Masking them takes longer than folding, so only texts that hold a keyword are masked. */
function maskedText(text: FoldedText): string {
  if (text.unmasked !== undefined) text.folded = fold(findable(text.unmasked))
  text.unmasked = undefined
  return text.folded
}

const ownTexts = ({ name, description }: WorkflowRow): readonly FoldedText[] => [
  foldedText(0, 'name', name),
  foldedText(0, 'description', description ?? ''),
]

/** Texts that are read at once. */
const BATCH_BYTES = 8_000_000

async function inBatches({ db }: PadParts, rows: readonly WorkflowRow[]): Promise<readonly (readonly WorkflowRow[])[]> {
  if (rows.length === 0) return []
  const where = inWorkflows(db, rows)
  const sizes = await db.rows<{ workflow: number; bytes: number }>(
    `SELECT workflow, sum(bytes) AS bytes FROM pads WHERE ${where.sql} GROUP BY workflow`,
    where.values,
  )
  const bytesOf = new Map(sizes.map(({ workflow, bytes }) => [workflow, Number(bytes)]))
  let sum = 0
  const batches = Map.groupBy(rows, ({ number }) => Math.floor((sum += bytesOf.get(number) ?? 0) / BATCH_BYTES))
  return [...batches.values()]
}

function inWorkflows(db: PadParts['db'], workflows: readonly WorkflowRow[]) {
  const where = conditionsFor(db)
  const numbers = workflows.map(({ number }) => number)
  where.isIn('workflow', numbers)
  return where
}

interface PadRow {
  readonly number: number
  readonly workflow: number
  readonly slot: number
  readonly title: string
}

async function readPads({ db, texts }: PadParts, workflows: readonly WorkflowRow[]) {
  const where = inWorkflows(db, workflows)
  const { columns, join } = texts.select('false')
  const rows = await db.rows<PadRow>(
    `SELECT number, workflow, slot, title, ${columns} FROM pads ${join} WHERE ${where.sql} ORDER BY workflow, slot`,
    where.values,
  )
  const read = (row: PadRow): readonly FoldedText[] => {
    const text = db.dialect.readStored(() => texts.read(row))
    if (!text) throw new Error(`Scratchpad number ${row.number} is stored, but not its text.`)
    return [foldedText(row.slot, 'title', row.title), foldedText(row.slot, 'content', text.content)]
  }
  const byWorkflow = Map.groupBy(rows, ({ workflow }) => workflow)
  return new Map([...byWorkflow].map(([workflow, own]) => [workflow, own.flatMap(read)]))
}
