import { writeCitation } from '@wuku/core/citation'
import type { Passage, Source, StoredDocument } from '@wuku/core/core-types'
import { pageOfPath } from '@wuku/core/ports/history-page'
import type { StoreView } from '@wuku/core/ports/store'
import { chunksWithTerms } from './chunks-with-terms.ts'
import { withAllParts } from './shown-sources.ts'
import { z } from 'zod'

/** An issue, or a pull or merge request, that a text refers to. */
export const issueShape = z.strictObject({
  ref: z.string().describe('As it is written: `#123`.'),
  title: z.string(),
  state: z.string(),
  citation: z.string().describe('Pass it to `open`.'),
  url: z.string(),
})
export type NamedIssue = z.output<typeof issueShape>

/** `#12`, `GH-12` and addresses mean issues and pull requests, `!12` merge requests; a branch begins or ends with a number. */
const REFS = /(?<![\p{L}\p{N}&/])(#|!|GH-)(\d{1,7})(?![\p{L}\p{N}])|\/(issues|pull|merge_requests)\/(\d{1,7})\b/gu
const OF_BRANCH = /(?:^|[/_-])(?:issue-?|gh-?|bug-?|fix-?)?#?(\d{1,7})(?=$|[/_-])/i

export interface Ref {
  readonly written: string
  readonly paths: readonly string[]
}

export function refsIn(text: string): readonly Ref[] {
  const found = [...text.matchAll(REFS)].map(([written, sign, number, what, inAddress]): Ref => {
    const id = number ?? inAddress ?? ''
    if (sign === '!' || what === 'merge_requests') return { written: `!${id}`, paths: [`merge_requests/${id}`] }
    return { written: what ? `#${id}` : written.trim(), paths: [`issues/${id}`, `pulls/${id}`] }
  })
  return [...new Map(found.map((ref) => [ref.written, ref])).values()]
}

export function refsOfBranch(branch: string | null): readonly Ref[] {
  const number = OF_BRANCH.exec(branch ?? '')?.[1]
  return number === undefined ? [] : [{ written: `#${number}`, paths: [`issues/${number}`, `pulls/${number}`] }]
}

/** Issues of the repository that a source of code is, by what each ref says; those that the caller does not see are none. */
export async function issuesOf(refs: readonly Ref[], code: Pick<Source, 'name' | 'root'>, view: StoreView) {
  const trackers = refs.length === 0 ? [] : trackersOf(code, await view.sources.list())
  const places = refs.flatMap(({ paths }) => trackers.flatMap(({ id }) => paths.map((path) => ({ source: id, path }))))
  const documents = places.length === 0 ? [] : await view.documents.at(places)
  return new Map(
    refs.flatMap(({ written, paths }) => {
      const document = documents.find(({ path }) => paths.includes(path))
      const source = trackers.find(({ id }) => id === document?.source)
      return document && source ? [[written, describeIssue(written, document, source)] as const] : []
    }),
  )
}

const describeIssue = (ref: string, { path, title, meta }: StoredDocument, { kind, name }: Source): NamedIssue => ({
  ref,
  title,
  state: String(meta['state'] ?? ''),
  citation: writeCitation({ kind, source: name, path }),
  url: String(meta['url'] ?? ''),
})

/** The tracker that bears the name of the repository; where there is one of each, they belong together. */
function trackersOf(code: Pick<Source, 'name' | 'root'>, sources: readonly Source[]): readonly Source[] {
  const trackers = sources.filter(({ options }) => repositoryIn(options.connected) !== undefined)
  const names = new Set([code.name, lastOf(code.root)].map((name) => name.toLowerCase()))
  const own = trackers.filter(({ options, name }) =>
    [repositoryIn(options.connected) ?? '', name].some((each) => names.has(each.toLowerCase())),
  )
  const isOnly = new Set(trackers.map(({ root }) => root)).size === 1
  const isOnlyCode = sources.filter(({ kind }) => kind === 'code').length <= 1
  return withAllParts(own.length > 0 ? own : isOnly && isOnlyCode ? trackers : [], sources)
}

function repositoryIn(connected: Source['options']['connected']): string | undefined {
  const { repository, project } = connected?.place ?? {}
  const named = repository ?? project
  return typeof named === 'string' ? lastOf(named) : undefined
}

const lastOf = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? ''

const MOST_LOOKED_AT = 200
const MOST_SHOWN = 5

/** Commits and conversations that name an issue, the newest first. */
export async function mentionsOf(issue: StoredDocument, view: StoreView): Promise<readonly string[]> {
  const number = /^(?:issues|pulls|merge_requests)\/(\d+)$/.exec(issue.path)?.[1]
  if (number === undefined || issue.meta['service'] === undefined) return []
  const sources = await view.sources.list()
  const kinds = new Set(['code', 'chats'])
  const within = { sources: sources.filter(({ kind }) => kinds.has(kind)).map(({ id }) => id) }
  if (within.sources.length === 0) return []
  const [found = []] = await chunksWithTerms(view, [{ terms: [number], within, limit: MOST_LOOKED_AT }])
  const passages = await view.chunks.passages(found.map(({ chunk }) => chunk))
  const naming = passages.filter(({ text, document }) => {
    const isProse = pageOfPath(document.path) !== undefined || isChat(document, sources)
    return isProse && refsIn(text).some(({ paths }) => paths.includes(issue.path))
  })
  const newest = naming.toSorted((a, b) => b.document.modifiedAt - a.document.modifiedAt).slice(0, MOST_SHOWN)
  return newest.map((passage) => describeMention(passage, sources))
}

const isChat = ({ source }: StoredDocument, sources: readonly Source[]): boolean =>
  sources.some(({ id, kind }) => id === source && kind === 'chats')

function describeMention({ document, facts, text }: Passage, sources: readonly Source[]): string {
  const { kind = 'code', name = '' } = sources.find(({ id }) => id === document.source) ?? {}
  const { anchor, headings } = facts
  const place = { kind, source: name, path: document.path }
  const lines = { from: facts.line, to: facts.endLine }
  const citation = writeCitation(anchor === undefined ? { ...place, lines } : { ...place, anchor })
  const commit = /^commit ([0-9a-f]{7})[0-9a-f]* (\S+) (.*)/.exec(text)
  const about = commit ? `commit ${commit[1]} · ${commit[2]} · ${commit[3]}` : document.title
  return `${about}${commit && headings[0] ? ` · "${headings[0]}"` : ''}  ${citation}`
}
