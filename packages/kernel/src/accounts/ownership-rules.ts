import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { localOwnership, type Ownership, type Kind, type Source, type Visibility } from '@wuku/core/core-types'
import type { User } from '@wuku/core/ports/accounts'
import type { Library } from '@wuku/core/ports/library-store'
import type { Store } from '@wuku/core/ports/store'
import { userOf } from '../base/access.ts'
import { requireRoom } from '../base/quotas.ts'
import { isEmail, usersNamed, verifiedEmailOf } from './users.ts'
import type { Caller } from '../base/caller.ts'
import type { CallerPorts } from '../base/ports.ts'
import { rightsOf, type Asker, type Showing } from '../base/rights.ts'

export const ownershipOf = ({ kind, ownership }: Pick<Source, 'kind' | 'ownership'>): Ownership =>
  ownership ?? localOwnership(kind)

export const libraryOwnership = ({ ownership }: Pick<Library, 'ownership'>): Ownership =>
  ownership ?? localOwnership('docs')

/** A person said it to an agent alone: nobody else sees it unless its owner shows it. */
const privateKinds: ReadonlySet<Kind> = new Set(['chats', 'pads'])

/** Holding of something that a caller makes; `undefined`: as everything was held before accounts. */
export function newOwnership(
  caller: Pick<Caller, 'sees' | 'actor'>,
  { kind, requested, defaultVisibility }: { kind: Kind; requested: Showing; defaultVisibility: Visibility },
): Ownership | undefined {
  const before = localOwnership(kind)
  const owner = userOf(caller) ?? before.owner
  const byDefault =
    privateKinds.has(kind) || (owner === before.owner && kind !== 'docs') ? 'private' : defaultVisibility
  const visibility = requested.visibility ?? byDefault
  const sharedWith = [...new Set(requested.sharedWith ?? [])]
  if (owner === before.owner && visibility === before.visibility && sharedWith.length === 0) return undefined
  return { owner, visibility, sharedWith }
}

export const changedOwnership = (before: Ownership, { visibility, sharedWith }: Showing): Ownership => ({
  owner: before.owner,
  visibility: visibility ?? before.visibility,
  sharedWith: sharedWith ? [...new Set(sharedWith)] : before.sharedWith,
})

/** How something new of the caller is held. Refuses who may hold no more. */
export async function ownershipForNew(kind: Kind, requested: Showing, { caller, settings, store }: OwnershipPorts) {
  await requireRoom('sources', caller, { read: store.accounts.read, quotas: settings.quotas ?? [] })
  return newOwnership(caller, {
    kind,
    requested: await withUsers(requested, store),
    defaultVisibility: settings.visibility ?? 'team',
  })
}

/** A library once it is shown so. */
export const shownAs = async (showing: Showing, library: Library, { store }: Pick<OwnershipPorts, 'store'>) =>
  changedOwnership(libraryOwnership(library), await withUsers(showing, store))

type OwnershipPorts = Pick<CallerPorts, 'caller' | 'settings' | 'store'>

/** Changes who sees a source that is no version of a library. */
export async function showSource(source: Source, showing: Showing, { store }: Pick<OwnershipPorts, 'store'>) {
  if (source.kind === 'docs') throw new WukuError('bad-input', msg('isVersionOfLibraryItIsSeen', { name: source.name }))
  const ownership = changedOwnership(ownershipOf(source), await withUsers(showing, store))
  await store.changeSource(source.id, { ownership })
  return { ...source, ownership }
}

/** Users by their ids, whatever the list calls them. Refuses a name that nobody knows, and one that means several. */
export async function withUsers(showing: Showing, { accounts }: Pick<Store, 'accounts'>): Promise<Showing> {
  const { sharedWith = [] } = showing
  if (sharedWith.every(isPlain)) return showing
  const users = await accounts.read((view) => view.users())
  const groups = new Set(users.flatMap((user) => [...user.groups, ...user.claimedGroups]))
  return {
    ...showing,
    sharedWith: sharedWith.map((each) => (isPlain(each) ? each : resolveRecipient(each, users, groups))),
  }
}

/** A group need not have members yet. */
const isPlain = (named: string): boolean => named === 'local' || /^group:./.test(named)

function resolveRecipient(named: string, users: readonly User[], groups: ReadonlySet<string>): string {
  const called = usersNamed(named, users)
  const matches = [...called.map(({ id }) => id), ...(groups.has(named) && !isEmail(named) ? [`group:${named}`] : [])]
  const [only, ...others] = matches
  if (only === undefined) throw unknownRecipient(named.slice(0, 100))
  if (others.length === 0) return only
  const descriptions = matches.map((id) => describeRecipient(recipientWith(id, users)))
  throw new WukuError(
    'ambiguous',
    msg('meansSeveral', { named: named.slice(0, 100), descriptions: descriptions.join(', ') }),
  )
}

const unknownRecipient = (named: string): WukuError =>
  isEmail(named)
    ? new WukuError('bad-input', msg('noUserHasVerifiedE', { named }))
    : new WukuError('bad-input', msg('thereIsNoUserOrGroup', { named }))

export function recipientWith(id: string, users: readonly User[]) {
  const user = users.find((each) => each.id === id)
  return user ? { id, name: user.name, email: verifiedEmailOf(user) } : { id, name: id, email: null }
}

export const describeRecipient = ({ id, name, email }: ReturnType<typeof recipientWith>): string =>
  id === name ? id : `${name} (${email === null ? id : `${email}, ${id}`})`

/** Keys of an answer for a caller who sees the holding. With `users`, its owner also gets who `shared_with` are. */
export function describeOwnership(
  ownership: Ownership,
  caller: Asker & Pick<Caller, 'actor'>,
  users?: readonly User[],
) {
  const { owner, visibility, sharedWith } = ownership
  const isOwn = caller.sees === 'all' || userOf(caller) === owner
  return {
    owner,
    visibility,
    may: [...rightsOf(caller, ownership)],
    ...(isOwn && { shared_with: [...sharedWith] }),
    ...(isOwn && users && { recipients: sharedWith.map((id) => recipientWith(id, users)) }),
  }
}
