import { isWukuError } from '../../../core/errors.ts'
import { isRefusal, type ListedItem, type RawItem, type Refusal } from '../../../ports/feed.ts'
import { codeOf, isGone, refusals } from '../refusals.ts'
import { isSecretPath } from '../secrets.ts'
import { fileOf, prefixOf, type Chats } from './locate.ts'
import { besideOf, holdsItems } from './names.ts'
import { asksToBeLeftOut, NOT_TO_BE_INDEXED } from './spans.ts'
import { stampNow } from './stamps.ts'

export async function readChat(chats: Chats, item: ListedItem): Promise<RawItem | Refusal> {
  const { tree, located, containers, exclusions } = chats
  if (tree.foundRoot() === undefined) return refusals.rootGone()
  if (isSecretPath(item.path)) return refusals.secret(item.path)
  const place = located.get(item.path) ?? fileOf(tree, item.path)
  if (!place) return refusals.gone(item.path)
  const prefix = prefixOf(tree, place.shape)
  try {
    const read = await containers[place.shape].read(place.file, { ...item, path: prefix + item.path })
    if (isRefusal(read)) return { ...read, path: item.path }
    const beside = { ...besideOf(tree, place.file.path), ...read.beside }
    const why = asksToBeLeftOut(read.bytes) ? NOT_TO_BE_INDEXED : exclusions.against(read.bytes, beside)
    if (why !== undefined) return leftOut(item.path, why)
    return { ...read, path: item.path, ...(Object.keys(beside).length > 0 && { beside }) }
  } catch (error) {
    return refusalOf(item.path, error)
  }
}

const leftOut = (path: string, why: string): Refusal => ({
  path,
  said: 'It is left out.',
  remedy: 'Nothing needs to be done.',
  leftOut: why === NOT_TO_BE_INDEXED ? why : `excluded by ${why}`,
})

function refusalOf(path: string, error: unknown): Refusal {
  if (isWukuError(error)) return { path, said: error.message, remedy: error.remedy }
  return isGone(error) ? refusals.gone(path) : refusals.unreadable(path, codeOf(error))
}

/**
 * What lies in a database or an archive cannot be looked at cheaply: it is as it was believed to be for as long as the file
 * is there.
 */
export function stampOfChat({ tree, located }: Chats, path: string, believed?: string): string | undefined {
  const place = fileOf(tree, path)
  if (!place) return undefined
  const known = believed ?? located.get(path)?.stamp
  if (known === undefined || place.shape === 'whole') return place.file.stamp
  if (holdsItems(place.shape) || place.shape === 'opencode') return known
  const isPacked = place.file.path.endsWith('.zst')
  return stampNow(known, place.file.stamp, isPacked ? Number.POSITIVE_INFINITY : place.file.bytes)
}
