import { chmod, constants, copyFile, lstat, mkdtemp, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'

/**
 * Copy of a database as it was at one moment, while others may be writing to it: opening the original would create or
 * change files next to it. Only this user can read the copy.
 */
export async function copyPrivately(original: string) {
  await removeLeftBehind()
  const folder = await mkdtemp(join(tmpdir(), `wuku-import-${process.pid}-`))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const file = join(folder, 'copy.db')
    await copyConsistently(original, file)
    return { file, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Copies of processes that were killed; one that runs, this or another, keeps its own. */
async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const owner = /^wuku-import-(\d{1,10})-/.exec(name)?.[1]
    if (owner !== undefined && !isRunning(Number(owner)))
      // Another user's, or taken away by another process meanwhile: a later copy tries again.
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** The database first: what is in neither journal is in the file by then. */
const PARTS = ['', '-journal', '-wal']
const ATTEMPTS = 6
const PAUSE_MS = 50

async function copyConsistently(original: string, file: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    for (const part of PARTS) await copyPart(original + part, file + part)
    if (await areUnchanged(original, file)) return
    await sleep(PAUSE_MS * attempt)
  }
  throw new WukuError('store-busy', msg('isConstantlyBeingWrittenToCopies', { original, attempts: ATTEMPTS }))
}

async function copyPart(original: string, copy: string): Promise<void> {
  await rm(copy, { force: true })
  try {
    if (!(await lstat(original)).isFile()) return
    // File systems that can clone copy nothing until somebody writes: such a database may have gigabytes.
    await copyFile(original, copy, constants.COPYFILE_FICLONE)
    await chmod(copy, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw notCopied(original, error)
  }
}

/**
 * All parts were copied before any is compared. So equal parts existed together at the moment in between, and a
 * consistent moment is all that SQLite needs to recover. Data appended to a journal since does no harm.
 */
async function areUnchanged(original: string, file: string): Promise<boolean> {
  for (const part of PARTS) if (!(await beginsWith(original + part, file + part))) return false
  return true
}

const BUFFER_BYTES = 1024 * 1024

async function beginsWith(original: string, copy: string): Promise<boolean> {
  const copied = await openIfThere(copy)
  // A part that was not copied is not opened: it may be a pipe, and opening it would block.
  if (!copied) return true
  const now = await openIfThere(original)
  try {
    return now !== undefined && (await isBeginning(copied, now))
  } finally {
    await copied.close()
    await now?.close()
  }
}

async function isBeginning(copied: FileHandle, now: FileHandle): Promise<boolean> {
  const [before, after] = [Buffer.alloc(BUFFER_BYTES), Buffer.alloc(BUFFER_BYTES)]
  for (let at = 0; ;) {
    const { bytesRead } = await copied.read(before, 0, BUFFER_BYTES, at)
    if (bytesRead === 0) return true
    const again = await now.read(after, 0, bytesRead, at)
    if (!before.subarray(0, bytesRead).equals(after.subarray(0, again.bytesRead))) return false
    at += bytesRead
  }
}

const openIfThere = (file: string): Promise<FileHandle | undefined> =>
  open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

const notCopied = (original: string, cause: unknown): WukuError =>
  new WukuError(
    'bad-input',
    msg('notCopied', { original, causePart: cause instanceof Error ? cause.message : String(cause), tmpdir: tmpdir() }),
    { cause },
  )
