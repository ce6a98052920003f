import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { emptyReport } from './report.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import type { OperationContext, StorehouseKind } from '../base/engine.ts'
import type { AddInput, Added } from './add-shape.ts'

/** Takes over what another program kept; there is nothing to index afterwards, since every write is indexed at once. */
export async function importFromProgram(
  kind: StorehouseKind,
  request: AddInput,
  context: OperationContext,
): Promise<Added> {
  const { engine } = context
  const started = engine.now()
  const root = requireRoot(kind, request)
  if (!kind.keeping?.ingest) throw new Error(`${kind.kind} cannot import from another program.`)
  const { name: called, version, pattern, exclude } = request
  const {
    name,
    root: importedRoot,
    added,
    unchanged,
    bytes,
    problems,
    skipped = [],
  } = await kind.keeping.ingest({
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
    registered: [{ kind: kind.kind, name, root: importedRoot }],
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
function requireRoot(
  { kind, keeping: { takes = [] } = {} }: StorehouseKind,
  { root, noIndex, verbose: _verbose, kind: _kind, ...others }: AddInput,
): string {
  const supported: readonly string[] = takes
  const given = Object.entries(others).flatMap(([key, value]) =>
    value === undefined || supported.includes(key) ? [] : [key],
  )
  const unusable = noIndex ? ['noIndex', ...given] : given
  const example = commandLine`wuku add <database> --kind ${kind}`
  if (unusable.length > 0)
    throw new WukuError(
      'bad-input',
      msg('importIntoDoesNot', { kind, unusable: unusable.map((key) => `"${key}"`).join(' or '), example }),
    )
  if (root !== undefined) return root
  throw new WukuError('bad-input', msg('noDatabaseWasGivenToImport', { example }))
}
