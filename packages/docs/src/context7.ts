/** The answer of `query-docs`: examples, and explanations. */
export interface SnippetsAnswer {
  readonly code: readonly SnippetEntry[]
  readonly info: readonly SnippetEntry[]
  readonly origin?: SnippetOrigin
}

export interface SnippetEntry {
  /** Title of an example; for an explanation its path of headings: `Hooks > useState`. */
  readonly title: string
  /** Address or path; empty when it has none. */
  readonly source: string
  readonly text: string
  readonly code?: readonly CodeExample[]
}

export interface CodeExample {
  /** May be empty. */
  readonly language: string
  readonly code: string
}

/** Origin of the snippets: a reader must know how old they are. */
export interface SnippetOrigin {
  /** `/facebook/react` */
  readonly library: string
  readonly version: string
  /** Milliseconds since the epoch; `null` when it is not known. */
  readonly indexedAt: number | null
  /** Address or tag, and commit; what is not known is `null`. */
  readonly from: string | null
  readonly commit: string | null
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

const renderSnippet = ({ title, source, text, code = [] }: SnippetEntry): string =>
  [`### ${oneLine(title)}`, source && `Source: ${oneLine(source)}`, ownWords(text.trim()), ...code.map(renderCode)]
    .filter((part) => part !== '')
    .join('\n\n')

/** A document cannot end its snippet and begin one of another source: a space changes nothing that Markdown shows. */
const ownWords = (text: string): string => text.replaceAll(/^(?=-{32}[ \t]*$|Source: |\(Documentation of )/gm, ' ')

function renderCode({ language, code }: CodeExample): string {
  const fence = fenceFor(code)
  return `${fence}${oneLine(language).replaceAll('`', '')}\n${code.replace(/\n+$/, '')}\n${fence}`
}

/** Longer than any row of backticks that begins a line of the code, or that line would end the block. */
function fenceFor(code: string): string {
  const rows = [...code.matchAll(/^ {0,3}(`{3,})/gm)].map(([, row = '']) => row.length)
  return '`'.repeat(rows.reduce((longest, length) => Math.max(longest, length + 1), 3))
}

function renderOrigin({ library, version, indexedAt, from, commit }: SnippetOrigin): string {
  const day = indexedAt === null ? '' : `, indexed ${new Date(indexedAt).toISOString().slice(0, 10)}`
  const place = from === null ? '' : ` from ${from}`
  const state = commit === null ? '' : ` at commit ${commit.slice(0, 12)}`
  return `(Documentation of ${library}, version ${version}${day}${place}${state}.)`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
