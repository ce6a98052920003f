import { afterLine } from '@wuku/text/markdown/line-index'

/** A file that a patch changes, with its lines as they are afterwards. */
export interface ChangedFile {
  readonly path: string
  /** Lines that were added, and those behind which some were removed. */
  readonly lines: readonly number[]
}

const MAX_FILES = 500
const MAX_LINES = 20_000

/**
 * Reads a patch line by line, as far as the limits go. A hunk gives its number of lines, so no line within it can start
 * another file. A binary file has no hunks and is recognised by its heading.
 */
export function readPatch(patch: string): { readonly files: readonly ChangedFile[]; readonly isBounded: boolean } {
  const files = new Map<string, number[]>()
  let [path, line, before, after, total] = [undefined as string | undefined, 0, 0, 0, 0]
  for (let at = 0; at < patch.length && files.size <= MAX_FILES && total <= MAX_LINES;) {
    const next = afterLine(patch, at)
    const sign = patch[at]
    if (before > 0 || after > 0) {
      if (sign !== '+' && sign !== '\\') before--
      if (sign === '+' || sign === '-') total += note(files, path, line)
      if (sign !== '-' && sign !== '\\') {
        after--
        line++
      }
    } else {
      const heading = patch.slice(at, Math.min(next, at + MAX_HEADING)).trimEnd()
      const [, removed = '1', start, added = '1'] = HUNK.exec(heading) ?? []
      if (start !== undefined) [line, before, after] = [Number(start), Number(removed), Number(added)]
      else path = pathIn(heading, path, files)
    }
    at = next
  }
  const isBounded = files.size > MAX_FILES || total > MAX_LINES
  return { files: [...files].slice(0, MAX_FILES).map(([each, lines]) => ({ path: each, lines })), isBounded }
}

const MAX_HEADING = 5_000
const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/

/** The file that a heading names; one that is removed, renamed or binary counts though it has no hunk. */
function pathIn(heading: string, before: string | undefined, files: Map<string, number[]>): string | undefined {
  const [, started] = /^diff --git "?a\/(.+?)"? "?b\/.+$/.exec(heading) ?? []
  const [, renamed] = /^rename to (.+)$/.exec(heading) ?? []
  const [, side] = /^(?:\+\+\+|---) (?:[abciw]\/)?(.+?)(?:\t.*)?$/.exec(heading) ?? []
  const path = started ?? renamed ?? (side === '/dev/null' ? undefined : side)
  if (path === undefined) return before
  if (renamed !== undefined && before !== undefined) files.delete(before)
  if (!files.has(path)) files.set(path, [])
  return path
}

function note(files: Map<string, number[]>, path: string | undefined, line: number): number {
  const lines = path === undefined ? undefined : files.get(path)
  if (lines && lines.at(-1) !== line) lines.push(line)
  return 1
}
