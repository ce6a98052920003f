import { WukuError } from '../../core/errors.ts'
import { PAD_SOURCE } from '../keeping/pad-source.ts'
import type { StorehouseKind } from '../kind.ts'
import type { OperationContext } from '../operation.ts'
import type { Added, AddInput } from './add.ts'
import { emptyReport } from './report.ts'

/** Takes over what another program kept; there is nothing to index afterwards, since every write is indexed at once. */
export async function takeOverKept(
  kind: StorehouseKind,
  wanted: AddInput,
  { engine, signal, progress }: OperationContext,
): Promise<Added> {
  const started = engine.now()
  const root = rootAlone(kind, wanted)
  if (!kind.takeIn) throw new Error(`Nothing is taken over into ${kind.kind}.`)
  const { root: taken, added, unchanged, bytes, problems } = await kind.takeIn({ root, engine, signal, progress })
  const counts = { added, changed: 0, moved: 0, removed: 0, unchanged, missing: 0 }
  const { name } = PAD_SOURCE
  return {
    ...emptyReport,
    ...counts,
    registered: [{ kind: kind.kind, name, root: taken }],
    contexts: 0,
    indexed: true,
    problems: problems.map((problem) => ({ ...problem, source: name })),
    bytes,
    seconds: (engine.now() - started) / 1000,
    sources: [{ source: name, kind: kind.kind, ...counts, complete: true }],
  }
}

/** What a folder is added with says nothing of texts that move in here. */
function rootAlone({ kind }: StorehouseKind, { root, noIndex, kind: _kind, ...others }: AddInput): string {
  const given = Object.entries(others).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  const unusable = noIndex ? ['noIndex', ...given] : given
  const example = `wuku add <database> --kind ${kind}`
  if (unusable.length > 0)
    throw new WukuError(
      'bad-input',
      `What is taken over into ${kind} has no ${unusable.map((key) => `"${key}"`).join(' and no ')}.`,
      `Leave it out: "${example}".`,
    )
  if (root !== undefined) return root
  throw new WukuError('bad-input', 'Nothing to take over was named.', `Name the database: "${example}".`)
}
