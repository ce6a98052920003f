/** What a citation says by itself: `wuku://docs/Tidewater@2.0.0/guide/gates.md#L1-L3`. */
export interface Cited {
  readonly kind: string
  /** Name of the source; of a library without its version. */
  readonly source: string
  readonly version: string | undefined
  readonly path: string
  /** Behind the `#`. */
  readonly place: string
}

export function citedIn(citation: string): Cited | undefined {
  const [, kind, name, path, place = ''] = /^wuku:\/\/([a-z]+)\/([^/#]+)\/([^#]+)(?:#(.*))?$/.exec(citation) ?? []
  if (kind === undefined || name === undefined || path === undefined) return undefined
  const whole = decoded(name)
  const at = kind === 'docs' ? whole.lastIndexOf('@') : -1
  const [source, version] = at > 0 ? [whole.slice(0, at), whole.slice(at + 1)] : [whole, undefined]
  return { kind, source, version, path: decoded(path), place }
}

/** Ends before what closes a sentence, a quotation or a bracket around it. */
const CITATION = /wuku:\/\/[a-z]+\/[^\s"'`<>()[\]{}|\\，。；：、）」]*[^\s"'`<>()[\]{}|\\，。；：、）」.,;:!?]/g

export interface CitedPart {
  readonly text: string
  readonly isCitation: boolean
}

/** A text in its order, each citation in it apart. */
export function citedParts(text: string): readonly CitedPart[] {
  const parts: CitedPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(CITATION)) {
    if (!citedIn(found)) continue
    if (index > from) parts.push({ text: text.slice(from, index), isCitation: false })
    parts.push({ text: found, isCitation: true })
    from = index + found.length
  }
  return from < text.length ? [...parts, { text: text.slice(from), isCitation: false }] : parts
}

/** Where the console shows what a citation points at: its room, at the line. */
export const addressOf = (citation: string): string =>
  readerOf(citation) ?? fileOf(citation) ?? lookedUp(citation) ?? `/ask?open=${encodeURIComponent(citation)}`

/** A conversation is read in its own room, from the cited message on. */
function readerOf(citation: string): string | undefined {
  const { kind, path } = citedIn(citation) ?? {}
  if (kind !== 'chats' || path === undefined) return undefined
  // A long conversation is stored in parts: `id@2`.
  return `/conversations/${encodeURIComponent(path.replace(/@\d+$/, ''))}?at=${encodeURIComponent(citation)}`
}

/** Files of code and notes are read in their rooms, at the cited lines. Commits are no files. */
function fileOf(citation: string): string | undefined {
  const { kind, source, path, place = '' } = citedIn(citation) ?? {}
  if ((kind !== 'code' && kind !== 'notes') || source === undefined || path === undefined) return undefined
  if (path.startsWith('.git/') || !/^(?:L\d+(?:-L\d+)?)?$/.test(place)) return undefined
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return `/${kind}/${encodeURIComponent(source)}/${encoded}${place && `#${place}`}`
}

/** Pages of documents and pads are known by numbers that a citation has not: they are asked for when the link is opened. */
function lookedUp(citation: string): string | undefined {
  const kind = citedIn(citation)?.kind
  return kind === 'docs' || kind === 'pads' ? `/ask/cited?at=${encodeURIComponent(citation)}` : undefined
}

/** A part of a citation may be written plainly or with percent codes. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
