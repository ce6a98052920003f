import type { Json } from '@wuku/core/core-types'
import type { Changes } from '../framework/connector.ts'
import { asCursor, asJson, listSince, timeOf, type SinceCursor } from '../framework/since-list.ts'
import type { Client } from '../http/client.ts'
import { idOf, numberIn, type Comment, type Issue, type ReviewComment } from './github-types.ts'
import type { Threads } from './threads.ts'

interface ChangesInput {
  readonly client: Client
  readonly base: string
  readonly shown: Map<number, Issue>
  readonly threads: Threads
  isWanted(issue: Issue): boolean
}

/**
 * Comments first, since an issue is read with all of its own: they are listed from the beginning as long as issues are, so
 * that a first pass needs no request for each. Their cursors are written when all issues are through.
 */
export async function* changesOf(input: ChangesInput, cursor: Json | undefined): AsyncIterable<Changes> {
  const { issues, comments, inCode } = (cursor ?? {}) as { readonly [key: string]: Json }
  const { client, base, shown, threads, isWanted } = input
  const said = await listAll<Comment>(client, `${base}/issues/comments`, asCursor(comments))
  const reviewed = await listAll<ReviewComment>(client, `${base}/pulls/comments`, asCursor(inCode))
  if (!comments) threads.allComments(said.entries)
  if (!inCode) threads.allReviewComments(reviewed.entries)
  let last = asCursor(issues)
  const seen = new Set<number>()
  for await (const page of listSince<Issue>(sinceList(client, `${base}/issues`, 'state=all&'), last)) {
    const wanted = page.entries.filter(isWanted)
    for (const issue of wanted) {
      shown.set(issue.number, issue)
      seen.add(issue.number)
    }
    last = page.cursor
    yield {
      ids: wanted.map(idOf),
      cursor: { issues: asJson(last), comments: comments ?? null, inCode: inCode ?? null },
    }
  }
  const others = [
    ...(comments ? said.entries.map(({ issue_url }) => numberIn(issue_url)) : []),
    ...(inCode ? reviewed.entries.map(({ pull_request_url }) => numberIn(pull_request_url)) : []),
  ].filter((number) => number > 0 && !seen.has(number))
  yield {
    ids: await idsOf([...new Set(others)], input),
    cursor: { issues: asJson(last), comments: asJson(said.cursor), inCode: asJson(reviewed.cursor) },
  }
}

/** A comment names its issue by number: whether that is a pull request, the issue says. */
async function idsOf(numbers: readonly number[], { client, base, shown, isWanted }: ChangesInput) {
  const ids: string[] = []
  for (const number of numbers) {
    const { body } = await client.get<Issue>(`${base}/issues/${number}`, { mayMiss: true })
    if (!body || !isWanted(body)) continue
    shown.set(number, body)
    ids.push(idOf(body))
  }
  return ids
}

const sinceList = (client: Client, list: string, filter = '') => ({
  client,
  url: (since: number | undefined): string =>
    `${list}?${filter}${since === undefined ? '' : `since=${new Date(since).toISOString().replace('.000Z', 'Z')}&`}sort=updated&direction=asc&per_page=100`,
  keyOf: ({ updated_at, ...of }: Issue | Comment) => ({
    id: String('number' in of ? of.number : of.id),
    at: timeOf(updated_at),
  }),
})

async function listAll<Entry extends Comment>(client: Client, list: string, cursor: SinceCursor | undefined) {
  const entries: Entry[] = []
  let last = cursor
  for await (const page of listSince<Entry>(sinceList(client, list), cursor)) {
    entries.push(...page.entries)
    last = page.cursor
  }
  return { entries, cursor: last ?? { at: 0, seen: [] } }
}
