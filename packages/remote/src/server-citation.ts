/**
 * A document of a server is cited with the name of the server behind that of the source:
 * `wuku://notes/handbook@wuku.example.com/setup.md#L10-L20`, `handbook@wuku.example.com/setup.md`, `#3f2a1c@wuku.example.com`.
 */
export const atServer = (citation: string, server: string): string =>
  citation.replace(/^(wuku:\/\/[a-z]+\/[^/#]+)/, `$1@${server}`)

/** Collection and path: `handbook@wuku.example.com/keys.md`. */
export const atServerName = (file: string, server: string): string => file.replace(/^[^/]+/, `$&@${server}`)

/** As the server itself calls it. */
export function fromServer(text: string, server: string): string {
  const at = placeOf(text, server)
  return at === undefined ? text : text.slice(0, at.start) + text.slice(at.end)
}

export const isAtServer = (text: string, server: string): boolean => placeOf(text, server) !== undefined

/** Programs that copy an address may percent-encode it. */
function placeOf(text: string, server: string): { readonly start: number; readonly end: number } | undefined {
  const forms = [`@${server}`, `@${encodeURIComponent(server)}`, `%40${encodeURIComponent(server)}`]
  for (const form of forms) {
    const start = text.indexOf(form)
    const end = start + form.length
    if (start > 0 && (end === text.length || /[/:#]/.test(text[end] ?? ''))) return { start, end }
  }
  return undefined
}
