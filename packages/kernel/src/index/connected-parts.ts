import { isDeepStrictEqual } from 'node:util'
import { everything } from '@wuku/core/ports/access'
import { localOwnership, type ConnectedPlace, type Ownership, type Source } from '@wuku/core/core-types'
import type { AuditEntry } from '@wuku/core/ports/accounts'
import type { KnownReaders, Readers } from '@wuku/core/services/service-connection'
import type { Store } from '@wuku/core/ports/store'
import { groupOfEmail } from '../accounts/email-groups.ts'
import { partName } from '../shown-sources.ts'

/** A source, or that part of it which other people may read. */
export interface PartOfSource {
  readonly audience: string
  readonly source: Source
}

/** The source itself first. */
export async function partsOf(main: Source, store: Pick<Store, 'read'>): Promise<readonly PartOfSource[]> {
  const sources = await store.read({ ...everything }, (view) => view.sources.list())
  const parts = sources.flatMap((source) => {
    const { part } = source.options.connected ?? {}
    return part?.of === main.id ? [{ audience: part.audience, source }] : []
  })
  return [{ audience: '', source: main }, ...parts]
}

/** Made when the first item of its audience comes. Nobody but the owner sees it until its readers are known. */
export async function addPart(
  audience: string,
  { main, readers, now }: { readonly main: Source; readonly readers: KnownReaders | undefined; readonly now: number },
  store: Pick<Store, 'addSource'>,
): Promise<PartOfSource> {
  const source = await store.addSource({
    kind: main.kind,
    name: partName(main.name, audience),
    root: main.root,
    options: optionsOf(main, audience),
    ownership: ownershipFor(main, readers?.of[audience]),
    addedAt: now,
  })
  return { audience, source }
}

const optionsOf = ({ id, options }: Source, audience: string, own: Source['options'] = {}): Source['options'] => ({
  ...options,
  connected: { ...(options.connected as ConnectedPlace), ...(audience !== '' && { part: { of: id, audience } }) },
  ...(own.forgotten && { forgotten: own.forgotten }),
})

/** Parts take over the options of the source, and are visible to their present readers. */
export async function alignParts(
  parts: readonly PartOfSource[],
  readers: KnownReaders | undefined,
  store: Pick<Store, 'changeSource' | 'record'>,
): Promise<void> {
  const [{ source: main } = { source: undefined }] = parts
  if (!main) return
  for (const { audience, source } of parts) {
    const options = audience === '' ? source.options : optionsOf(main, audience, source.options)
    const name = audience === '' ? source.name : partName(main.name, audience)
    const ownership = readers ? ownershipFor(main, readers.of[audience]) : source.ownership
    const change = {
      ...(!isDeepStrictEqual(options, source.options) && { options }),
      ...(name !== source.name && { name }),
      ...(ownership && !isDeepStrictEqual(ownership, source.ownership) && { ownership }),
    }
    if (Object.keys(change).length > 0) await store.changeSource(source.id, change)
    if (change.ownership)
      await store.record({ audit: [readersChanged({ main, audience, source }, change.ownership, readers)] })
  }
}

/** Why somebody sees items of a service from now on, or does not any more. */
function readersChanged(
  { main, audience, source }: PartOfSource & { readonly main: Source },
  now: Ownership,
  readers: KnownReaders | undefined,
): AuditEntry {
  const before = source.ownership?.sharedWith ?? []
  return {
    at: readers?.at ?? 0,
    actor: 'local',
    actorName: main.options.connected?.host ?? '',
    address: null,
    action: 'source.readers',
    target: main.name,
    outcome: 'done',
    requestId: null,
    facts: {
      audience: audience === '' ? 'all readers' : audience,
      visibility: now.visibility,
      added: emailsBesides(now.sharedWith, before),
      removed: emailsBesides(before, now.sharedWith),
      ...(readers?.failed !== undefined && { failed: readers.failed }),
    },
  }
}

const emailsBesides = (list: readonly string[], others: readonly string[]): readonly string[] =>
  list.filter((each) => !others.includes(each)).map((each) => each.replace(/^group:e-mail /, ''))

/** Unknown readers are nobody. */
function ownershipFor({ kind, ownership, options }: Source, readers: Readers = []): Ownership {
  const { owner } = ownership ?? localOwnership(kind)
  if (options.connected?.share === 'private') return { owner, visibility: 'private', sharedWith: [] }
  if (readers === 'everyone') return { owner, visibility: 'team', sharedWith: [] }
  return { owner, visibility: 'private', sharedWith: readers.map((email) => `group:${groupOfEmail(email)}`).toSorted() }
}
