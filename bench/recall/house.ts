import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOperations } from '../../src/app/operations.ts'
import type { Kind } from '../../src/core/words.ts'
import { owner } from '../../src/engine/caller.ts'
import type { Engine } from '../../src/engine/engine.ts'
import type { Hit } from '../../src/engine/search/types.ts'
import { openEngine } from '../pads/engine.ts'
import type { MixedSet } from './sets.ts'

/** All sets in one store. */
export interface MixedHouse {
  readonly engine: Engine
  /** As questions name their answers. */
  nameOf(hit: Pick<Hit, 'source' | 'document'>): string
  close(): Promise<void>
}

export async function openMixedHouse(sets: readonly MixedSet[]): Promise<MixedHouse> {
  const home = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const engine = await openEngine(home)
  const pads = new Map<string, string>()
  for (const set of sets) {
    for (const [name, folder] of Object.entries(set.folders)) await takeIn(engine, { kind: set.kind, name, folder })
    for (const [path, name] of await writePads(engine, set)) pads.set(path, name)
  }
  await engine.index.update({ sources: [] })
  return {
    engine,
    nameOf: ({ source, document }) =>
      source.kind === 'pads'
        ? (pads.get(document.path.split('/').at(-1) ?? '') ?? document.path)
        : `${source.kind === 'docs' ? source.name.replace(/@.*$/, '') : source.name}/${document.path}`,
    async close() {
      await engine.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

interface Folder {
  readonly kind: Kind
  readonly name: string
  readonly folder: string
}

async function takeIn(engine: Engine, { kind, name, folder }: Folder): Promise<void> {
  const known = await engine.read((view) => view.sources.list())
  if (known.some((source) => source.kind === kind && source.name.replace(/@.*$/, '') === name)) return
  if (kind === 'docs') await run(engine, 'add', { root: folder, kind, name, version: '1.0.0' })
  else await engine.sources.add({ root: folder, kind, name, options: {} })
}

/** As many as a workflow may hold. */
const PADS_OF_WORKFLOW = 50

/** Ids of pads with what questions call them. */
async function writePads(engine: Engine, { name, pads }: MixedSet): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  let workflow = ''
  for (const [at, { id, title, content }] of pads.entries()) {
    if (at % PADS_OF_WORKFLOW === 0) workflow = await beginWorkflow(engine, `${name} ${at / PADS_OF_WORKFLOW + 1}`)
    const pad = { workflow_id: workflow, title, content }
    const { scratchpad } = (await run(engine, 'create-scratchpad', pad)) as { scratchpad: { id: string } }
    names.set(scratchpad.id, `pads/${name}/${id}`)
  }
  return names
}

async function beginWorkflow(engine: Engine, name: string): Promise<string> {
  const { workflow } = (await run(engine, 'create-workflow', { name })) as { workflow: { id: string } }
  return workflow.id
}

export async function run(engine: Engine, name: string, input: object): Promise<unknown> {
  const operation = (await loadOperations()).find((known) => known.name === name)
  if (!operation) throw new Error(`There is no operation "${name}".`)
  const context = { engine, caller: owner('bench'), signal: new AbortController().signal, progress: () => {} }
  return operation.run(operation.input.parse(input), context)
}
