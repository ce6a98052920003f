/** Dollars for a million tokens, as the providers published them; the setting `models.embedder.price` beats them. */
const published: readonly (readonly [RegExp, number])[] = [
  [/^text-embedding-3-small$/, 0.02],
  [/^text-embedding-3-large$/, 0.13],
  [/^text-embedding-ada-002$/, 0.1],
  [/^gemini-embedding-001$/, 0.15],
  [/^mistral-embed/, 0.1],
]

export interface Cost {
  readonly chunks: number
  /** Estimated. */
  readonly tokens: number
  /** `null` where no price is known; 0 where nothing is sent. */
  readonly dollars: number | null
}

/** Of characters of code and prose together, in English and Chinese, about this many make one token. */
const CHARS_PER_TOKEN = 3

export function costOf(size: { readonly chunks: number; readonly chars: number }, asked: CostedModel): Cost {
  const tokens = Math.ceil(size.chars / CHARS_PER_TOKEN)
  const price = asked.isLocal ? 0 : (asked.price ?? priceOf(asked.model))
  return { chunks: size.chunks, tokens, dollars: price === undefined ? null : (tokens / 1e6) * price }
}

export interface CostedModel {
  readonly model: string
  readonly isLocal: boolean
  /** That the user named. */
  readonly price: number | undefined
}

const priceOf = (model: string): number | undefined =>
  published.find(([name]) => name.test(model.replace(/^models\//, '')))?.[1]
