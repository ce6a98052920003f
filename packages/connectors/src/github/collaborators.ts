import type { ReadersFound, ServiceToOpen, Texts } from '../framework/connector.ts'
import { allOf, type Client } from '../http/client.ts'
import type { Person } from './github-types.ts'

interface Repository extends Texts<'visibility'> {
  readonly private?: boolean
}

/** Everybody reads what is public. All else is for the collaborators, whom only a token with the right to write may list. */
export async function readersOf(
  client: Client,
  base: string,
  emailOf: ServiceToOpen['emailOf'],
): Promise<ReadersFound> {
  const { body } = await client.get<Repository>(base, { mayMiss: true, remember: true })
  if (body?.visibility === 'public' || (body?.visibility === undefined && body?.private === false))
    return { readers: { '': 'everyone' } }
  const emails: string[] = []
  const unknown: string[] = []
  const list = `${base}/collaborators?affiliation=all&per_page=100`
  for (const { login = '', email } of await allOf(client.pages<Person>(list, { remember: true }))) {
    const known = await emailOf(login, async () => email ?? shownEmail(login, client, base))
    if (known) emails.push(known)
    else unknown.push(login)
  }
  return { readers: { '': emails.toSorted() }, unknown }
}

/** The one that its owner shows to everybody. */
async function shownEmail(login: string, client: Client, base: string): Promise<string | undefined> {
  const api = base.slice(0, base.lastIndexOf('/repos/'))
  const { body } = await client.get<Person>(`${api}/users/${encodeURIComponent(login)}`, { mayMiss: true })
  return body?.email ?? undefined
}
