import type { OpenChatDatabase } from '@wuku/core/ports/chat-database'
import { shapeOf } from './chat-file-names.ts'

/** Whether a database or an archive contains conversations, by a look into it; `false` for any other file. */
export async function holdsChats(file: string, openDatabase: OpenChatDatabase): Promise<boolean> {
  try {
    const shape = shapeOf(file)
    if (shape === 'zip') return await (await import('./zip.ts')).isExport(file)
    const database = shape === 'database' ? await openDatabase(file) : undefined
    await database?.close()
    return database !== undefined
  } catch {
    return false
  }
}
