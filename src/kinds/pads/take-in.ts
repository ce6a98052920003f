import { append } from '../../core/lists.ts'
import { cancelled } from '../../core/errors.ts'
import type { Problem } from '../../core/words.ts'
import type { TakenIn } from '../../engine/kind.ts'
import type { ArchivedEntry, PadArchive } from '../../ports/pad-archive.ts'
import type { PadDesk } from '../../engine/parts/kept.ts'
import { mostSlots } from '../../ports/pads.ts'
import type { TakeInRequest } from '../../engine/engine.ts'

/**
 * Imports the data of another program, with its ids, times, order, scopes and states. Existing entries stay unchanged:
 * a second import adds nothing, and an interrupted one continues where it stopped.
 */
export async function takeIn({ root, engine, signal, progress }: TakeInRequest): Promise<TakenIn> {
  const archive = await engine.pads.openArchive(root)
  try {
    const sum = { added: 0, unchanged: 0, bytes: 0, problems: [] as Problem[] }
    for await (const batch of batchesOf(archive)) {
      if (signal.aborted) throw cancelled()
      // Settings limit what is written from now on; what was written before is kept whole.
      const taken = await engine.pads.write('all', (transaction) => takeBatch(transaction.pads, batch), {
        limits: 'as-found',
      })
      sum.added += taken.added
      sum.unchanged += taken.unchanged
      sum.bytes += taken.bytes
      append(sum.problems, taken.problems)
      const done = sum.added + sum.unchanged
      progress({ stage: 'take', done, total: archive.pads, bytes: sum.bytes, said: `Taking over ${archive.root}` })
    }
    return { root: archive.root, name: 'workflows', ...sum, problems: [...sum.problems, ...unaccounted(archive, sum)] }
  } finally {
    await archive.close()
  }
}

/** Reports pads without a readable workflow, since nobody would miss them otherwise. */
function unaccounted(
  { pads }: PadArchive,
  { added, unchanged, problems }: Omit<TakenIn, 'root' | 'name'>,
): readonly Problem[] {
  const told = new Set(problems.map(({ path }) => path).filter((path) => path.startsWith('scratchpads/'))).size
  const rest = pads - added - unchanged - told
  if (rest <= 0) return []
  const said = `${rest} of its ${pads} scratchpads were not imported: no readable workflow has their workflow id.`
  return [{ path: '.', said, remedy: 'Check them in the old program, and copy what you need.' }]
}

/** Written at once: more would hold up those who append for longer than they notice. */
const BATCH_BYTES = 1_000_000
const BATCH_ENTRIES = 500

async function* batchesOf(archive: PadArchive): AsyncIterable<readonly ArchivedEntry[]> {
  let batch: ArchivedEntry[] = []
  let bytes = 0
  for await (const entry of archive.read()) {
    batch.push(entry)
    if (entry.is === 'pad') bytes += Buffer.byteLength(entry.content)
    if (bytes < BATCH_BYTES && batch.length < BATCH_ENTRIES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

type Taken = Omit<TakenIn, 'root' | 'name'>

async function takeBatch(pads: PadDesk, batch: readonly ArchivedEntry[]): Promise<Taken> {
  const problems: Problem[] = []
  let [added, unchanged, bytes] = [0, 0, 0]
  for (const entry of batch) {
    if (entry.is === 'problem') problems.push({ path: entry.path, said: entry.said, remedy: entry.remedy })
    if (entry.is === 'workflow') await takeWorkflow(pads, entry)
    if (entry.is !== 'pad') continue
    const outcome = await takePad(pads, entry)
    if (outcome === 'added') {
      added++
      bytes += Buffer.byteLength(entry.content)
    } else if (outcome === 'unchanged') unchanged++
    else problems.push(outcome)
  }
  return { added, unchanged, bytes, problems }
}

type Entry<Is extends ArchivedEntry['is']> = Extract<ArchivedEntry, { readonly is: Is }>

async function takeWorkflow(pads: PadDesk, { is: _is, ...workflow }: Entry<'workflow'>): Promise<void> {
  if (!(await pads.workflow(workflow.id))) await pads.addWorkflow(workflow)
}

async function takePad(pads: PadDesk, { is: _is, ...pad }: Entry<'pad'>): Promise<'added' | 'unchanged' | Problem> {
  if (await pads.padFacts(pad.id)) return 'unchanged'
  const workflow = await pads.workflow(pad.workflow)
  const path = `scratchpads/${pad.id}`
  if (!workflow) return { path, said: 'Its workflow was deleted here meanwhile.', remedy: 'Add the database again.' }
  if (workflow.pads >= mostSlots)
    return {
      path,
      said: `Its workflow has more than ${mostSlots} scratchpads, the limit; it is not imported.`,
      remedy: 'Move some of them to another workflow here, and add the database again.',
    }
  await pads.addPad({ ...pad, by: 'scratchpad-mcp', how: 'import' })
  return 'added'
}
