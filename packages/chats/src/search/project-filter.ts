/**
 * Whether a folder is the one that a caller means: its whole path or one that it lies below, the end of its path, or the
 * name of one of its folders. Case does not count, since two of three systems ignore it.
 */
export function isOfProject(target: string): (project: string) => boolean {
  const normalizedTarget = joined(target)
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:)/.test(target)
  return (project) =>
    isAbsolute ? joined(project).startsWith(normalizedTarget) : joined(project).includes(normalizedTarget)
}

/** `/home/ada/shop/`: whole segments, with either kind of slash. */
const joined = (path: string): string =>
  `/${path
    .toLowerCase()
    .split(/[\\/]+/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '~')
    .join('/')}/`
