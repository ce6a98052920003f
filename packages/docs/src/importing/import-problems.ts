import { Message, type Text } from '@wuku/messages/message'
import type { Problem } from '@wuku/core/core-types'
import type { FileDraft, LibraryFile } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'

/** Every file of a version. */
export const allFiles = async (view: StoreView, version: number): Promise<readonly LibraryFile[]> =>
  (await view.libraries.files({ version, limit: Number.MAX_SAFE_INTEGER, offset: 0 })).items

/** Problems with files that no index run has seen, and so cannot report. */
export const neverStored = (files: readonly FileDraft[]): readonly Problem[] =>
  files.filter(({ status, hash }) => status === 'failed' && hash === '').map(problemOf)

/** The reason why a file failed, separate from its remedy. */
export function problemOf({ path, error, facts }: FileDraft): Problem {
  if (error instanceof Message && error.code === 'docs.saidAndRemedy') {
    const { said: message = '', remedy = '' } = error.values as Readonly<Record<string, Text>>
    return { path, said: message, remedy }
  }
  const remedy = typeof facts['remedy'] === 'string' ? facts['remedy'] : ''
  const message = String(error ?? '')
  return {
    path,
    said: remedy !== '' && message.endsWith(remedy) ? message.slice(0, -remedy.length).trimEnd() : message,
    remedy,
  }
}
