import { WukuError } from '../core/errors.ts'
import { localHolding, type Holding, type Kind, type Source, type Visibility } from '../core/words.ts'
import type { Library } from '../ports/libraries.ts'
import type { Store } from '../ports/store.ts'
import { userOf } from './access.ts'
import type { Caller } from './caller.ts'
import type { CallerPorts } from './ports.ts'
import { rightsOf, type Asker, type Right, type Showing } from './rights.ts'

export const holdingOf = ({ kind, holding }: Pick<Source, 'kind' | 'holding'>): Holding => holding ?? localHolding(kind)

export const holdingOfLibrary = ({ holding }: Pick<Library, 'holding'>): Holding => holding ?? localHolding('docs')

/** A person said it to an agent alone: nobody else sees it unless its owner shows it. */
const privateKinds: ReadonlySet<Kind> = new Set(['chats', 'pads'])

export interface NewHolding {
  readonly kind: Kind
  readonly wanted: Showing
  /** Visibility where the maker names none. */
  readonly usual: Visibility
}

/** Holding of something that a caller makes; `undefined`: as everything was held before accounts. */
export function newHolding(caller: Pick<Caller, 'sees' | 'actor'>, made: NewHolding): Holding | undefined {
  const { kind, wanted, usual } = made
  const before = localHolding(kind)
  const owner = userOf(caller) ?? before.owner
  const byDefault = privateKinds.has(kind) || (owner === before.owner && kind !== 'docs') ? 'private' : usual
  const visibility = wanted.visibility ?? byDefault
  const sharedWith = [...new Set(wanted.sharedWith ?? [])]
  if (owner === before.owner && visibility === before.visibility && sharedWith.length === 0) return undefined
  return { owner, visibility, sharedWith }
}

export const changedHolding = (before: Holding, { visibility, sharedWith }: Showing): Holding => ({
  owner: before.owner,
  visibility: visibility ?? before.visibility,
  sharedWith: sharedWith ? [...new Set(sharedWith)] : before.sharedWith,
})

/** How something new of the caller is held. */
export async function heldAs(
  kind: Kind,
  wanted: Showing,
  { caller, settings, store }: HoldingPorts,
): Promise<Holding | undefined> {
  await demandUsers(wanted, store)
  return newHolding(caller, { kind, wanted, usual: settings.visibility ?? 'team' })
}

/** A library once it is shown so. */
export async function shownAs(
  showing: Showing,
  library: Library,
  { store }: Pick<HoldingPorts, 'store'>,
): Promise<Holding> {
  await demandUsers(showing, store)
  return changedHolding(holdingOfLibrary(library), showing)
}

type HoldingPorts = Pick<CallerPorts, 'caller' | 'settings' | 'store'>

/** Changes who sees a source that is no version of a library. */
export async function showSource(
  source: Source,
  showing: Showing,
  { store }: Pick<HoldingPorts, 'store'>,
): Promise<Source> {
  if (source.kind === 'docs')
    throw new WukuError(
      'bad-input',
      `${source.name} is a version of a library: it is seen by whoever sees that.`,
      'Share the library.',
    )
  await demandUsers(showing, store)
  const holding = changedHolding(holdingOf(source), showing)
  await store.changeSource(source.id, { holding })
  return { ...source, holding }
}

/** Refuses a list that names a user whom nobody knows. */
export async function demandUsers({ sharedWith = [] }: Showing, { accounts }: Pick<Store, 'accounts'>): Promise<void> {
  const named = sharedWith.filter((each) => !isGroup(each) && each !== 'local')
  if (named.length === 0) return
  const known = new Set((await accounts.read((view) => view.users())).map(({ id }) => id))
  const unknown = named.find((each) => !known.has(each))
  if (unknown === undefined) return
  throw new WukuError(
    'bad-input',
    `There is no user "${unknown.slice(0, 100)}".`,
    'Name users by their id, and groups as "group:<name>".',
  )
}

const isGroup = (named: string): boolean => /^group:./.test(named)

export interface Ownership {
  owner: string
  visibility: Visibility
  may: Right[]
  /** For its owner and administrators. */
  shared_with?: string[]
}

/** The keys of an answer, for somebody who sees it. */
export function ownershipOf(holding: Holding, caller: Asker & Pick<Caller, 'actor'>): Ownership {
  const { owner, visibility, sharedWith } = holding
  const isOwn = caller.sees === 'all' || userOf(caller) === owner
  return {
    owner,
    visibility,
    may: [...rightsOf(caller, holding)],
    ...(isOwn && { shared_with: [...sharedWith] }),
  }
}
