import type { AuthMode } from '@wuku/core/ports/embedder'
import type { BatchSize } from './batches.ts'
import type { Pace } from './pace.ts'
import { bearer, type TimeoutOptions, type Question } from './post.ts'
import type { Prompts } from './prompts.ts'

/** How a key goes with a question. */
export interface KeyWay {
  readonly key: () => string
  readonly authMode: AuthMode
  /** Name of the header or the parameter that holds the key. */
  readonly keyName: string
}

/** Checked: everything in it can be used. */
export interface EmbedderOptions extends KeyWay, Pick<TimeoutOptions, 'timeout' | 'pause' | 'chance'> {
  readonly url: URL
  readonly model: string
  readonly dimensions: number | undefined
  readonly prompts: Prompts
  /** Characters of a text that are sent, without the prompt. */
  readonly longestText: number
  readonly batch: BatchSize
  /** Requests side by side. */
  readonly concurrency: number
  readonly pace: Pace
}

/** Address and headers of a question, with the key in one of them. */
export function requestWith(endpoint: URL, { key, authMode, keyName }: KeyWay): Pick<Question, 'url' | 'headers'> {
  if (key() === '' || authMode === 'bearer') return { url: endpoint, headers: bearer(key) }
  if (authMode !== 'query') return { url: endpoint, headers: () => ({ [keyName]: key() }) }
  const url = new URL(endpoint)
  url.searchParams.set(keyName, key())
  return { url, headers: () => ({}) }
}
