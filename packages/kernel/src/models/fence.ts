import { hash } from 'node:crypto'

/** Two lines that what stands between them cannot hold: it would have to hold its own hash. */
export interface Fence {
  /** Both lines end with it. */
  readonly mark: string
  around(text: string): string
}

/** One fence for several pieces of what others have written. */
export function fenceFor(texts: readonly string[]): Fence {
  const mark = hash('sha256', JSON.stringify(texts), 'hex').slice(0, 16)
  return { mark, around: (text) => `begin ${mark}\n${text}\nend ${mark}` }
}

/** A text for a model to read, and never to obey, whatever it says of itself. */
export const fenceData = (name: string, text: string): string => `${name}:\n${fenceFor([text]).around(text)}`
