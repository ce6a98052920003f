import type { ReadersFound, ServiceToOpen } from '../framework/connector.ts'
import type { Member } from './feishu-types.ts'
import { allOf } from '../http/client.ts'
import { listed } from './tree.ts'

/**
 * Readers are written in words, `openid:ou_1 wikispaceid:7`, and an audience is named by them: so its name gives its
 * members at any time. Unknown words are nobody.
 */
const NOBODY = 'nobody:'
const EVERYONE = 'everyone:'
const ORGANISATION = 'opendepartmentid:0'

const USERS: Readonly<Record<string, string>> = { openid: 'open_id', userid: 'user_id', unionid: 'union_id' }

/** Lists of the members of a group, by its kind. */
const MEMBERS: Readonly<Record<string, (id: string) => readonly string[]>> = {
  openchat: (id) => [`/im/v1/chats/${id}/members?member_id_type=open_id&page_size=100`],
  groupid: (id) => [`/contact/v3/group/${id}/member/simplelist?page_size=50`],
  wikispaceid: (id) => [`/wiki/v2/spaces/${id}/members?page_size=50`],
  opendepartmentid: (id) => [
    `/contact/v3/users/find_by_department?department_id=${id}&page_size=50`,
    `/contact/v3/departments/${id}/children?page_size=50`,
  ],
}

type Person = Readonly<Partial<Record<'name' | 'email' | 'enterprise_email', string>>>

export function openPeople({ client, api, emailOf }: Pick<ServiceToOpen, 'client' | 'api' | 'emailOf'>) {
  const personOf = async (id: string, kind = 'openid'): Promise<Person> => {
    const url = `${api}/contact/v3/users/${encodeURIComponent(id)}?user_id_type=${USERS[kind]}`
    return (
      (await client.get<{ readonly data: { readonly user?: Person } }>(url, { mayMiss: true })).body?.data.user ?? {}
    )
  }
  const names = new Map<string, string>()
  const unknown = new Set<string>()
  async function addEmails(word: string, emails: Set<string>, seen: Set<string>): Promise<void> {
    if (seen.has(word)) return
    seen.add(word)
    const [kind = '', id = ''] = word.split(/:(.*)/s)
    const look = async (): Promise<string | undefined> => {
      const { email, enterprise_email: own } = await personOf(id, kind)
      return email || own
    }
    const email = kind === 'email' ? id.toLowerCase() : kind in USERS ? await emailOf(id, look) : undefined
    if (email !== undefined) emails.add(email)
    else if (kind in USERS) unknown.add(id)
    for (const list of MEMBERS[kind]?.(id) ?? [])
      for (const member of await allOf(listed<Member>(client, api + list)))
        await addEmails(wordOf(member), emails, seen)
  }
  return {
    /** Names by id of all whom a text names. */
    async namesIn(written: unknown): Promise<ReadonlyMap<string, string>> {
      for (const [, id = ''] of JSON.stringify(written).matchAll(/"user_id":"([^"]+)"/g))
        if (!names.has(id)) names.set(id, (await personOf(id)).name ?? id)
      return names
    },
    /** All who may open what has this token. */
    async audienceOf(token: string, type: string): Promise<string> {
      const of = `${api}/drive/v1/permissions/${token}`
      const words = new Set((await allOf(listed<Member>(client, `${of}/members?type=${type}`))).map(wordOf))
      const { body } = await client.get<Shared>(`${of}/public?type=${type}`, { mayMiss: true })
      const shared = body?.data.permission_public?.link_share_entity ?? ''
      if (/^(?:anyone|tenant)_/.test(shared)) words.add(shared.startsWith('anyone') ? EVERYONE : ORGANISATION)
      return [...words].toSorted().join(' ') || NOBODY
    },
    async readersOf(audiences: ReadonlyMap<string, string>): Promise<ReadersFound> {
      const readers: Record<string, 'everyone' | readonly string[]> = {}
      for (const [name, audience] of audiences) {
        const [emails, seen] = [new Set<string>(), new Set<string>()]
        for (const word of audience.split(' ')) await addEmails(word, emails, seen)
        readers[name] = audience.includes(EVERYONE) ? 'everyone' : [...emails].toSorted()
      }
      return { readers, unknown: [...unknown] }
    },
  }
}

type Shared = { readonly data: { readonly permission_public?: { readonly link_share_entity?: string } } }

/** Members of groups are written in other forms than readers of documents. */
function wordOf({ member_type: kind = 'user', member_id: id, open_id: user = id, ...of }: Member): string {
  if (of.open_department_id !== undefined) return `opendepartmentid:${of.open_department_id}`
  return { user: `openid:${user}`, department: `opendepartmentid:${id}` }[kind] ?? `${kind}:${id}`
}
