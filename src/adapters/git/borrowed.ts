import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A repository that is there and is not read: what to do is told with it. */
export interface Unread {
  readonly why: string
  readonly remedy: string
}

/**
 * Git follows `alternates` and links to wherever they lead, so that a folder unpacked from somewhere, with no more than
 * the hash of a commit, would show the history of another repository of this machine. Objects count only where they lie.
 */
export function borrowedObjects(common: string): Unread | undefined {
  const objects = join(common, 'objects')
  if (holdsLinks(objects)) return leadsOut
  return readAlternates(objects) === '' ? undefined : borrows
}

/** Of two levels below: `objects/ab/…`, `objects/pack/…`, `objects/info/commit-graphs/…`. */
function holdsLinks(folder: string, deeper = 2): boolean {
  return entriesOf(folder).some((entry) => {
    if (entry.isDirectory()) return deeper > 0 && holdsLinks(join(folder, entry.name), deeper - 1)
    return !entry.isFile()
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Without comments and empty lines. */
function readAlternates(objects: string): string {
  try {
    return readFileSync(join(objects, 'info', 'alternates'), 'utf8')
      .replaceAll(/^#.*$/gm, '')
      .trim()
  } catch {
    return ''
  }
}

const borrows: Unread = {
  why: 'It borrows objects of another repository (.git/objects/info/alternates), which are not read.',
  remedy:
    'Run "git repack -a -d" in it and remove .git/objects/info/alternates: then it has all of its history itself.',
}

const leadsOut: Unread = {
  why: 'Its .git/objects holds links, and what they lead to is not read.',
  remedy: 'Clone it anew with "git clone --no-local", and add the clone.',
}
