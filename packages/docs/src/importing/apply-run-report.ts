import { inOneText } from './fetch-files.ts'
import { msg, packed } from '@wuku/messages/docs'
import type { Source, Problem, Skipped } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { FileDraft, VersionCounts } from '@wuku/core/ports/library-store'
import { bothCounted, countVersion, type Counted } from './count.ts'
import type { Task } from './task.ts'

interface RunRequest {
  readonly files: readonly FileDraft[]
  /** Source that the run put them into. */
  readonly source: Source
  readonly report: RunReport
  /** A source that they are about to go over to, but for what they replace. */
  readonly staying?: { readonly source: Source; readonly without: ReadonlySet<string> }
}

/** The result of an index run for each file; every failure is reported. */
export async function applyRunReport(
  { files, source, report, staying }: RunRequest,
  { engine, task }: { readonly engine: Engine; readonly task: Task },
): Promise<{ readonly files: readonly FileDraft[]; readonly counts: VersionCounts }> {
  const counted = await engine.read(async (view) => {
    const own = await countVersion(view, source.id)
    const others = staying && (await countVersion(view, staying.source.id, staying.without))
    return others ? bothCounted(own, others) : own
  })
  const settled = finishFiles(files, counted, report, engine.now())
  for (const { path, error } of settled)
    if (error !== null) task.record('document.failed', 'warning', error, { target: path })
  return { files: settled, counts: counted.counts }
}

/** Reports named files even if they are no documentation; in a whole folder such files are skipped silently. */
export const nothingLeftOut = ({ problems, skipped }: RunReport): RunReport => ({
  problems: [
    ...problems,
    ...skipped.map(({ path, why }) => ({ path, said: msg('noDocumentation', { why }), remedy: '' })),
  ],
  skipped: [],
})

/** A file may be taken in and have something wrong with it all the same, such as references that lead out of it. */
export function problemsOfImported(files: readonly FileDraft[], { problems }: Pick<RunReport, 'problems'>) {
  const importedPaths = new Set(files.filter(({ status }) => status === 'completed').map(({ path }) => path))
  return problems.filter(({ path }) => importedPaths.has(path))
}

interface RunReport {
  readonly problems: readonly Problem[]
  readonly skipped: readonly Skipped[]
}

/** Each file as the index run left it: taken in, failed with a reason, or left out because it is no documentation. */
function finishFiles(
  files: readonly FileDraft[],
  { files: counted }: Counted,
  { problems, skipped }: RunReport,
  now: number,
): readonly FileDraft[] {
  const problemOf = new Map(problems.map((problem) => [problem.path, problem]))
  const leftOut = new Set(skipped.map(({ path }) => path))
  return files.flatMap((file) => {
    if (file.status === 'failed') return [file]
    const found = counted.get(file.path)
    if (found) return [{ ...file, ...found, status: 'completed' as const, error: null, updatedAt: now }]
    const problem = problemOf.get(file.path)
    if (!problem && leftOut.has(file.path)) return []
    const error = problem ? inOneText(problem) : 'It contains nothing that could be searched.'
    const facts = { ...file.facts, ...(problem && { remedy: packed(problem.remedy) }) }
    return [{ ...file, status: 'failed' as const, error, facts, updatedAt: now }]
  })
}
