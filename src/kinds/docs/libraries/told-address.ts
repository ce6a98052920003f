import type { OriginSpec } from '../../../ports/origins.ts'

/** An address as it may be told and kept beside documents: its query may hold a key, which only the fetch needs. */
export const toldAddress = (address: string): string => address.replaceAll(KEY, '$1…')

const KEY = /([?&][\w.-]*(?:key|token|secret|passwd|password|signature|sig|auth|credential)=)[^&#]*/gi

/** Where documents come from; `null` of those that were handed in. */
export const toldOrigin = (origin: OriginSpec | null): string | null =>
  origin === null ? null : origin.type === 'folder' ? origin.root : toldAddress(origin.url)
