import type { Source } from '@wuku/core/core-types'
import { isRefusal } from '@wuku/core/ports/feed'
import { decodeText } from '@wuku/text/decode'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import type { FeedPorts } from '../base/ports.ts'

/** Reads an item as it is at this moment. Items that the feed refuses are not read here either. */
export async function readNow(source: Source, item: string, { open }: FeedPorts): Promise<string | undefined> {
  const read = await (await open.feed(source)).read({ path: item, stamp: '', bytes: 0, modifiedAt: 0 })
  if (isRefusal(read)) return undefined
  const decoded = decodeText(read.bytes)
  return decoded === 'binary' ? undefined : maskSecrets(decoded.text).text
}
