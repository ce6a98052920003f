import type { DatabaseChat } from '../../../ports/chat-database.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'

/** One program, told by its tables, and where in them its conversations are. */
export interface ChatProgram {
  isIn(tables: ReadonlySet<string>): boolean
  /** `file` is where the original lies: some programs put more beside it. */
  list(db: Connection, file: string): Promise<ProgramListing>
  read(db: Connection, id: string, file: string): Promise<ProgramReading | undefined>
}

export interface ProgramListing {
  readonly chats: readonly DatabaseChat[]
  readonly problems: readonly string[]
}

export interface ProgramReading {
  readonly json: { readonly [key: string]: unknown }
  readonly problems: readonly string[]
}
