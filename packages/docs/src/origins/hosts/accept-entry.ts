import type { Downloaded } from '@wuku/core/ports/origins'
import { isAside, maxAsideBytes, type Verdict } from '../file-choice.ts'
import { isPointer, judgePath, refusals } from '../origin-refusals.ts'
import type { DownloadCounter } from '../download-counter.ts'
import type { Translations } from './translations.ts'
import type { Packed } from './unpack.ts'

/** By which entries of an archive are taken. */
export interface DownloadContext {
  readonly tally: DownloadCounter
  readonly maxBytes: number
  /** Holds back what may be a translation; absent when that is settled. */
  readonly translations?: Translations
  choose(path: string): Verdict
  urlOf(path: string): string
}

/** Everything is judged by name and size before a byte of it is read. */
export async function acceptEntry(packed: Packed, context: DownloadContext): Promise<Downloaded | undefined> {
  const { path, type } = packed
  const { tally: counter, translations } = context
  counter.see(packed.bytes)
  if (type === 'folder') return undefined
  const verdict = context.choose(path)
  if (verdict === 'nothing') return undefined
  const refused = judgePath(path)
  if (refused) return refused
  if (verdict === 'aside') return type === 'file' ? await acceptInclude(packed, context) : undefined
  const isDeferred = verdict === 'document' && type === 'file' && translations?.hold(path) === true
  if (verdict === 'left-out') return void counter.leaveOut(path, LEFT_OUT)
  if (type !== 'file') return void counter.leaveOut(path, 'a link')
  if (isDeferred) return void counter.leaveOut(path, TRANSLATION)
  translations?.note(path)
  return await acceptDocument(packed, context)
}

const LEFT_OUT = 'outside the chosen folders and patterns, or about the project itself, a test, or outdated'
export const TRANSLATION = 'a translation of an imported document'

async function acceptDocument(
  packed: Packed,
  { tally: counter, maxBytes, urlOf }: DownloadContext,
): Promise<Downloaded> {
  const { path, modifiedAt } = packed
  if (!counter.isNew(path)) return refusals.twin(path)
  if (packed.bytes > maxBytes) return refusals.tooLarge(path, packed.bytes, maxBytes)
  counter.countDocument(packed.bytes)
  const bytes = await packed.read()
  return isPointer(bytes) ? refusals.pointer(path) : { is: 'document', path, bytes, url: urlOf(path), modifiedAt }
}

async function acceptInclude(
  packed: Packed,
  { tally: counter, urlOf }: DownloadContext,
): Promise<Downloaded | undefined> {
  const { path, modifiedAt } = packed
  if (packed.bytes > maxAsideBytes(path) || !counter.isNew(path) || !counter.countInclude(packed.bytes))
    return undefined
  const bytes = await packed.read()
  return isAside(path, bytes) ? { is: 'aside', path, bytes, url: urlOf(path), modifiedAt } : undefined
}
