import type { ReadersFound, ServiceToOpen } from '../framework/connector.ts'
import { allOf, type Client } from '../http/client.ts'
import type { Person, Project } from './gitlab-types.ts'
import { CODE, REPORTERS } from './render-item.ts'

const GUEST = 10
const REPORTER = 20

/**
 * Everybody reads a public project. Nobody here knows who has an account at the service, so an internal project is for
 * its members alone, as a private one is. Confidential items are for Reporters and above in any.
 */
export async function readersOf(
  base: string,
  { client, api, emailOf }: Pick<ServiceToOpen, 'client' | 'api' | 'emailOf'>,
): Promise<ReadersFound> {
  const { body } = await client.get<Project>(base, { mayMiss: true, remember: true })
  const { visibility, issues_access_level: issues, merge_requests_access_level: code } = body ?? {}
  const members: { readonly email: string; readonly level: number }[] = []
  const unknown: string[] = []
  const all = await allOf(client.pages<Person>(`${base}/members/all?per_page=100`, { remember: true }))
  for (const { id, username = '', state = 'active', access_level: level = 0, ...person } of all) {
    if (state !== 'active' || level < GUEST) continue
    const shown = person.email ?? person.public_email
    const email = await emailOf(username, async () => shown ?? emailAt(`${api}/users/${id}`, client))
    if (email === undefined) unknown.push(username)
    else members.push({ email, level })
  }
  const from = (least: number): string[] =>
    [...new Set(members.filter(({ level }) => level >= least).map(({ email }) => email))].toSorted()
  const isOpen = (level = 'enabled'): boolean => visibility === 'public' && level === 'enabled'
  const readers = {
    '': isOpen(issues) ? ('everyone' as const) : from(GUEST),
    [CODE]: isOpen(code) ? ('everyone' as const) : from(visibility === 'private' ? REPORTER : GUEST),
    [REPORTERS]: from(REPORTER),
  }
  return { readers, unknown }
}

async function emailAt(user: string, client: Client): Promise<string | undefined> {
  const { body } = await client.get<Person>(user, { mayMiss: true })
  return body?.email ?? body?.public_email ?? undefined
}
