import { isWukuError } from '../core/errors.ts'

/** Standard output belongs to answers and to the protocol. */
export const warn = (said: string, error: unknown): void => console.error(`wuku: ${said}: ${explained(error)}`)

export const explained = (error: unknown): string =>
  isWukuError(error) ? `${error.message} ${error.remedy}` : error instanceof Error ? error.message : String(error)
