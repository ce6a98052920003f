import type { Downloaded } from '../../../ports/origins.ts'
import { ASIDE_BYTES, isText, type Verdict } from '../choice.ts'
import { isPointer, judgePath, refusals } from '../refusals.ts'
import type { Tally } from '../tally.ts'
import type { Translations } from './translations.ts'
import type { Packed } from './unpack.ts'

/** By which entries of an archive are taken. */
export interface Taking {
  readonly tally: Tally
  readonly maxBytes: number
  /** Holds back what may be a translation; absent when that is settled. */
  readonly translations?: Translations
  choose(path: string): Verdict
  urlOf(path: string): string
}

/** Everything is judged by name and size before a byte of it is read. */
export async function take(packed: Packed, taking: Taking): Promise<Downloaded | undefined> {
  const { path, type } = packed
  const { tally, translations } = taking
  tally.see(packed.bytes)
  if (type === 'folder') return undefined
  const verdict = taking.choose(path)
  if (verdict === 'nothing') return undefined
  const refused = judgePath(path)
  if (refused) return refused
  if (verdict === 'aside') return type === 'file' ? await takeAside(packed, taking) : undefined
  const isHeldBack = verdict === 'document' && type === 'file' && translations?.hold(path) === true
  if (verdict === 'left-out') return void tally.leaveOut(path, LEFT_OUT)
  if (type !== 'file') return void tally.leaveOut(path, 'a link')
  if (isHeldBack) return void tally.leaveOut(path, TRANSLATION)
  translations?.note(path)
  return await takeDocument(packed, taking)
}

const LEFT_OUT = 'outside the chosen folders and patterns, or about the project itself, a test, or outdated'
export const TRANSLATION = 'a translation of an imported document'

async function takeDocument(packed: Packed, { tally, maxBytes, urlOf }: Taking): Promise<Downloaded> {
  const { path, modifiedAt } = packed
  if (!tally.isNew(path)) return refusals.twin(path)
  if (packed.bytes > maxBytes) return refusals.tooLarge(path, packed.bytes, maxBytes)
  tally.takeDocument(packed.bytes)
  const bytes = await packed.read()
  return isPointer(bytes) ? refusals.pointer(path) : { is: 'document', path, bytes, url: urlOf(path), modifiedAt }
}

async function takeAside(packed: Packed, { tally, urlOf }: Taking): Promise<Downloaded | undefined> {
  const { path, modifiedAt } = packed
  if (packed.bytes > ASIDE_BYTES || !tally.isNew(path) || !tally.takeAside(packed.bytes)) return undefined
  const bytes = await packed.read()
  return isText(bytes) ? { is: 'aside', path, bytes, url: urlOf(path), modifiedAt } : undefined
}
