import type { Problem } from '../../../core/words.ts'
import type { LibraryFile } from '../../../ports/libraries.ts'
import type { StoreView } from '../../../ports/store.ts'

/** Every file of a version. */
export const allFiles = async (view: StoreView, version: number): Promise<readonly LibraryFile[]> =>
  (await view.libraries.files({ version, limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items

/** Problems that no index run tells: it never saw these files. */
export const neverKept = (files: readonly LibraryFile[]): readonly Problem[] =>
  files.flatMap(({ path, status, hash, error }) =>
    status === 'failed' && hash === '' ? [{ path, ...toldApart(error ?? '') }] : [],
  )

/** What is stored as one text: what happened, and what to do about it. */
export function toldApart(error: string): Pick<Problem, 'said' | 'remedy'> {
  const at = error.lastIndexOf('. ', error.length - 2)
  return at < 0 ? { said: error, remedy: '' } : { said: error.slice(0, at + 1), remedy: error.slice(at + 2) }
}
