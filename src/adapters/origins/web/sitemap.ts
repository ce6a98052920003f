import { gunzipSync } from 'node:zlib'
import { readAddress } from './address.ts'
import { fetchText, type Asking } from './fetch-text.ts'

/** Addresses that the maps of a site name, in order. What cannot be read is as if it were not there: a map is a help only. */
export async function readSitemaps(named: readonly string[], site: URL, asking: Asking): Promise<readonly URL[]> {
  const queue = (named.length > 0 ? named : ['/sitemap.xml']).flatMap((href) => readAddress(href, site) ?? [])
  const seen = new Set<string>()
  const found: URL[] = []
  for (const map of queue) {
    if (seen.has(map.href) || seen.size === MOST_MAPS || found.length >= MOST_ADDRESSES) continue
    seen.add(map.href)
    const { text = '' } = await fetchText(map, { ...asking, maxBytes: MOST_BYTES, unpack })
    const addresses = addressesIn(text, map)
    if (/<sitemapindex[\s>]/.test(text.slice(0, 2_000))) queue.push(...addresses)
    else found.push(...addresses)
  }
  return found.slice(0, MOST_ADDRESSES)
}

const MOST_MAPS = 20
const MOST_ADDRESSES = 20_000
const MOST_BYTES = 10 * 1024 * 1024

function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
}

const addressesIn = (text: string, base: URL): readonly URL[] =>
  [...text.matchAll(/<(?:\w{1,20}:)?loc>\s{0,99}(?:<!\[CDATA\[)?([^<\]]{1,1000})/g)]
    .slice(0, MOST_ADDRESSES)
    .flatMap(([, href = '']) => readAddress(href.replaceAll('&amp;', '&').trim(), base) ?? [])
