import { parseJson } from '@wuku/core/lenient-parsing'

/** A text of one instance for the others, with who says it: a channel also hears its own process. */
export const toOthers = (self: string, parts: readonly unknown[]): string => JSON.stringify([self, parts])

/** Parts of a text of another instance. One of another version may say what is not known here. */
export function partsFromOthers(text: string, self: string): readonly unknown[] {
  const read = parseJson(text)
  const [from, parts] = Array.isArray(read) ? (read as readonly unknown[]) : []
  return from === self || !Array.isArray(parts) ? [] : parts
}
