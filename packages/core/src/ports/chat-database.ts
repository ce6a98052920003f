import type { Text } from '@wuku/messages/message'

/** Conversations in the database of another program, which may be writing to it: it is looked at, and never changed. */
export interface ChatDatabase {
  list(): Promise<readonly DatabaseChat[]>
  /** JSON of one, as the reader of that program's format takes it; `undefined` when it is gone. */
  read(id: string): Promise<Uint8Array | undefined>
  /** Parts that could not be read, in sentences. */
  readonly problems: readonly Text[]
  close(): Promise<void>
}

export interface DatabaseChat {
  /** The program's own id. */
  readonly id: string
  /** Another word whenever one of its messages or its title is another. */
  readonly stamp: string
  readonly modifiedAt: number
  /** About; progress is measured by it. */
  readonly bytes: number
}

/** `undefined` when the file is no database of a program that is known; what cannot be read is a `WukuError`. */
export type OpenChatDatabase = (file: string) => Promise<ChatDatabase | undefined>
