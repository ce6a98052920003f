import { isCitation } from '@wuku/core/citation'
import { fullPathOf } from '@wuku/core/part-paths'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/remote'
import type { Source } from '@wuku/core/core-types'
import { findDocument, openDocumentIndex } from '@wuku/kernel/documents/document-index'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Collected, FoundSecret } from '@wuku/kernel/base/parts/collected'
import { secretsIn } from '@wuku/kernel/push/found-secrets'
import type { PushedSource } from '@wuku/kernel/push/stored-pushes'
import { WORKFLOW_ITEM, type PadText, type WorkflowText } from '@wuku/kernel/push/accept-workflow'
import type { Workflow } from '@wuku/core/ports/pads'
import { allowSecrets, maskSecrets, type Allowance } from '@wuku/text/secrets/secrets'

export interface Choosing {
  readonly engine: Engine
  /** `secrets.allow` of the settings. */
  readonly allowed: readonly string[]
  readonly signal: AbortSignal
  /** Citations of conversations whose id begins so. */
  conversationsCalled(id: string): Promise<readonly string[]>
}

/** Subject of a push. */
export interface Chosen {
  readonly source: PushedSource
  /** As people know it. */
  readonly label: string
  readonly items: AsyncIterable<Collected>
}

/** A source by name, a conversation by citation or id, or a workflow by id or name. */
export async function chooseSource(what: string, choosing: Choosing): Promise<Chosen> {
  const { engine } = choosing
  if (isCitation(what)) return chooseConversation(what, choosing)
  const workflow = await findWorkflow(what, engine)
  if (workflow)
    return {
      source: { kind: 'pads', name: workflow.id },
      label: `the workflow "${workflow.name}"`,
      items: collectWorkflow(workflow, choosing),
    }
  try {
    return chooseFullSource(await engine.sources.named(what), choosing)
  } catch (error) {
    if (!isWukuError(error) || error.code !== 'unknown-source') throw error
    const [citation, ...others] = await choosing.conversationsCalled(what)
    if (citation === undefined || others.length > 0) throw error
    return chooseConversation(citation, choosing)
  }
}

function chooseFullSource(source: Source, { engine, allowed, signal }: Choosing): Chosen {
  const { kind, name } = source
  if (kind === 'docs' || kind === 'pads') throw notAsSource(source)
  return { source: { kind, name }, label: `${kind}/${name}`, items: engine.files.collect({ source, allowed, signal }) }
}

const notAsSource = ({ kind, name }: Source): WukuError =>
  kind === 'pads'
    ? new WukuError('bad-input', msg('workflowsArePushedOneByOne'))
    : new WukuError('bad-input', msg('isDocumentationServerImportsItItself', { name }))

/** A conversation by itself is a source of its own, so that it can be shared by itself. */
async function chooseConversation(citation: string, { engine, allowed, signal }: Choosing): Promise<Chosen> {
  const { source, document, items } = await engine.read(async (view) => {
    const found = await findDocument(await openDocumentIndex(view), citation)
    const names = await view.documents.names({ sources: [found.source.id] })
    const parts = names.filter(({ path }) => fullPathOf(path) === fullPathOf(found.document.path))
    const documents = await view.documents.byId(parts.map(({ id }) => id))
    return { ...found, items: new Set(documents.map(({ item }) => item)) }
  })
  if (source.kind !== 'chats')
    throw new WukuError('bad-input', msg('noConversation', { kind: source.kind, name: source.name }))
  const conversation = fullPathOf(document.path)
  const only = { items, isIncluded: (path: string) => fullPathOf(path) === conversation }
  const name = `conversation ${conversation
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, ' ')
    .trim()
    .slice(-48)
    .trim()}`
  return {
    source: { kind: 'chats', name },
    label: `the conversation ${conversation}`,
    items: engine.files.collect({ source, only, allowed, signal }),
  }
}

/** A workflow is named by its id, by `workflow/<id or name>`, or by a name that no other has. */
async function findWorkflow(what: string, engine: Engine): Promise<Workflow | undefined> {
  const target = what.replace(/^(?:workflow|pads)\//, '')
  const { items } = await engine.read((view) => view.pads.workflows({ limit: Number.MAX_SAFE_INTEGER, offset: 0 }))
  const byId = items.find(({ id }) => id === target)
  const named = items.filter(({ name }) => name === target)
  if (byId || named.length === 1) return byId ?? named[0]
  if (named.length > 1)
    throw new WukuError(
      'ambiguous',
      msg('workflowsAreCalled', { named: named.length, target, named2: named.map(({ id }) => id).join(', ') }),
    )
  if (target === what) return undefined
  throw new WukuError('not-found', msg('thereIsNoWorkflow', { target: target.slice(0, 100) }))
}

async function* collectWorkflow(workflow: Workflow, { engine, allowed }: Choosing): AsyncGenerator<Collected> {
  const isAllowed = allowSecrets(allowed)
  const pads = await engine.read((view) => view.pads.pads(workflow.id))
  yield { is: 'listed', count: pads.length + 1, isComplete: true }
  const { isActive, createdAt, updatedAt } = workflow
  const mask = masking(isAllowed)
  const workflowText: WorkflowText = {
    name: mask(workflow.name, null),
    description: workflow.description && mask(workflow.description, null),
    scope: workflow.scope && mask(workflow.scope, null),
    isActive,
    createdAt,
    updatedAt,
  }
  yield itemOf(WORKFLOW_ITEM, workflowText, mask)
  for (const { id } of pads) {
    const pad = await engine.read((view) => view.pads.pad(id))
    if (!pad) continue
    const maskPad = masking(isAllowed)
    const title = maskPad(pad.title, null)
    const content = maskPad(pad.content, title)
    const padText: PadText = { title, content, createdAt: pad.createdAt, updatedAt: pad.updatedAt }
    yield itemOf(id, padText, maskPad)
  }
}

/** Masks texts of one item, and remembers what it found. */
interface Masking {
  /** `title`: of the scratchpad that the text is of; `null` for a text that has no lines to name. */
  (text: string, title: string | null): string
  readonly found: readonly FoundSecret[]
}

function masking(isAllowed: Allowance): Masking {
  const found: FoundSecret[] = []
  const mask = (text: string, title: string | null): string => {
    const { text: masked } = maskSecrets(text, isAllowed)
    const secrets = secretsIn(title ?? masked.split('\n')[0] ?? '', text, masked)
    found.push(...secrets.map((each) => (title === null ? { ...each, line: null } : each)))
    return masked
  }
  return Object.assign(mask, { found })
}

const itemOf = (path: string, text: WorkflowText | PadText, { found }: Masking): Collected => ({
  is: 'item',
  path,
  modifiedAt: text.updatedAt,
  text: JSON.stringify(text),
  secrets: found,
})
