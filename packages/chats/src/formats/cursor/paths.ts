import { fieldsOf, textIn } from '../fields.ts'

/** A path out of a URI, an object that holds one, or a path. */
export function pathOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : fromUri(value)
  const fields = fieldsOf(value)
  return (
    pathOfText(textIn(fields, 'fsPath', '_fsPath', 'path', 'external')) ??
    pathOfText(textIn(fieldsOf(fields.uri), 'fsPath', '_fsPath', 'path', 'external'))
  )
}

const pathOfText = (text: string | undefined): string | undefined => (text === undefined ? undefined : fromUri(text))

function fromUri(uri: string): string {
  const found = /^[a-z][a-z0-9+.-]+:\/\/[^/]*(\/.*)$/i.exec(uri)
  if (!found) return uri
  const path = decoded(found[1] ?? '')
  // "/c:/Users": a drive of Windows.
  return /^\/[a-z]:/i.test(path) ? path.slice(1) : path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
