import { createReadStream } from 'node:fs'
import { parseJson } from '@wuku/core/lenient-parsing'
import { z } from 'zod'
import { linesOf, misplaced } from '../carry/carried-lines.ts'
import type { EnginePads, GuardedPads } from '@wuku/kernel/base/parts/engine-stores'
import type { PadFacts, Workflow } from '@wuku/core/ports/pads'
import type { StoreView } from '@wuku/core/ports/store'
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
const MAX_VERSIONS = 100_000

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
    const fullPad = await view.pads.pad(pad.id)
    if (fullPad)
      await folder.write(`${below}/${padName([pad.title], '.md')}`, [padText(pad, workflow, fullPad.content)])
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
    for (let offset = 0; offset < MAX_VERSIONS; offset += HISTORY_PAGE) {
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

/** Bytes of a file in which all versions of one pad stand. */
interface PadLines {
  readonly pad: string
  readonly start: number
  readonly end: number
}

/**
 * Takes a workflow and its pads with their versions; what is there stays as it is. Each pad is written whole, in a write of
 * its own that others need not wait for long, and with one version of it in memory.
 */
export async function importWorkflow(file: string, pads: Pick<EnginePads, 'write'>) {
  const { workflow, found } = await surveyOf(file)
  const imported = { added: 0, kept: 0 }
  await write(pads, async (transaction) => {
    if (!(await transaction.workflow(workflow.id))) await transaction.addWorkflow(workflow)
  })
  for (const lines of found) {
    const isNew = await write(pads, async (transaction) => {
      if (await transaction.padFacts(lines.pad)) return false
      await addPad(versionsIn(file, lines), workflow.id, transaction)
      return true
    })
    imported[isNew ? 'added' : 'kept']++
  }
  return imported
}

/** Settings limit what is written from now on; what was written before is kept whole. */
const write = <T>(pads: Pick<EnginePads, 'write'>, work: (transaction: GuardedPads) => Promise<T>): Promise<T> =>
  pads.write('all', (transaction) => work(transaction.pads), { limits: 'as-found' })

interface Survey {
  readonly workflow: z.output<typeof workflowShape>
  readonly found: readonly PadLines[]
}

async function surveyOf(file: string): Promise<Survey> {
  const found: PadLines[] = []
  let workflow: Survey['workflow'] | undefined
  let place = 0
  for await (const text of linesOf(createReadStream(file))) {
    const end = place + Buffer.byteLength(text)
    const read = lineFrom(text)
    if ('workflow' in read) workflow ??= read.workflow
    else if (found.at(-1)?.pad === read.version.pad) found.splice(-1, 1, { ...(found.at(-1) as PadLines), end })
    else found.push({ pad: read.version.pad, start: place, end })
    place = end + 1
  }
  if (!workflow) throw misplaced('A workflow without a name')
  return { workflow, found }
}

function lineFrom(text: string): PadLine {
  const { data } = line.safeParse(parseJson(text))
  if (!data) throw misplaced('A line of a workflow')
  return data
}

async function* versionsIn(file: string, { start, end }: PadLines): AsyncGenerator<Version> {
  for await (const text of linesOf(createReadStream(file, { start, end }))) {
    const read = lineFrom(text)
    if ('version' in read) yield read.version
  }
}

/** Versions that are no longer kept are counted up to here, so that numbers stay what they were. */
const MAX_UNWRITTEN = 2_000

async function addPad(versions: AsyncIterable<Version>, workflow: string, transaction: GuardedPads): Promise<void> {
  let isFirst = true
  for await (const { pad: id, createdAt, version, at: time, by, how, restores, title, content } of versions) {
    const author = { at: time, by, how }
    if (isFirst) {
      await transaction.addPad({ id, workflow, title, content, createdAt, updatedAt: time, by, how })
      if (version > 1 && version <= MAX_UNWRITTEN) {
        for (let number = 2; number <= version; number++) await transaction.changePad(id, author)
        await transaction.pruneHistory(id, 1)
      }
    } else await transaction.changePad(id, { ...author, title, content, ...(restores !== null && { restores }) })
    isFirst = false
  }
}
