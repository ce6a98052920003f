import type { LockedPackage, ProjectPart } from './dependency.ts'
import { entriesAt, jsonOf } from './fields.ts'
import { isExact, lockByName } from './locking.ts'

/** bun.lock, the one in text: JSON with trailing commas, an entry `"react": ["react@18.2.0", ...]` a package. */
export function readBunLock(text: string): ProjectPart {
  const fields = jsonOf(withoutTrailingCommas(text))
  const packages = entriesAt(fields, 'packages').flatMap(([, entry]) =>
    lockedIn(Array.isArray(entry) ? entry[0] : undefined),
  )
  return { lock: lockByName(packages) }
}

function lockedIn(ident: unknown): readonly LockedPackage[] {
  if (typeof ident !== 'string') return []
  const at = ident.indexOf('@', 1)
  const version = ident.slice(at + 1)
  return at > 0 && isExact(version) ? [{ name: ident.slice(0, at), version }] : []
}

/** In one pass over strings and what stands between them. */
function withoutTrailingCommas(text: string): string {
  const kept: string[] = []
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    kept.push(text.slice(at, end).replaceAll(/,(?=\s*[}\]])/g, ''))
    at = quote < 0 ? text.length : endOfString(text, quote)
    kept.push(text.slice(end, at))
  }
  return kept.join('')
}

function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}
