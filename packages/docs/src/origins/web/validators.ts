import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { HttpAnswer } from '@wuku/guarded-fetch/http-types'
import { identityOf, readAddress } from './web-address.ts'

/**
 * Facts about a page from an earlier download, enough to continue with it if the server says that it did not change.
 */
export interface KnownPage {
  readonly path: string
  readonly etag?: string | undefined
  readonly modified?: string | undefined
  /** The address that the page is known by. */
  readonly url: URL
  readonly links: readonly URL[]
}

export interface Remembered {
  /** Address from which it was fetched. */
  readonly from: URL
  readonly url: URL
  readonly links: readonly URL[]
}

/** `undefined` when the server gives nothing to ask with, or the links are too many to keep: then it is fetched again. */
export function validatorOf(answer: HttpAnswer, { from, url, links }: Remembered): string | undefined {
  const etag = answer.header('etag')
  const modified = answer.header('last-modified')
  if (etag === undefined && modified === undefined) return undefined
  const packed = deflateRawSync(links.map(({ href }) => href).join('\n')).toString('base64')
  const validator = JSON.stringify({ from: from.href, url: url.href, etag, modified, links: packed })
  return validator.length > MAX_CHARACTERS ? undefined : validator
}

/** By the identity of the address that they were fetched from. */
export function knownPages(known: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, KnownPage> {
  return new Map([...known].flatMap(([path, validator]) => readValidator(path, validator)))
}

export const conditions = (known: KnownPage | undefined): Readonly<Record<string, string>> => ({
  ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
  ...(known?.modified !== undefined && { 'if-modified-since': known.modified }),
})

/** Two thousand links take about so much. */
const MAX_CHARACTERS = 32 * 1024

const stored = z.object({
  from: z.string(),
  url: z.string(),
  etag: z.string().optional(),
  modified: z.string().optional(),
  links: z.string(),
})

/** One of another origin, or of another day, is no reason to fail. */
function readValidator(path: string, validator: string): [string, KnownPage][] {
  try {
    const { from, url, etag, modified, links } = stored.parse(JSON.parse(validator))
    const unpacked = inflateRawSync(Buffer.from(links, 'base64'), { maxOutputLength: 4 * 1024 * 1024 }).toString()
    const addresses = unpacked.split('\n').flatMap((href) => readAddress(href) ?? [])
    return [[identityOf(new URL(from)), { path, etag, modified, url: new URL(url), links: addresses }]]
  } catch {
    return []
  }
}
