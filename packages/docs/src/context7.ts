import type { VersionUsed } from './search/docs-shapes.ts'

/** The answer of `query-docs`: examples, and explanations. */
export interface SnippetsAnswer {
  readonly code: readonly SnippetEntry[]
  readonly info: readonly SnippetEntry[]
  /** All of it comes from this version: a reader must know how old it is. */
  readonly origin?: VersionUsed | undefined
}

export interface SnippetEntry {
  /** Title of an example; for an explanation its path of headings: `Hooks > useState`. */
  readonly title: string
  /** Address or path; empty when it has none. */
  readonly source: string
  readonly text: string
}

/**
 * The text of `query-docs`, in the form that its readers expect: code before text, a line of dashes between two
 * snippets of one kind and none between the kinds. The origin is at the end, in a form that no snippet has.
 */
export function renderSnippets({ code, info, origin }: SnippetsAnswer): string {
  const kinds = [code, info].map((snippets) => snippets.map(renderSnippet).join(SEPARATOR))
  const rendered = kinds.filter((text) => text !== '').join('\n\n')
  return [rendered === '' ? NONE : rendered, ...(origin ? [renderOrigin(origin)] : [])].join('\n\n')
}

const SEPARATOR = `\n\n${'-'.repeat(32)}\n\n`
const NONE = 'No snippets found for this query.'

const renderSnippet = ({ title, source, text }: SnippetEntry): string =>
  [`### ${oneLine(title)}`, source && `Source: ${oneLine(source)}`, ownWords(text.trim())]
    .filter((part) => part !== '')
    .join('\n\n')

/** A document cannot end its snippet and begin one of another source: a space changes nothing that Markdown shows. */
const ownWords = (text: string): string => text.replaceAll(/^(?=-{32}[ \t]*$|Source: |\(Documentation of )/gm, ' ')

function renderOrigin({ slug, version, indexed_at: at, origin, commit }: VersionUsed): string {
  const day = at === null ? '' : `, indexed ${at.slice(0, 10)}`
  const place = origin === null ? '' : ` from ${origin}`
  const state = commit === null ? '' : ` at commit ${commit.slice(0, 12)}`
  return `(Documentation of ${slug}, version ${version}${day}${place}${state}.)`
}

/** A field ends with its line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
