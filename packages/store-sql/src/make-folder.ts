import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A folder with those above it. `mkdir` with `recursive` of Node never ends where the system shows a folder and answers
 * that none can be made in it because it is not there, as Linux does in /proc.
 */
export async function makeFolder(path: string, mode = 0o700): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (await isFolder(path)) return
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error
    // Another call may have made it meanwhile.
    if (!(await isFolder(above))) await makeFolder(above, mode)
    await mkdir(path, { mode }).catch(async (again: unknown) => {
      if (!(await isFolder(path))) throw again
    })
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
