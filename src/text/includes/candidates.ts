/** Folders above a file that are tried; nobody nests deeper. */
const MOST_FOLDERS = 32
/** In characters; a longer one is no path. */
const LONGEST = 500

/**
 * Paths that a target may mean, surest first: from the folder of the file that names it, from each folder above, from the
 * root. Builders of sites count from a folder of their settings that nobody tells us. No path leaves the root.
 */
export function candidatesOf(target: string, path: string): readonly string[] {
  const wanted = target
    .replace(/[?].*$/, '')
    .replaceAll('\\', '/')
    .trim()
  // oxlint-disable-next-line no-control-regex -- No path of ours has one.
  if (wanted === '' || wanted.length > LONGEST || /^[a-z][a-z\d+.-]*:|[\0-\x1F]/i.test(wanted)) return []
  const inner = wanted.replace(/^(?:@site\/|[@~]\/?|\/+)/, '')
  const folders = foldersAbove(path)
  // What begins at a root names none of the folders on the way to the file.
  const order = inner === wanted ? folders : [...folders.slice(1), ...folders.slice(0, 1)]
  const found = order.map((folder) => resolve([...folder, ...inner.split('/')]))
  return [...new Set(found)].filter((each) => each !== '' && each !== path)
}

/** The folder of the file first, the root last. */
function foldersAbove(path: string): readonly (readonly string[])[] {
  const folders = path.split('/').slice(0, -1).slice(0, MOST_FOLDERS)
  return Array.from({ length: folders.length + 1 }, (_, up) => folders.slice(0, folders.length - up))
}

/** `..` beyond the root is dropped. */
function resolve(segments: readonly string[]): string {
  const kept: string[] = []
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return kept.join('/')
}
