/** Texts that strangers wrote: a fault in one is an answer, and no exception. */

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fields of a JSON object; none for anything else. */
export const parseObject = (text: string): { readonly [key: string]: unknown } => fieldsOf(parseJson(text))

export const fieldsOf = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Text whose percent codes are no UTF-8 stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
