/** Something that is shared as a whole: a source, a library or a workflow. */
export interface SharedThing {
  readonly type: 'source' | 'library' | 'workflow'
  /** As `share` finds it. */
  readonly what: string
  readonly name: string
  readonly kind: 'code' | 'notes' | 'chats' | 'pads' | 'docs'
  /** Pads, files or documents in it; absent where they are counted later. */
  readonly count?: number | undefined
  readonly owner: string
  readonly visibility: Visibility
  readonly may: readonly string[]
  /** Absent for whoever may not change it. */
  readonly shared_with?: readonly string[] | undefined
}

export const visibilities = ['private', 'team', 'public'] as const
export type Visibility = (typeof visibilities)[number]

export interface Audience {
  readonly visibility: Visibility
  readonly shared: readonly string[]
}

export interface AudienceChange {
  /** Who sees it then and not now: `team`, `public`, and ids of users and groups. */
  readonly gained: readonly string[]
  readonly lost: readonly string[]
}

/** How many see each more than the one before. */
const WIDTH: Readonly<Record<Visibility, number>> = { private: 0, team: 1, public: 2 }

/** Users are all in the team: names of a list matter to what is private alone, groups as well. */
export function changeOf(now: Audience, then: Audience): AudienceChange {
  return { gained: notIn(then, now), lost: notIn(now, then) }
}

function notIn(some: Audience, others: Audience): readonly string[] {
  const wider = visibilities.filter(
    (each) => WIDTH[each] > WIDTH[others.visibility] && WIDTH[each] <= WIDTH[some.visibility],
  )
  if (wider.length > 0) return wider
  return some.visibility === 'private' && others.visibility === 'private'
    ? some.shared.filter((each) => !others.shared.includes(each))
    : []
}

export const isSameAudience = (a: Audience, b: Audience): boolean =>
  a.visibility === b.visibility && [...a.shared].toSorted().join('\n') === [...b.shared].toSorted().join('\n')

interface SharedSource extends Pick<SharedThing, 'name' | 'owner' | 'visibility' | 'may' | 'shared_with'> {
  readonly kind: string
  readonly documents: number
}

/** A source of files or conversations; undefined for those that are shared as a library or a workflow. */
export function sharedSource(source: SharedSource): SharedThing | undefined {
  const { kind, name, documents: count, owner, visibility, may, shared_with } = source
  if (kind !== 'code' && kind !== 'notes' && kind !== 'chats') return undefined
  return { type: 'source', what: `${kind}/${name}`, name, kind, count, owner, visibility, may, shared_with }
}
