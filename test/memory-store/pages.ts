import type { Page } from '@wuku/core/ports/pads'
import { demand } from './checks.ts'

export function pageOf<T>(
  items: readonly T[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Page<T> {
  demand(Number.isInteger(limit) && limit >= 0, `limit is ${limit}`)
  demand(Number.isInteger(offset) && offset >= 0, `offset is ${offset}`)
  return { items: items.slice(offset, offset + limit), total: items.length }
}

/** As a store on disk orders texts: by their UTF-8 bytes. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
