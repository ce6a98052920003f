import { createHash } from 'node:crypto'
import { pageOf, seeded, serve, type Asked, type FakeServer, type Reply } from './faults.ts'

export interface FakeNote {
  id: number
  body: string
  user: string
  internal: boolean
  createdAt: number
  place?: { path: string; line: number; commit: string }
}

export interface FakeItem {
  what: 'issues' | 'merge_requests'
  iid: number
  title: string
  description: string
  user: string
  state: string
  labels: string[]
  confidential: boolean
  createdAt: number
  updatedAt: number
  isDeleted?: boolean
  notes: FakeNote[]
}

export interface FakeProject {
  path: string
  visibility: 'public' | 'internal' | 'private'
  /** By `issues/5`. */
  items: Map<string, FakeItem>
  /** Level by username. */
  members: Map<string, number>
}

export interface FakeGitLab extends FakeServer {
  readonly project: FakeProject
  readonly people: Map<string, string>
  tick(): number
}

/** The part of GitLab's REST API that is read, with one project. */
export async function startGitLab(path = 'acme/web/shop', seed = 1): Promise<FakeGitLab> {
  const project: FakeProject = { path, visibility: 'private', items: new Map(), members: new Map() }
  const people = new Map<string, string>()
  let now = Date.parse('2026-02-01T00:00:00Z')
  const random = seeded(seed)
  const server: FakeServer = await serve(seed, (asked) => reply(asked))
  const there = (what: string): FakeItem[] =>
    [...project.items.values()].filter((item) => item.what === what && !item.isDeleted)
  const logins = (): string[] => [...new Set([...people.keys(), ...project.members.keys()])]

  function reply({ url }: Asked): Reply {
    const base = `/api/v4/projects/${encodeURIComponent(path)}`
    const user = /^\/api\/v4\/users\/(\d+)$/.exec(url.pathname)
    if (user) {
      const login = logins()[Number(user[1])] ?? ''
      return { body: { id: Number(user[1]), username: login, public_email: people.get(login) ?? '' } }
    }
    if (!url.pathname.startsWith(base)) return missing
    const rest = url.pathname.slice(base.length)
    if (rest === '') return { body: { path_with_namespace: path, visibility: project.visibility } }
    if (rest === '/members/all')
      return list([...project.members], url, ([username, level]) => ({
        id: logins().indexOf(username),
        username,
        state: 'active',
        access_level: level,
      }))
    const [, what = '', iid, of] = /^\/(issues|merge_requests)(?:\/(\d+)(?:\/(notes|discussions))?)?$/.exec(rest) ?? []
    if (what === '') return missing
    if (iid === undefined) {
      const after = Date.parse(url.searchParams.get('updated_after') ?? '') || 0
      const order = url.searchParams.get('order_by') === 'updated_at' ? 'updatedAt' : 'createdAt'
      const items = there(what)
        .filter(({ updatedAt }) => updatedAt >= after)
        .filter(({ confidential }) => confidential || url.searchParams.get('confidential') !== 'true')
        .toSorted((a, b) => a[order] - b[order])
      return list(items, url, itemJson)
    }
    const item = project.items.get(`${what}/${iid}`)
    if (!item || item.isDeleted) return missing
    if (of === undefined) return { body: itemJson(item) }
    if (of === 'notes') return list(item.notes, url, noteJson)
    return list(item.notes, url, (note) => ({ id: `d${note.id}`, notes: [noteJson(note)] }))
  }

  function list<Entry>(all: readonly Entry[], url: URL, toJson: (entry: Entry) => unknown): Reply {
    const { entries: shown, page, hasNext } = pageOf(all, url, server.faults, random)
    const entries = shown.map(toJson)
    const etag = `W/"${createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 20)}"`
    return { body: entries, headers: { etag, 'x-next-page': hasNext ? String(page + 1) : '' } }
  }

  const itemJson = (item: FakeItem) => ({
    iid: item.iid,
    title: item.title,
    description: item.description,
    state: item.state,
    author: { username: item.user },
    labels: item.labels,
    assignees: [],
    confidential: item.confidential,
    user_notes_count: item.notes.length,
    created_at: new Date(item.createdAt).toISOString(),
    updated_at: new Date(item.updatedAt).toISOString(),
    web_url: `https://gitlab.example/${path}/-/${item.what}/${item.iid}`,
    ...(item.what === 'merge_requests' && { source_branch: `fix-${item.iid}`, target_branch: 'main' }),
  })
  const noteJson = ({ id, body, user, internal, createdAt, place }: FakeNote) => ({
    id,
    body,
    author: { username: user },
    system: false,
    internal,
    created_at: new Date(createdAt).toISOString(),
    ...(place && { position: { new_path: place.path, new_line: place.line, head_sha: place.commit } }),
  })
  return Object.assign(server, { project, people, tick: () => (now += 1_000) })
}

const missing: Reply = { status: 404, body: { message: '404 Not found' } }

let lastNote = 5_000

export function addItem(
  { project, tick }: Pick<FakeGitLab, 'project' | 'tick'>,
  {
    what = 'issues',
    iid,
    confidential = false,
    notes = 0,
  }: { what?: FakeItem['what']; iid: number; confidential?: boolean; notes?: number },
): FakeItem {
  const at = tick()
  const item: FakeItem = {
    what,
    iid,
    title: `Story ${what} ${iid} 订单`,
    description: `Words of ${what} ${iid}.`,
    user: 'mia',
    state: iid % 3 === 0 ? 'closed' : 'opened',
    labels: iid % 2 === 0 ? ['bug'] : [],
    confidential,
    createdAt: at,
    updatedAt: at,
    notes: [],
  }
  project.items.set(`${what}/${iid}`, item)
  for (let each = 0; each < notes; each++) addNote({ tick }, item, `Note ${each} of ${what} ${iid}`)
  return item
}

export function addNote({ tick }: Pick<FakeGitLab, 'tick'>, item: FakeItem, body: string, internal = false): FakeNote {
  const at = tick()
  const place = item.what === 'merge_requests' ? { path: 'src/cart.ts', line: 7, commit: 'fedcba9876543' } : undefined
  const note: FakeNote = { id: ++lastNote, body, user: 'lee', internal, createdAt: at, ...(place && { place }) }
  item.notes.push(note)
  item.updatedAt = at
  return note
}
