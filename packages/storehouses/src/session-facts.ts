import { writeCitation } from '@wuku/core/citation'
import type { PathContext, Source, StoredDocument } from '@wuku/core/core-types'
import { nameContexts } from '@wuku/kernel/stored-annotations'
import { withDeclared } from '@wuku/kernel/contexts'
import { PAD_SOURCE } from '@wuku/kernel/base/pad-source'
import { isWithin } from '@wuku/kernel/resolve-project'
import { isAbout } from '@wuku/pads/part-of'
import type { PadFacts, PadView, Workflow } from '@wuku/core/ports/pads'
import type { StoreView } from '@wuku/core/ports/store'

/** Facts about a workspace that matter at the beginning of a session: titles and citations, without texts. */
export interface SessionFacts {
  /** `writtenAt`: milliseconds since the epoch. */
  readonly work?: Pick<Workflow, 'name' | 'id' | 'pads'> & { readonly writtenAt: number; readonly newest?: Cited }
  /** Newest first. */
  readonly decisions: readonly Cited[]
  readonly orders: readonly Cited[]
  /** Descriptions of folders by the user. */
  readonly descriptions: readonly { readonly of: string; readonly text: string }[]
}

export interface Cited {
  readonly title: string
  readonly citation: string
}

/** More than is ever shown. */
const MAX_SHOWN = 5
const MAX_WORKFLOWS = 1_000
const MAX_OPENED = 50

const DECISION = /\b(?:decisions?|decided|adr)\b|决定|决策|決定|決策/i
/** The whole title: one that only speaks of instructions is none. */
const ORDER = /^\s*(?:standing orders?|instructions|长期要求|长期指示|工作约定)\s*$/i
/** Folders in which projects write down what was decided. */
const DECISION_FOLDERS = ['docs/decisions', 'docs/adr', 'doc/adr', 'decisions', 'adr']

export async function gatherFacts(view: StoreView, workspace: string, declared: readonly PathContext[]) {
  const { items } = await view.pads.workflows({ limit: MAX_WORKFLOWS, offset: 0 })
  const workflows = items.filter(isAbout(workspace)).slice(0, MAX_OPENED)
  const pads = await padsOf(workflows, view.pads)
  const sources = (await view.sources.list()).filter(({ root }) => isWithin([workspace])(root))
  const current = workflows.find(({ isActive }) => isActive)
  const own = pads.filter(({ workflow }) => workflow === current?.id)
  const contexts = withDeclared(nameContexts(await view.annotations.contexts(), sources), declared)
  return {
    ...(current && { work: openWork(current, own) }),
    decisions: await decisionsOf(pads, sources, view),
    orders: own
      .filter(({ title }) => ORDER.test(title))
      .slice(0, MAX_SHOWN)
      .map(citePad),
    descriptions: descriptionsOf(contexts, sources),
  }
}

async function padsOf(workflows: readonly Workflow[], view: PadView): Promise<readonly PadFacts[]> {
  const pads = await Promise.all(workflows.map(({ id }) => view.pads(id)))
  return pads.flat().toSorted((one, other) => other.updatedAt - one.updatedAt)
}

function openWork({ name, id, updatedAt, pads }: Workflow, [newest]: readonly PadFacts[]) {
  return { name, id, pads, writtenAt: updatedAt, ...(newest && { newest: citePad(newest) }) }
}

async function decisionsOf(pads: readonly PadFacts[], sources: readonly Source[], view: StoreView) {
  const files = await Promise.all(
    sources
      .filter(({ kind }) => kind === 'notes' || kind === 'code')
      .map(async (source) => (await decisionFiles(source, view)).map((document) => ({ source, document }))),
  )
  const dated = [
    ...pads.filter(({ title }) => DECISION.test(title)).map((pad) => ({ at: pad.updatedAt, cited: citePad(pad) })),
    ...files.flat().map(({ source, document }) => ({ at: document.modifiedAt, cited: citeDocument(source, document) })),
  ]
  return dated
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MAX_SHOWN)
    .map(({ cited }) => cited)
}

export async function decisionFiles({ id }: Source, view: StoreView): Promise<readonly StoredDocument[]> {
  const found = await Promise.all(DECISION_FOLDERS.map((under) => view.documents.list({ sources: [id], under })))
  return found.flat().filter(({ path }) => /\.(?:md|markdown|adoc|txt)$/i.test(path))
}

function descriptionsOf(contexts: readonly PathContext[], sources: readonly Source[]): SessionFacts['descriptions'] {
  const names = new Set(sources.flatMap(({ kind, name }) => [name, `${kind}/${name}`]))
  return contexts
    .filter(({ collection }) => collection === '' || names.has(collection))
    .slice(0, MAX_SHOWN)
    .map(({ collection, prefix, text }) => ({ of: [collection, prefix].filter(Boolean).join('/'), text }))
}

const citePad = ({ id, title }: PadFacts): Cited => ({
  title,
  citation: writeCitation({ kind: PAD_SOURCE.kind, source: PAD_SOURCE.name, path: id }),
})

const citeDocument = ({ kind, name }: Source, { path, title }: StoredDocument): Cited => ({
  title,
  citation: writeCitation({ kind, source: name, path }),
})
