import { WukuError } from '@wuku/core/errors'
import type { Source } from '@wuku/core/core-types'
import { owner } from '../base/caller.ts'
import type { Engine, OperationContext } from '../base/engine.ts'
import { sumOfCounts, type IndexReport, type IndexRequest, type SourceReport } from '../base/parts/index-runs.ts'
import type { ImportedChanges } from '../base/kind.ts'

/** Results by source, as `kind/name`. */
type AllImportedChanges = ReadonlyMap<string, ImportedChanges>

/** An index run sees what is kept here; what lies where it came from is brought in before it. */
export async function importAllChanges(
  { sources: names, dryRun = false }: Pick<IndexRequest, 'sources' | 'dryRun'>,
  context: OperationContext,
): Promise<AllImportedChanges> {
  const { engine } = context
  const sources =
    names.length > 0
      ? await Promise.all(names.map((name) => engine.sources.named(name)))
      : await engine.read((view) => view.sources.list())
  const imported = new Map<string, ImportedChanges>()
  for (const source of new Map(sources.map((each) => [each.id, each])).values()) {
    const { keeping: { upkeep } = {} } = kindOf(source, engine) ?? {}
    const found = await upkeep?.importChanges(source, { ...context, dryRun })
    if (found) imported.set(`${source.kind}/${source.name}`, found)
  }
  return imported
}

/** For a server that watches: `false` for a source that is read where it lies. */
export async function importLocalChanges(source: Source, engine: Engine, signal: AbortSignal): Promise<boolean> {
  const { keeping: { upkeep } = {} } = kindOf(source, engine) ?? {}
  if (!upkeep?.isNear(source)) return false
  const context = { engine, caller: owner('wuku'), signal, progress: () => {} }
  const imported = await upkeep.importChanges(source, { ...context, dryRun: false })
  const [problem] = imported?.problems ?? []
  if (problem?.path === '.') throw new WukuError('fetch-failed', problem.said, problem.remedy)
  return true
}

/** The run after it found those documents as they are now. */
export function withImportedChanges(report: IndexReport, imported: AllImportedChanges): IndexReport {
  if (imported.size === 0) return report
  const sources = report.sources.map((each) => add(each, imported.get(`${each.kind}/${each.source}`), report.dryRun))
  const problems = report.sources.flatMap(({ kind, source }) =>
    (imported.get(`${kind}/${source}`)?.problems ?? []).map((problem) => ({ ...problem, source })),
  )
  return {
    ...report,
    sources,
    ...sumOfCounts(sources),
    problems: [...report.problems, ...problems],
  }
}

function add(source: SourceReport, imported: ImportedChanges | undefined, isDryRun: boolean): SourceReport {
  if (!imported) return source
  const { added, changed, removed } = imported
  const recounted = isDryRun ? changed + removed : added + changed
  return {
    ...source,
    added: source.added + added,
    changed: source.changed + changed,
    removed: source.removed + removed,
    unchanged: Math.max(0, source.unchanged - recounted),
  }
}

/** If a run changed something or could not read something, what depends on the index is updated. */
export async function finishRuns({ sources, problems }: IndexReport, engine: Engine): Promise<void> {
  for (const { kind, source: name, added, changed } of sources) {
    const { keeping: { upkeep } = {} } = engine.kinds.find((known) => known.kind === kind) ?? {}
    if (!upkeep || (added + changed === 0 && !problems.some(({ source }) => source === name))) continue
    await upkeep.finishRun(await engine.sources.named(`${kind}/${name}`), engine)
  }
}

const kindOf = ({ kind }: Source, engine: Engine) => engine.kinds.find((known) => known.kind === kind)
