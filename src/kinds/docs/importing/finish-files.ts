import type { Problem, Skipped } from '../../../core/words.ts'
import type { LibraryFile } from '../../../ports/libraries.ts'
import type { Counted } from './count.ts'

export interface RunSaid {
  readonly problems: readonly Problem[]
  readonly skipped: readonly Skipped[]
}

/** Each file as the index run left it: taken in, failed with a reason, or left out because it is no documentation. */
export function finishFiles(
  files: readonly LibraryFile[],
  { files: counted }: Counted,
  { problems, skipped }: RunSaid,
  now: number,
): readonly LibraryFile[] {
  const problemOf = new Map(problems.map((problem) => [problem.path, problem]))
  const leftOut = new Set(skipped.map(({ path }) => path))
  return files.flatMap((file) => {
    if (file.status === 'failed') return [file]
    const found = counted.get(file.path)
    if (found) return [{ ...file, ...found, status: 'completed' as const, error: null, updatedAt: now }]
    const problem = problemOf.get(file.path)
    if (!problem && leftOut.has(file.path)) return []
    const error = problem
      ? `${problem.said} ${problem.remedy}`.trim()
      : 'There is nothing in it that could be searched.'
    const facts = { ...file.facts, ...(problem && { remedy: problem.remedy }) }
    return [{ ...file, status: 'failed' as const, error, facts, updatedAt: now }]
  })
}
