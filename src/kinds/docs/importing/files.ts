import type { LibraryFile } from '../../../ports/libraries.ts'
import type { StoreView } from '../../../ports/store.ts'

/** Every file of a version. */
export const allFiles = async (view: StoreView, version: number): Promise<readonly LibraryFile[]> =>
  (await view.libraries.files({ version, limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items
