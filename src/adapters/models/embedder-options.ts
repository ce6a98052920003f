import type { AuthMode } from '../../ports/embedder.ts'
import type { Patience, Question } from './post.ts'

/** Checked: everything in it can be used. */
export interface EmbedderOptions extends Pick<Patience, 'patience' | 'pause'> {
  readonly url: URL
  readonly model: string
  readonly dimensions: number | undefined
  readonly key: () => string
  readonly authMode: AuthMode
  /** Of the header or the parameter that holds the key. */
  readonly keyName: string
}

/** Where a question goes, and with it the key: within the address or beside it. */
export function askedWith(endpoint: URL, options: EmbedderOptions): Pick<Question, 'url' | 'headers'> {
  const { key, authMode, keyName } = options
  if (key() === '') return { url: endpoint, headers: () => ({}) }
  if (authMode === 'bearer') return { url: endpoint, headers: () => ({ authorization: `Bearer ${key()}` }) }
  if (authMode !== 'query') return { url: endpoint, headers: () => ({ [keyName]: key() }) }
  const url = new URL(endpoint)
  url.searchParams.set(keyName, key())
  return { url, headers: () => ({}) }
}
