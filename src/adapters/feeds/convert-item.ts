import { hash } from 'node:crypto'
import type { ConvertedFile, Converter } from '../../ports/converter.ts'
import type { RawItem, Refusal } from '../../ports/feed.ts'

/** The item with the text that a converter makes of it, and what that tells of it beside. */
export async function convertItem(item: RawItem, converter: Converter): Promise<RawItem | Refusal> {
  const { path, bytes } = item
  const made = await converter.convert({ path, bytes }, new AbortController().signal)
  if ('said' in made) return made
  const about = { as: made.as, ...(made.title !== undefined && { title: made.title }) }
  return { ...item, bytes: made.bytes, beside: { about: JSON.stringify(about) } }
}

/** Some minutes of scanned books, which are refused as slowly as others are read. */
const REMEMBERED = 2_000

/**
 * What was refused once is refused again without being read: a folder that is watched is looked through at every save, and
 * what cannot be read has no place in the index that would say so.
 */
export function rememberRefusals(converter: Converter): Converter {
  const refused = new Map<string, Omit<Refusal, 'path'>>()
  return {
    endings: converter.endings,
    close: () => converter.close(),
    async convert(file, signal) {
      const key = `${file.path.slice(file.path.lastIndexOf('.')).toLowerCase()} ${hash('sha256', file.bytes, 'hex')}`
      const known = refused.get(key)
      if (known) return { path: file.path, ...known }
      const made: ConvertedFile | Refusal = await converter.convert(file, signal)
      if ('said' in made) {
        if (refused.size >= REMEMBERED) refused.clear()
        refused.set(key, { said: made.said, remedy: made.remedy })
      }
      return made
    },
  }
}
