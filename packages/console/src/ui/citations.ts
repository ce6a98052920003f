const FILE = /^wuku:\/\/(code|notes)\/([^/#]+)\/(?!\.git\/)([^#]+)(#L\d+(?:-L\d+)?)?$/

/** Where the console shows what a citation points at. */
export const addressOf = (citation: string): string =>
  readerOf(citation) ?? fileOf(citation) ?? `/ask?open=${encodeURIComponent(citation)}`

/** A conversation is read in its own room, from the cited message on. */
export function readerOf(citation: string): string | undefined {
  const [, path] = /^wuku:\/\/chats\/[^/]+\/([^/#]+)(?:#.*)?$/.exec(citation) ?? []
  if (path === undefined) return undefined
  // A long conversation is stored in parts: `id@2`.
  const id = decodeURIComponent(path).replace(/@\d+$/, '')
  return `/conversations/${encodeURIComponent(id)}?at=${encodeURIComponent(citation)}`
}

/** Files of code and notes are read in their rooms, at the cited lines. */
export function fileOf(citation: string): string | undefined {
  const [, kind, source, path, lines = ''] = FILE.exec(citation) ?? []
  if (kind === undefined || source === undefined || path === undefined) return undefined
  return `/${kind}/${encodedPart(source)}/${path.split('/').map(encodedPart).join('/')}${lines}`
}

/** A part of a citation may be written plainly or with percent codes. */
function encodedPart(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return encodeURIComponent(part)
  }
}
