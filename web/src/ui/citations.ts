/** Where the console shows what a citation points at. */
export const addressOf = (citation: string): string => readerOf(citation) ?? `/ask?open=${encodeURIComponent(citation)}`

/** A conversation is read in its own room, from the cited message on. */
export function readerOf(citation: string): string | undefined {
  const [, path] = /^wuku:\/\/chats\/[^/]+\/([^/#]+)(?:#.*)?$/.exec(citation) ?? []
  if (path === undefined) return undefined
  // A long conversation is stored in parts: `id@2`.
  const id = decodeURIComponent(path).replace(/@\d+$/, '')
  return `/conversations/${encodeURIComponent(id)}?at=${encodeURIComponent(citation)}`
}
