import { diffLines } from '../../text/line-diff.ts'

/** The lines that differ, the old ones with `-` and the new ones with `+`, in the order of the file. */
export function changedLines(before: string, after: string): readonly string[] {
  const diff = diffLines(withoutLastBreak(before), withoutLastBreak(after))
  const lines: string[] = []
  let [old, now] = [0, 0]
  while (old < diff.before.length || now < diff.after.length) {
    if (diff.removed[old]) lines.push(`- ${diff.before[old++]}`)
    else if (diff.added[now]) lines.push(`+ ${diff.after[now++]}`)
    else [old, now] = [old + 1, now + 1]
  }
  return lines
}

const withoutLastBreak = (text: string): string => text.replace(/\n$/, '')
