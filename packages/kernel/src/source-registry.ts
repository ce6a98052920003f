import { sentences } from '@wuku/core/list-helpers'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/kernel'
import type { Kind, Source, SourceId } from '@wuku/core/core-types'
import type { SourceFacts } from '@wuku/core/ports/index-view'
import { nearest } from '@wuku/text/edits/edit'
import type { AddedSource, AddRequest, Recognised, SourcePlan } from './base/parts/engine-sources.ts'
import type { CallerPorts, EnginePorts } from './base/ports.ts'
import { ownershipForNew, ownershipOf } from './accounts/ownership-rules.ts'
import { randomSourceName } from './library-names.ts'
import { PAD_SOURCE } from './base/pad-source.ts'
import { requireRight } from './base/rights.ts'
import { withPartsOnce } from './shown-sources.ts'
import { versionsOf } from './writing/file-versions.ts'
import { commandLine } from '@wuku/text/show/shell-words'

/** A name is part of citations and of commands: no slash, no space around it, nothing that a shell would eat. */
export const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,62}$/u

/**
 * Adding the same root under the same name again changes its options; another root under a taken name is refused. If
 * another process added it between the look and the write, a second look decides.
 */
export async function addSource(request: AddRequest, ports: CallerPorts): Promise<AddedSource> {
  const {
    store,
    access,
    clock,
    kinds,
    workspace: { resolveRoot },
  } = ports
  const { connected } = request.options
  const named = request.kind && knownKind(request.kind, kinds)
  const root = connected ? request.root : await resolveRoot(request.root, named)
  const sources = await store.read({ ...access, hidden: true }, (view) => view.sources.list())
  const { kind, ...doubt } = named ? { kind: named } : await recognise(root, sources, ports)
  if (request.options.writable && kind !== 'notes')
    throw new WukuError('bad-input', msg('onlyNotesAreWritten', { kind }))
  const existing = sources.filter((source) => source.kind === kind)
  const name = parseName(request.name ?? nameOf(existing, root, request.called))
  const sameName = existing.find((source) => source.name === name)
  if (!sameName) {
    const ownership = await ownershipForNew(kind, request.showing ?? {}, ports)
    const draft = { kind, name, root, options: request.options, addedAt: clock.now(), ...(ownership && { ownership }) }
    const added = store.addSource(draft).then((source) => ({ ...source, ...doubt }))
    return added.catch(async (error: unknown) => {
      if (!isWukuError(error) || error.code !== 'source-exists') throw error
      const now = await store.read({ ...access, hidden: true }, (view) => view.sources.list())
      const isSeen = now.some((source) => source.kind === kind && source.name === name)
      return addSource(isSeen ? request : { ...request, kind, name: randomSourceName(name) }, ports)
    })
  }
  if (sameName.root !== root)
    throw new WukuError(
      'source-exists',
      msg('nameInUse', {
        name: sameName.name,
        root: sameName.root,
        command: commandLine`wuku move ${`${sameName.kind}/${sameName.name}`}`,
      }),
    )
  requireRight('manage', ports.caller, { ownership: ownershipOf(sameName), what: `${sameName.kind}/${sameName.name}` })
  await store.changeSource(sameName.id, { options: { ...sameName.options, ...request.options } })
  return { ...sameName, options: { ...sameName.options, ...request.options } }
}

/** The feed of a registered source with the options that it has, or of one that is not registered with those asked for. */
export async function planSource(request: AddRequest, signal: AbortSignal, ports: CallerPorts): Promise<SourcePlan> {
  const { store, access, kinds, workspace, open } = ports
  if (request.options.connected)
    return (await import('./index/plan-connected.ts')).planConnected(request, signal, ports)
  const named = request.kind && knownKind(request.kind, kinds)
  const root = await workspace.resolveRoot(request.root, named)
  const sources = await store.read(access, (view) => view.sources.list())
  const recognised = named ? { kind: named } : await recognise(root, sources, ports)
  const source = sources.find((each) => each.root === root && each.kind === recognised.kind)
  const options = { ...source?.options, ...request.options }
  const feed = await open.feed({
    id: 0 as SourceId,
    name: '',
    indexedAt: null,
    ...source,
    ...recognised,
    root,
    options,
  })
  return { ...(await feed.list({ signal })), ...recognised, root, source }
}

/** A root that is registered keeps its kind: adding it again changes its options. */
async function recognise(root: string, sources: readonly Source[], ports: EnginePorts): Promise<Recognised> {
  const isRegistered = (kind: Kind): boolean =>
    !ports.kinds.some((known) => known.kind === kind && known.keeping?.ingest)
  const before = sources.find((source) => source.root === root && isRegistered(source.kind))
  if (before) return { kind: before.kind }
  const recognised = await ports.workspace.recogniseRoot(root)
  return { ...recognised, kind: knownKind(recognised.kind, ports.kinds) }
}

