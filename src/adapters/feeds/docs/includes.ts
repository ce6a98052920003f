import { decodeText } from '../../../text/decode.ts'
import { findIncludes } from '../../../text/includes/find.ts'
import { placeIncludes } from '../../../text/includes/place.ts'
import type { Include } from '../../../text/includes/words.ts'
import type { DocsFeedOptions } from './feed.ts'

/** Includes within what is included are followed so often. */
const DEEP = 3
const ASIDE = '~aside/'
/** What all that is included in one document may add. */
const MOST_BYTES = 4 * 1024 * 1024

const MAY_INCLUDE = /\.(?:md|mdx|markdown|mkd|rst|rest|adoc|asciidoc|asc|txt)$/i

interface File {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The document with what its builder would put into it, out of the originals of the same version and nowhere else. */
export async function resolveIncludes({ path, bytes }: File, options: DocsFeedOptions): Promise<Uint8Array> {
  if (!MAY_INCLUDE.test(path)) return bytes
  const decoded = decodeText(bytes)
  if (decoded === 'binary') return bytes
  let { text } = decoded
  let room = MOST_BYTES
  for (let depth = 0; depth < DEEP; depth++) {
    const found = findIncludes(text, path)
    const placed: { include: Include; text: string }[] = []
    for (const include of found) {
      const included = room > 0 ? await firstOf(include.candidates, options) : undefined
      if (included === undefined || included.length > room) continue
      room -= included.length
      placed.push({ include, text: included })
    }
    if (placed.length === 0) return depth === 0 ? bytes : Buffer.from(text)
    text = placeIncludes(text, placed)
  }
  return Buffer.from(text)
}

async function firstOf(
  candidates: readonly string[],
  { blobs, originals }: DocsFeedOptions,
): Promise<string | undefined> {
  for (const candidate of candidates)
    for (const key of [originals + candidate, originals + ASIDE + candidate]) {
      const decoded = decodeOf(await blobs.get(key))
      if (decoded !== undefined) return decoded
    }
  return undefined
}

function decodeOf(bytes: Uint8Array | undefined): string | undefined {
  const decoded = bytes && decodeText(bytes)
  return decoded === undefined || decoded === 'binary' ? undefined : decoded.text
}
