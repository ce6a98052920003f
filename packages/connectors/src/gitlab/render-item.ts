import type { Page, Section, ServiceToOpen } from '../framework/connector.ts'
import { linksAs } from '../framework/markdown-links.ts'
import { timeOf } from '../framework/since-list.ts'
import type { Item, Note, What } from './gitlab-types.ts'

/** Members who are Reporter or more. */
export const REPORTERS = 'reporters'
/** People who see code: guests do not if a project is private. */
export const CODE = 'code'

interface Thread {
  readonly item: Item
  readonly what: What
  readonly notes: readonly Note[]
}

type RenderContext = Pick<Page, 'version'> & Pick<ServiceToOpen, 'root' | 'cite'>

/** The item, and its internal notes apart where others may read the item. */
export function pagesOf({ item, what, notes }: Thread, context: RenderContext): readonly Page[] {
  const id = `${what}/${item.iid}`
  const audience = item.confidential === true ? REPORTERS : what === 'merge_requests' ? CODE : ''
  const apart = audience === REPORTERS ? [] : notes.filter(isInternal)
  const text = linkedAs(context)
  const own = notes.filter((note) => !apart.includes(note)).map((note) => sectionOf(note, text))
  const page = { ...commonOf(item, what, context), id, path: id, audience }
  const main: Page = { ...page, sections: [{ markdown: `${branchesOf(item)}${text(item.description)}` }, ...own] }
  if (apart.length === 0) return [main]
  const internal: Page = {
    ...page,
    id: `${id}/internal`,
    path: `${id}/internal`,
    audience: REPORTERS,
    title: `${page.title}, internal notes`,
    sections: [{ markdown: `Internal notes on ${context.cite(id)}` }, ...apart.map((note) => sectionOf(note, text))],
  }
  return [main, internal]
}

const isInternal = (note: Note): boolean => note.internal === true || note.confidential === true

function commonOf(item: Item, what: What, { version, root }: RenderContext): Omit<Page, 'id' | 'path' | 'sections'> {
  const sign = what === 'issues' ? '#' : '!'
  return {
    title: `${item.title ?? ''} (${sign}${item.iid})`.trim(),
    url: item.web_url ?? `${root.replace(/\/(?:issues|merge_requests)$/, '')}/${what}/${item.iid}`,
    version,
    updatedAt: timeOf(item.updated_at),
    createdAt: timeOf(item.created_at),
    ...(item.author?.username !== undefined && { author: item.author.username }),
    state: item.state === 'opened' ? 'open' : (item.state ?? 'open'),
    labels: item.labels ?? [],
    assignees: (item.assignees ?? []).flatMap(({ username }) => username ?? []),
  }
}

const branchesOf = ({ source_branch: from, target_branch: to }: Item): string =>
  from === undefined || to === undefined ? '' : `\`${from}\` into \`${to}\`\n\n`

function sectionOf({ id, author, created_at, body, position, internal }: Note, text: Text): Section {
  const at = position?.new_line ?? position?.old_line
  const path = position?.new_path ?? position?.old_path
  const commit = position?.head_sha === undefined ? '' : ` at ${position.head_sha.slice(0, 7)}`
  const about = [path && `${path}${at ? `:${at}` : ''}${commit}`, internal && 'internal'].filter(Boolean).join(', ')
  return {
    anchor: `comment-${id}`,
    author: author?.username ?? 'ghost',
    at: timeOf(created_at),
    ...(about !== '' && { about }),
    markdown: text(body),
  }
}

type Text = (markdown: string | null | undefined) => string

function linkedAs({ root, cite }: RenderContext): Text {
  const base = root.replace(/\/(?:issues|merge_requests)$/, '')
  return (markdown) =>
    linksAs((markdown ?? '').replaceAll('\r\n', '\n'), (address) => {
      if (!address.startsWith(`${base}/`)) return undefined
      const [, what, iid, note] =
        /^\/(issues|merge_requests)\/(\d+)(?:#note_(\d+))?$/.exec(address.slice(base.length)) ?? []
      return what && iid ? cite(`${what}/${iid}`, note && `comment-${note}`) : undefined
    })
}
