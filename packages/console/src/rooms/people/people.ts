import { api, told, type Answer } from '../../api/client.ts'

export type User = Answer<'/api/v1/users'>['list'][number]
export type Key = Answer<'/api/v1/api-keys'>['list'][number]

export type Invitation = Answer<'/api/v1/invitations'>['list'][number]

/** More users and keys than a page brings are rare: all of them are fetched, page by page. */
const PAGE = 1_000

export const allUsers = async (signal: AbortSignal): Promise<readonly User[]> =>
  allPages(async (page) => told(api.GET('/api/v1/users', { params: { query: { page, page_size: PAGE } }, signal })))

export const allKeys = async (all: boolean, signal: AbortSignal): Promise<readonly Key[]> =>
  allPages(async (page) =>
    told(api.GET('/api/v1/api-keys', { params: { query: { page, page_size: PAGE, ...(all && { all }) } }, signal })),
  )

export const allInvitations = async (signal: AbortSignal): Promise<readonly Invitation[]> =>
  allPages(async (page) =>
    told(api.GET('/api/v1/invitations', { params: { query: { page, page_size: PAGE } }, signal })),
  )

/** Groups that somebody is in. */
export const groupsOf = (users: readonly User[]): readonly string[] => [
  ...new Set(users.flatMap(({ groups, claimed_groups: claimed }) => [...groups, ...claimed])),
]

async function allPages<T>(
  fetchPage: (page: number) => Promise<{ readonly list: readonly T[]; readonly total: number }>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await fetchPage(page)
    found.push(...list)
    if (list.length === 0 || found.length >= total) return found
  }
}

export const namesIn = (text: string): readonly string[] =>
  text
    .split(/[,，]/)
    .map((name) => name.trim())
    .filter(Boolean)
