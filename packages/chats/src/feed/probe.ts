import type { OpenChatDatabase } from '@wuku/core/ports/chat-database'
import { shapeOf } from './chat-file-names.ts'

/** Whether a database or an archive contains conversations, by a look into it; `false` for any other file. */
export async function holdsChats(file: string, openDatabase: OpenChatDatabase): Promise<boolean> {
  try {
    const shape = shapeOf(file)
    if (shape === 'database') return await isChatDatabase(file, openDatabase)
    return shape === 'zip' && (await (await import('./zip.ts')).isExport(file))
  } catch {
    return false
  }
}

async function isChatDatabase(file: string, open: OpenChatDatabase): Promise<boolean> {
  const database = await open(file)
  await database?.close()
  return database !== undefined
}
