/**
 * Characters that people do not see and models do read: Unicode tags, controls that turn the direction of text, and
 * zero-width ones. A hidden order in a document travels in them. The joiners that emoji and scripts need stay. Escape
 * sequences would command the terminal of a client that prints what it was answered.
 */
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B\u2060-\u2064\uFEFF\0-\x08\x0B\x0E-\x1F\x7F-\x9F]/gu

export const withoutHidden = (text: string): string => text.replace(hidden, '')

/** The same for every text inside an answer, so that both halves of a result agree. */
export function withoutHiddenWithin(value: unknown): unknown {
  if (typeof value === 'string') return withoutHidden(value)
  if (Array.isArray(value)) return value.map(withoutHiddenWithin)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutHiddenWithin(part)]))
}
