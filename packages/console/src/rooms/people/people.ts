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

/** What the one who asks has used of its quotas: of those that it has. */
export async function ownQuotas(signal: AbortSignal) {
  const { limits, used } = (await told(api.GET('/api/v1/user/info', { signal }))) as unknown as OwnUse
  const all = [
    { of: 'calls', used: used?.calls_today ?? 0, limit: limits.calls_per_day },
    { of: 'uploads', used: used?.upload_bytes_today ?? 0, limit: limits.upload_bytes_per_day },
    { of: 'sources', used: used?.sources ?? 0, limit: limits.sources },
    { of: 'documents', used: used?.document_bytes ?? 0, limit: limits.document_bytes },
  ] as const
  return all.filter(({ limit }) => limit > 0)
}
export type OwnQuota = Awaited<ReturnType<typeof ownQuotas>>[number]
interface OwnUse {
  readonly limits: Record<'calls_per_day' | 'upload_bytes_per_day' | 'sources' | 'document_bytes', number>
  readonly used: Record<'calls_today' | 'upload_bytes_today' | 'sources' | 'document_bytes', number> | null
}

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

export const draftOf = (user: User | undefined) => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  role: user?.role ?? ('reader' as const),
  groups: (user?.groups ?? []) as readonly string[],
  typed: '',
})
export type PersonDraft = ReturnType<typeof draftOf>

export const personIn = ({ name, email, role, groups, typed }: PersonDraft) => ({
  name: name.trim(),
  email: email.trim() || null,
  role,
  groups: [...groups, ...namesIn(typed)],
})