export async function removeSource(
  name: string,
  { store, access, blobs }: Pick<CallerPorts, 'store' | 'access' | 'blobs'>,
): Promise<SourceFacts> {
  const facts = await store.read({ ...access, hidden: true }, (view) => view.sources.facts())
  const source = findSource(
    facts.map((each) => each.source),
    name,
  )
  if (source.kind === PAD_SOURCE.kind) throw new WukuError('conflict', msg('padsStay'))
  if (source.kind === 'docs') throw docsHaveLibraries(source.name)
  const { pushed } = source.options
  // A push that is under way has sources of its own from the same texts.
  const ofPush = pushed ? facts.filter((each) => each.source.options.pushed?.folder === pushed.folder) : []
  const parts = facts.map((each) => each.source).filter((each) => each.options.connected?.part?.of === source.id)
  for (const { id } of new Set([source, ...ofPush.map((each) => each.source), ...parts])) await store.removeSource(id)
  await blobs.deleteUnder(versionsOf(source))
  if (pushed) await blobs.deleteUnder(pushed.folder)
  return facts.find((each) => each.source.id === source.id) as SourceFacts
}

const docsHaveLibraries = (name: string): WukuError =>
  new WukuError('bad-input', msg('docsHaveLibraries', { name, command: commandLine`wuku docs delete ${name}` }))

/** By name, by `kind/name`, by the name of a library for its default version, or by a beginning that only one source has. */
export function findSource(sources: readonly Source[], name: string): Source {
  const exact = exactlyCalled(sources, name)
  const found = exact.length > 0 ? exact : sources.filter((source) => source.name.startsWith(name) && name !== '')
  const [only, ...others] = withPartsOnce(found)
  if (only && others.length === 0) return only
  throw !only ? unknownSource(sources, name) : ambiguousSource(found, name)
}

/** All sources with this full name: two storehouses may each have one. */
export function exactlyCalled(sources: readonly Source[], name: string): readonly Source[] {
  const named = (as: (source: Source) => string): readonly Source[] =>
    sources.filter((source) => as(source) === name || `${source.kind}/${as(source)}` === name)
  return [named((source) => source.name), named(defaultNameOf)].find((some) => some.length > 0) ?? []
}

/** `react` of `react@19.0.1`, when that is the version that answers for it. */
export const defaultNameOf = ({ kind, name, options }: Source): string =>
  kind === 'docs' && options.searchedByDefault !== false ? name.replace(/@.*$/s, '') : name

function knownKind(kind: Kind, kinds: EnginePorts['kinds']): Kind {
  const found = kinds.find((known) => known.kind === kind)
  if (found?.keeping?.ingest)
    throw new WukuError(
      'bad-input',
      msg('nothingToRegister', { kind, command: commandLine`wuku add <database> --kind ${kind}` }),
    )
  if (found) return kind
  const known = kinds.map((each) => each.kind).join(', ')
  throw new WukuError('bad-input', msg('thisVersionOfWukuDoesNot', { kind, known }))
}

function parseName(name: string): string {
  if (NAME.test(name) && name === name.trim()) return name
  throw new WukuError('bad-input', msg('cannotBeNameOfSource', { name: name.slice(0, 100) }))
}

/** The folder's own name; with a number when another folder of that name is there already. */
function nameOf(existing: readonly Source[], root: string, called?: string): string {
  const already = existing.find((source) => source.root === root)
  if (already) return already.name
  const last = called ?? root.split(/[\\/]/).findLast((segment) => segment !== '') ?? 'root'
  const base =
    last
      .replaceAll(/[^\p{L}\p{N}._ -]/gu, '-')
      .replace(/^[^\p{L}\p{N}]+/u, '')
      .slice(0, 60)
      .trim() || 'notes'
  const isFree = (name: string): boolean => !existing.some((source) => source.name === name)
  if (isFree(base)) return base
  for (let number = 2; ; number++) if (isFree(`${base}-${number}`)) return `${base}-${number}`
}

function unknownSource(sources: readonly Source[], name: string): WukuError {
  const names = withPartsOnce(sources).map((source) => source.name)
  const near = nearest(name, names, { max: 4, limit: 3 })
  const there =
    names.length === 0
      ? 'There are none yet: add one with "wuku add <folder>".'
      : msg('thoseThatExist', { names: listed(names) })
  const close = near
    .map((each) => `"${each}"`)
    .reduce<Text>((first, second) => (first === '' ? second : msg('eitherName', { first, second })), '')
  const remedy = near.length > 0 ? sentences([msg('didYouMeanNames', { names: close }), there]) : there
  return new WukuError('unknown-source', msg('thereIsNoSourceCalled', { name: name.slice(0, 100) }), remedy)
}

const ambiguousSource = (found: readonly Source[], name: string): WukuError =>
  new WukuError(
    'ambiguous',
    msg('ambiguousSource', { name, found: listed(found.map((source) => `${source.kind}/${source.name}`)) }),
  )

const listed = (names: readonly string[]): Text =>
  names.length <= 20
    ? names.join(', ')
    : msg('namesAndMore', { names: names.slice(0, 20).join(', '), more: names.length - 20 })
