import type { Kind } from '../core/words.ts'
import type { Reader } from '../ports/reader.ts'

/** A thread reads one kind of source at a time: what the others need to be read stays out of its memory. */
const loaders: Readonly<Record<Kind, () => Promise<Reader>>> = {
  code: async () => (await import('./code-reader.ts')).codeReader,
  notes: async () => (await import('../kinds/notes/reader.ts')).notesReader,
  chats: async () => (await import('../kinds/chats/reader.ts')).chatsReader,
  pads: async () => (await import('../kinds/pads/reader.ts')).padsReader,
  docs: async () => (await import('../kinds/docs/reader.ts')).docsReader,
}

/** Apart from the storehouses, so that a thread that only reads does not load their operations. */
export const loadReader = (kind: Kind): Promise<Reader> => loaders[kind]()
