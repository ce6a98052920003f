import { z } from 'zod'
import { parsed } from '../carry/carried.ts'
import { misplaced } from '../carry/take-source.ts'
import type { PadDesk } from '../../engine/parts/kept.ts'
import type { PadFacts, Workflow } from '../../ports/pads.ts'
import type { StoreView } from '../../ports/store.ts'
import { createNaming, withFrontMatter, type ExportFolder } from './export-folder.ts'
import type { Part } from './manifest.ts'

const at = z.number().int().min(0)
const workflowShape = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  scope: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: at,
  updatedAt: at,
})
const versionShape = z.strictObject({
  pad: z.uuid(),
  /** When the pad was begun. */
  createdAt: at,
  version: z.number().int().min(1),
  at,
  by: z.string(),
  how: z.string(),
  restores: z.number().int().nullable(),
  title: z.string(),
  content: z.string(),
})
/** A workflow, then each pad with the versions that are kept, first to last. */
const line = z.union([z.strictObject({ workflow: workflowShape }), z.strictObject({ version: versionShape })])
type PadLine = z.output<typeof line>
type Version = z.output<typeof versionShape>

const HISTORY_PAGE = 200
/** As many as a store keeps by any setting. */
const MOST_VERSIONS = 100_000

/** Writes the pads of a workflow as Markdown into one folder, with all their versions in a file for an import. */
export async function exportWorkflow(
  workflow: Workflow,
  view: StoreView,
  { folder, name }: { readonly folder: ExportFolder; readonly name: ReturnType<typeof createNaming> },
): Promise<Part> {
  const pads = (await view.pads.pads(workflow.id)).toSorted((one, other) => one.slot - other.slot)
  const below = name(['pads', workflow.name], '')
  await folder.write(`${below}/workflow.md`, [workflowText(workflow)])
  const padName = createNaming()
  for (const pad of pads) {
    const whole = await view.pads.pad(pad.id)
    if (whole) await folder.write(`${below}/${padName([pad.title], '.md')}`, [padText(pad, workflow, whole.content)])
  }
  const file = `${below}/versions.jsonl`
  await folder.write(file, linesOfWorkflow(workflow, pads, view))
  return { is: 'workflow', id: workflow.id, name: workflow.name, file }
}

const iso = (time: number): string => new Date(time).toISOString()

const workflowText = ({ id, name, description, scope, isActive, createdAt, updatedAt }: Workflow): string =>
  withFrontMatter(
    {
      workflow: name,
      id,
      scope,
      state: isActive ? 'active' : 'inactive',
      created: iso(createdAt),
      updated: iso(updatedAt),
    },
    `${description ?? ''}\n`,
  )

const padText = ({ id, title, version, createdAt, updatedAt }: PadFacts, { name }: Workflow, content: string): string =>
  withFrontMatter(
    { workflow: name, title, id, version, created: iso(createdAt), updated: iso(updatedAt) },
    content.endsWith('\n') ? content : `${content}\n`,
  )

const written = (each: PadLine): string => `${JSON.stringify(each)}\n`

async function* linesOfWorkflow(
  { id, name, description, scope, isActive, createdAt, updatedAt }: Workflow,
  pads: readonly PadFacts[],
  view: StoreView,
): AsyncGenerator<string> {
  yield written({ workflow: { id, name, description, scope, isActive, createdAt, updatedAt } })
  for (const pad of pads) {
    const versions = []
    for (let offset = 0; offset < MOST_VERSIONS; offset += HISTORY_PAGE) {
      const { items } = await view.pads.history(pad.id, { limit: HISTORY_PAGE, offset })
      versions.push(...items)
      if (items.length < HISTORY_PAGE) break
    }
    for (const { version, at: time, by, how, restores } of versions.toReversed()) {
      const state = await view.pads.stateAt(pad.id, version)
      if (!state) continue
      const { title, content } = state
      yield written({
        version: { pad: pad.id, createdAt: pad.createdAt, version, at: time, by, how, restores, title, content },
      })
    }
  }
}

export interface TakenPads {
  added: number
  kept: number
}

/** Takes a workflow and its pads with their versions; what is there stays as it is. */
export async function importWorkflow(lines: AsyncIterable<string>, pads: PadDesk): Promise<TakenPads> {
  const taken = { added: 0, kept: 0 }
  let workflow: string | undefined
  let settled: { readonly id: string; readonly isActive: boolean; readonly at: number } | undefined
  let versions: Version[] = []
  const flush = async (): Promise<void> => {
    const [first] = versions
    if (!first || workflow === undefined) return
    const isNew = !(await pads.padFacts(first.pad))
    if (isNew) await addPad(versions, workflow, pads)
    taken[isNew ? 'added' : 'kept']++
    versions = []
  }
  for await (const text of lines) {
    const read = line.safeParse(parsed(text)).data
    if (!read) throw misplaced('A line of a workflow')
    if ('workflow' in read) {
      const { id, isActive, updatedAt } = read.workflow
      workflow = id
      if (await pads.workflow(id)) continue
      // A closed one takes no pads.
      await pads.addWorkflow({ ...read.workflow, isActive: true })
      settled = { id, isActive, at: updatedAt }
    } else {
      if (versions[0] && versions[0].pad !== read.version.pad) await flush()
      versions.push(read.version)
    }
  }
  await flush()
  if (settled && !settled.isActive) await pads.changeWorkflow(settled.id, { isActive: false, at: settled.at })
  return taken
}

/** Versions that are no longer kept are counted up to here, so that numbers stay what they were. */
const MOST_UNKEPT = 2_000

async function addPad(versions: readonly Version[], workflow: string, pads: PadDesk): Promise<void> {
  const [first, ...others] = versions
  if (!first) return
  const { pad: id, createdAt, title, content, by, how } = first
  await pads.addPad({ id, workflow, title, content, createdAt, updatedAt: first.at, by, how })
  if (first.version > 1 && first.version <= MOST_UNKEPT) {
    for (let version = 2; version <= first.version; version++) await pads.changePad(id, { at: first.at, by, how })
    await pads.pruneHistory(id, 1)
  }
  for (const { title: name, content: text, at: time, by: author, how: operation, restores } of others)
    await pads.changePad(id, {
      title: name,
      content: text,
      at: time,
      by: author,
      how: operation,
      ...(restores !== null && { restores }),
    })
}
