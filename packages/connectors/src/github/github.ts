import type { Connector, Service, ServiceToOpen } from '../framework/connector.ts'
import { changesOf } from './changes.ts'
import { idOf, numberOf, type Issue } from './github-types.ts'
import { openThreads, reviewVersionOf } from './threads.ts'
import { readersOf } from './collaborators.ts'
import { pageOf } from './render-issue.ts'

/** Issues and pull requests of a repository, of github.com and of GitHub Enterprise. */
export const github: Connector = {
  host: 'github',
  recognise(url, isNamed) {
    const [owner, repository, what] = url.pathname.split('/').filter(Boolean)
    const isOwn = url.hostname === 'github.com' || url.hostname === 'www.github.com'
    if (!(isOwn || isNamed) || !owner || !repository || (what !== 'issues' && what !== 'pulls')) return undefined
    const api = isOwn ? 'https://api.github.com' : `${url.origin}/api/v3`
    return { name: repository, api, place: { owner, repository, only: what === 'pulls' ? 'pulls' : 'all' } }
  },
  authorise: async (credential) => ({
    headers: {
      authorization: `Bearer ${credential}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
  }),
  open: openRepository,
}

function openRepository({ client, api, place, root, cite, emailOf }: ServiceToOpen): Service {
  const base = `${api}/repos/${encodeURIComponent(String(place['owner']))}/${encodeURIComponent(String(place['repository']))}`
  const isWanted = (issue: Issue): boolean => place['only'] !== 'pulls' || issue.pull_request !== undefined
  /** Issues that a listing showed whole, until they are read. */
  const shown = new Map<number, Issue>()
  const threads = openThreads(client, base)
  const issueAt = async (number: number): Promise<Issue | undefined> => {
    const found = shown.get(number) ?? (await client.get<Issue>(`${base}/issues/${number}`, { mayMiss: true })).body
    shown.delete(number)
    return found && isWanted(found) ? found : undefined
  }
  return {
    async check() {
      for await (const _ of client.pages(`${base}/issues?state=all&per_page=1`)) return
    },
    containers: async () => [{ id: `${place['owner']}/${place['repository']}` }],
    changes: (_, cursor) => changesOf({ client, base, isWanted, shown, threads }, cursor),
    async *ids() {
      const reviews = await threads.reviewVersions()
      for await (const issues of client.pages<Issue>(
        `${base}/issues?state=all&sort=created&direction=asc&per_page=100`,
      ))
        yield issues
          .filter(isWanted)
          .map((issue) => ({ id: idOf(issue), version: versionOf(issue, reviews.get(issue.number)) }))
    },
    async read(id) {
      const issue = await issueAt(numberOf(id))
      if (!issue) return undefined
      if (idOf(issue) !== id) return { pages: [] }
      const thread = await threads.of(issue)
      const version = versionOf(issue, reviewVersionOf(thread.reviewComments))
      return { pages: [pageOf(issue, thread, { version, root, cite })] }
    },
    async isThere(id) {
      const { status, body } = await client.get<Issue>(`${base}/issues/${numberOf(id)}`, { mayMiss: true })
      return status === 200 && body !== undefined && isWanted(body) && idOf(body) === id
    },
    readers: () => readersOf(client, base, emailOf),
  }
}

/** Comments that are taken away do not always change the time of their issue, but their number. */
const versionOf = ({ updated_at, comments = 0 }: Issue, reviews = ''): string => `${updated_at}+${comments}${reviews}`
