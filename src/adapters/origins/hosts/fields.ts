/** Answers are of strangers: each field is looked at before it is believed. */
export type Fields = { readonly [name: string]: unknown }

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function timeOf(value: unknown): { readonly publishedAt?: number } {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? {} : { publishedAt: time }
}

/** SHA-1 or SHA-256. */
export const commitOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value) ? value : undefined

export const segments = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Whether a tag without a release is a prerelease: only its name shows it. */
export const looksEarly = (tag: string): boolean =>
  /\d[-_.]?(?:alpha|beta|rc|pre|preview|dev|canary|next|nightly|snapshot|experimental|m|a|b)(?![a-z])/i.test(tag)
