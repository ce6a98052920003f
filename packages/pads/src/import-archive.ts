import { msg } from '@wuku/messages/pads'
import { append } from '@wuku/core/list-helpers'
import { cancelled } from '@wuku/core/errors'
import type { Problem } from '@wuku/core/core-types'
import type { IngestResult } from '@wuku/kernel/base/kind'
import type { ArchivedEntry, PadArchive } from '@wuku/core/ports/pad-archive'
import type { GuardedPads } from '@wuku/kernel/base/parts/engine-stores'
import { maxSlots } from '@wuku/core/ports/pads'
import type { IngestRequest } from '@wuku/kernel/base/engine'

/**
 * Imports the data of another program, with its ids, times, order, scopes and states. Existing entries stay unchanged:
 * a second import adds nothing, and an interrupted one continues where it stopped.
 */
export async function importArchive({ root, engine, signal, progress }: IngestRequest): Promise<IngestResult> {
  const archive = await engine.pads.openArchive(root)
  try {
    const sum = { added: 0, unchanged: 0, bytes: 0, problems: [] as Problem[] }
    for await (const batch of batchesOf(archive)) {
      if (signal.aborted) throw cancelled()
      // Settings limit what is written from now on; what was written before is kept whole.
      const batchResult = await engine.pads.write('all', (transaction) => importBatch(transaction.pads, batch), {
        limits: 'as-found',
      })
      sum.added += batchResult.added
      sum.unchanged += batchResult.unchanged
      sum.bytes += batchResult.bytes
      append(sum.problems, batchResult.problems)
      const done = sum.added + sum.unchanged
      progress({
        stage: 'take',
        done,
        total: archive.pads,
        bytes: sum.bytes,
        said: msg('takingOver', { root: archive.root }),
      })
    }
    return { root: archive.root, name: 'workflows', ...sum, problems: [...sum.problems, ...unaccounted(archive, sum)] }
  } finally {
    await archive.close()
  }
}

/** Reports pads without a readable workflow, since nobody would miss them otherwise. */
function unaccounted({ pads }: PadArchive, { added, unchanged, problems }: Omit<IngestResult, 'root' | 'name'>) {
  const reportedPads = new Set(problems.map(({ path }) => path).filter((path) => path.startsWith('scratchpads/'))).size
  const rest = pads - added - unchanged - reportedPads
  if (rest <= 0) return []
  const said = msg('notAccounted', { rest, pads })
  return [{ path: '.', said, remedy: said.remedy }]
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

async function importBatch(pads: GuardedPads, batch: readonly ArchivedEntry[]) {
  const problems: Problem[] = []
  let [added, unchanged, bytes] = [0, 0, 0]
  for (const entry of batch) {
    if (entry.is === 'problem') problems.push({ path: entry.path, said: entry.said, remedy: entry.remedy })
    if (entry.is === 'workflow') await importWorkflow(pads, entry)
    if (entry.is !== 'pad') continue
    const outcome = await importPad(pads, entry)
    if (outcome === 'added') {
      added++
      bytes += Buffer.byteLength(entry.content)
    } else if (outcome === 'unchanged') unchanged++
    else problems.push(outcome)
  }
  return { added, unchanged, bytes, problems }
}

type Entry<Is extends ArchivedEntry['is']> = Extract<ArchivedEntry, { readonly is: Is }>

async function importWorkflow(pads: GuardedPads, { is: _is, ...workflow }: Entry<'workflow'>): Promise<void> {
  if (!(await pads.workflow(workflow.id))) await pads.addWorkflow(workflow)
}

async function importPad(pads: GuardedPads, { is: _is, ...pad }: Entry<'pad'>) {
  if (await pads.padFacts(pad.id)) return 'unchanged'
  const workflow = await pads.workflow(pad.workflow)
  const path = `scratchpads/${pad.id}`
  if (!workflow) return { path, said: 'Its workflow was deleted here meanwhile.', remedy: 'Add the database again.' }
  if (workflow.pads >= maxSlots) {
    const said = msg('workflowIsFull', { limit: maxSlots })
    return { path, said, remedy: said.remedy }
  }
  await pads.addPad({ ...pad, by: 'scratchpad-mcp', how: 'import' })
  return 'added'
}
