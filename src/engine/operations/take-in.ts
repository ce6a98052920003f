import { WukuError } from '../../core/errors.ts'
import { emptyReport } from './report.ts'
import { commandLine } from '../../text/show/shell-words.ts'
import type { OperationContext, StorehouseKind } from '../engine.ts'
import type { AddInput, Added } from './add-shape.ts'

/** Takes over what another program kept; there is nothing to index afterwards, since every write is indexed at once. */
export async function takeOverKept(kind: StorehouseKind, wanted: AddInput, context: OperationContext): Promise<Added> {
  const { engine } = context
  const started = engine.now()
  const root = demandRoot(kind, wanted)
  if (!kind.keeping?.takeIn) throw new Error(`${kind.kind} cannot import from another program.`)
  const { name: called, version, pattern, exclude } = wanted
  const {
    name,
    root: taken,
    added,
    unchanged,
    bytes,
    problems,
    skipped = [],
  } = await kind.keeping.takeIn({
    ...context,
    root,
    ...(called !== undefined && { name: called }),
    ...(version !== undefined && { version }),
    ...(pattern && { patterns: pattern }),
    ...(exclude && { exclude }),
  })
  const counts = { added, changed: 0, moved: 0, removed: 0, unchanged, missing: 0 }
  return {
    ...emptyReport,
    ...counts,
    registered: [{ kind: kind.kind, name, root: taken }],
    contexts: 0,
    indexed: true,
    problems: problems.map((problem) => ({ ...problem, source: name })),
    skipped: skipped.map((each) => ({ ...each, source: name })),
    bytes,
    seconds: (engine.now() - started) / 1000,
    sources: [{ source: name, kind: kind.kind, ...counts, complete: true }],
  }
}

/** Some options of adding a folder do not apply to imported texts. */
function demandRoot(
  { kind, keeping: { takes = [] } = {} }: StorehouseKind,
  { root, noIndex, verbose: _verbose, kind: _kind, ...others }: AddInput,
): string {
  const meant: readonly string[] = takes
  const given = Object.entries(others).flatMap(([key, value]) =>
    value === undefined || meant.includes(key) ? [] : [key],
  )
  const unusable = noIndex ? ['noIndex', ...given] : given
  const example = commandLine`wuku add <database> --kind ${kind}`
  if (unusable.length > 0)
    throw new WukuError(
      'bad-input',
      `An import into ${kind} does not take ${unusable.map((key) => `"${key}"`).join(' or ')}.`,
      `Leave it out: "${example}".`,
    )
  if (root !== undefined) return root
  throw new WukuError('bad-input', 'No database was given to import.', `Give the database: "${example}".`)
}
