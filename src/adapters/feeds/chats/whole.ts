import type { Tree } from '../ground.ts'
import { readItem } from '../read.ts'
import { bytesInWords } from '../refusals.ts'
import type { Container } from './container.ts'

/** A file that is one JSON or one text must be read at once. */
export const WHOLE_BYTES = 64 * 1024 * 1024

/** One file, one item. */
export const createWhole = (tree: Tree): Container => ({
  list: async (file) =>
    file.bytes <= WHOLE_BYTES ? { items: [file] } : { items: [], problems: [tooLong(file.path, file.bytes)] },
  read: (_file, item) => readItem(tree, item),
})

export const tooLong = (path: string, bytes: number) => ({
  path,
  said: `It has ${bytesInWords(bytes)}; what must be read at once may have ${bytesInWords(WHOLE_BYTES)}.`,
  remedy: 'Split it, or leave it out with --exclude.',
})
