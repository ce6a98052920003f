import { open, stat } from 'node:fs/promises'
import { WukuError } from '../../../core/errors.ts'
import { commandLine } from '../../../text/shell-words.ts'

/** With which every SQLite file begins. */
const HEADER = Buffer.from('SQLite format 3\0')

export async function isDatabase(file: string): Promise<boolean> {
  // A pipe would be waited for.
  if (!(await stat(file)).isFile()) return false
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
    return bytesRead === HEADER.length && buffer.equals(HEADER)
  } finally {
    await handle.close()
  }
}

/** Hands back a root that can be indexed; a database cannot, though what it keeps may be taken over. */
export async function demandNoDatabase(root: string): Promise<string> {
  // What cannot be read is told by whoever reads it.
  if (!(await isDatabase(root).catch(() => false))) return root
  throw new WukuError(
    'bad-input',
    `${root} is an SQLite database, not a text file.`,
    `If it is a database of scratchpad-mcp: ${commandLine`wuku add ${root} --kind pads`}`,
  )
}
