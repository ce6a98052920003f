/** Whether a path that a conversation names is the file that a caller means. */
export type IsSameFile = (named: string, project: string | undefined) => boolean

/**
 * The end of a path means every file whose path ends so, by whole segments. A path that is told relative to the folder
 * that was worked in is taken as it lies there. Case does not count, since two of three systems ignore it.
 */
export function isFile(asked: string): IsSameFile {
  const wanted = segmentsOf(asked)
  const isWhole = isAbsolute(asked)
  return (named, project) => {
    const told = segmentsOf(named)
    if (isAbsolute(named)) return endsWith(told, wanted, isWhole)
    if (project !== undefined) return endsWith(segmentsOf(`${project}/${named}`), wanted, isWhole)
    // Where it lies is not known: the shorter of two paths is the end of the longer.
    return endsWith(told, wanted, false) || endsWith(wanted, told, false)
  }
}

/** The last segment as it is written, by which a file is looked up. */
export const nameOf = (path: string): string => partsOf(path).at(-1) ?? ''

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(path)

/** Of `a/./b/../c` what it comes to, whatever the system calls its slash. */
const segmentsOf = (path: string): readonly string[] => partsOf(path.normalize('NFC').toLowerCase())

function partsOf(path: string): readonly string[] {
  const kept: string[] = []
  for (const part of path.split(/[\\/]+/)) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.' && part !== '~') kept.push(part)
  }
  return kept
}

/** Nothing ends with nothing: no path names no file. */
function endsWith(path: readonly string[], end: readonly string[], isWhole: boolean): boolean {
  if (end.length === 0 || end.length > path.length || (isWhole && end.length !== path.length)) return false
  return end.every((segment, at) => segment === path[path.length - end.length + at])
}
