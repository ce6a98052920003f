import { onceFor } from '@wuku/core/once'
import type { ReadersFound, ServiceToOpen } from '../framework/connector.ts'
import { idOfPerson, listed, type Person, type Space } from './confluence-types.ts'
import { allOf } from '../http/client.ts'
import type { Paths } from './paths.ts'

/**
 * An audience is named by the sets of readers that somebody must belong to, each of them: `space:ENG & user:1 group:2`.
 * So its name gives its members at any time. Unknown words are nobody.
 */
const BETWEEN = ' & '
const EVERYONE = 'everyone'
export const NOBODY = 'nobody:'

export const wordOf = (kind: string, id: string): string => `${kind}:${encodeURIComponent(id)}`
export const audienceOf = (sets: readonly string[]): string => [...new Set(sets)].join(BETWEEN)

type Restricted = Readonly<Partial<Record<'user' | 'group', { readonly results?: readonly Person[] }>>>

/** The set of readers that a page itself names; `undefined`: all who may read what is above. */
export async function restrictionOf(id: string, { client, api }: ServiceToOpen): Promise<string | undefined> {
  const url = `${api}/rest/api/content/${id.slice(id.indexOf('/') + 1)}/restriction/byOperation/read`
  const expand = '?limit=200&expand=restrictions.user,restrictions.group'
  const { body } = await client.get<{ readonly restrictions?: Restricted }>(url + expand, { mayMiss: true })
  const { user, group } = body?.restrictions ?? {}
  if (!user?.results || !group?.results) return NOBODY
  const groups = group.results.map((each) => wordOf('group', each.id ?? each.name ?? ''))
  return [...user.results.map((each) => wordOf('user', idOfPerson(each))), ...groups].toSorted().join(' ') || undefined
}

/** Cloud says `principal` and `key`, Data Center `subject` and `operationKey`. */
interface Right {
  readonly principal?: Person
  readonly subject?: Person
  readonly operation?: Readonly<Partial<Record<'key' | 'operationKey' | 'targetType', string>>>
}

export function openPeople(given: ServiceToOpen, paths: Paths, spaceOf: (key: string) => Promise<Space | undefined>) {
  const unknown = new Set<string>()
  const personAt = onceFor(async (path: string): Promise<Person> => {
    type Found = Person & { readonly results?: readonly Person[] }
    const { body } = await given.client.get<Found>(given.api + path, { mayMiss: true })
    return (body?.results ? body.results[0] : body) ?? {}
  })
  const personOf = (id: string): Promise<Person> => personAt(paths.person(id))
  async function addPerson(person: Person, emails: Set<string>): Promise<void> {
    const id = person.accountId ?? person.username ?? (await personOf(person.userKey ?? '')).username ?? ''
    const email = await given.emailOf(id, async () => person.email || (await personAt(paths.profile(id))).email)
    if (email === undefined) unknown.add(id)
    else emails.add(email)
  }
  async function addRight({ operation, subject, principal = subject }: Right, emails: Set<string>): Promise<void> {
    const { type, id, name = '' } = principal ?? {}
    if (operation?.targetType !== 'space' || (operation.key ?? operation.operationKey) !== 'read') return
    if (type === 'anonymous') emails.add(EVERYONE)
    if (type === 'group') for (const email of await members(wordOf('group', id ?? name))) emails.add(email)
    if (type === 'user') await addPerson(id === undefined ? (principal ?? {}) : { accountId: id }, emails)
  }
  const members = onceFor(async (words: string): Promise<ReadonlySet<string>> => {
    const emails = new Set<string>()
    for (const word of words.split(' ')) {
      const [kind = '', id = ''] = word.split(/:(.*)/s)
      if (kind === 'user') await addPerson({ username: decodeURIComponent(id) }, emails)
      if (kind === 'group')
        for (const person of await allOf(listed<Person>(given, paths.members(id), true)))
          await addPerson(person, emails)
      const space = kind === 'space' ? await spaceOf(decodeURIComponent(id)) : undefined
      if (space)
        for (const right of await allOf(listed<Right>(given, paths.readers(space)))) await addRight(right, emails)
    }
    return emails
  })
  return {
    personOf,
    /** Readers are in all sets of an audience; each audience by a name. */
    async readersOf(audiences: ReadonlyMap<string, string>): Promise<ReadersFound> {
      const readers: Record<string, 'everyone' | readonly string[]> = {}
      for (const [name, audience] of audiences) {
        const all = await Promise.all(audience.split(BETWEEN).map(members))
        const [first, ...others] = all.filter((set) => !set.has(EVERYONE))
        const common = [...(first ?? [])].filter((email) => others.every((set) => set.has(email)))
        readers[name] = first ? common.toSorted() : 'everyone'
      }
      return { readers, unknown: [...unknown] }
    },
  }
}
