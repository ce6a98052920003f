import { everything } from '@wuku/core/ports/access'
import { expect } from 'vitest'
import { openMemoryCache } from '../../instances/src/cache/memory.ts'
import { openDocsFeed } from '../src/feed/feed.ts'
import { openTestStore, runningTwice } from '../../../test/test-store.ts'
import type { Progress } from '@wuku/kernel/base/caller'
import { createEngine } from '@wuku/kernel/create'
import type { DocsSettings } from '@wuku/kernel/base/docs-settings'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { analyseSlice, prepareReaders } from '@wuku/kernel/index/analyse'
import type { Operation } from '@wuku/kernel/base/operation'
import { documentEndings } from '../src/docs-facts.ts'
import { forget } from '../../kernel/src/operations/forget.ts'
import { docs } from '../src/index.ts'
import { docsReader } from '../src/docs-reader.ts'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Converter } from '@wuku/core/ports/converter'
import type { Generator } from '@wuku/core/ports/generator'
import type { Store } from '@wuku/core/ports/store'
import { withoutDocs } from '../../kernel/test/docs-ports.ts'
import { openBlobs } from './blobs.ts'
import { openClock, type TestClock } from './clock.ts'
import { openOrigins, type Origins } from './origins.ts'
import { modelsOf } from '../../kernel/test/models-ports.ts'
import { modelsOutsideViews } from '../../kernel/test/models-outside-views.ts'
import { plainPorts } from '../../kernel/test/plain-ports.ts'
import { contextOf, refusalOf, runAccepted } from '../../kernel/test/run-accepted.ts'

export type Answer = Readonly<Record<string, unknown>>

export interface HouseOptions {
  readonly docs?: Partial<DocsSettings>
  readonly generator?: Generator
  /** Texts of the files of projects, by folder; the first is the one that the program was started for. */
  readonly projects?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type DocsHouse = ReturnType<typeof openHouse>

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly progress?: (step: Progress) => void
}

export interface Faults {
  put?: Error | undefined
  analyse?: Error | undefined
  /** When a version becomes active. */
  activate?: Error | undefined
}

/** A real engine on a store in memory that runs every write twice, with origins that yield what a test says. */
export function openHouse(options: HouseOptions = {}) {
  const clock = openClock()
  /** What the next work meets; each throws what it is set to. */
  const faults: Faults = {}
  const store = breakable(runningTwice(openTestStore({ now: clock.now })), faults)
  const real = openBlobs()
  const blobs: Blobs = { ...real, put: (key, bytes) => orBreak(faults.put, () => real.put(key, bytes)) }
  const origins = openOrigins()
  /** Files that the converter has read so far. */
  const converted: string[] = []
  const engine = openEngine(options, { clock, faults, store, blobs, origins, converted })
  const context = (more: CallOptions = {}): OperationContext => ({ ...contextOf(engine), ...more })
  /** Arguments are accepted as every surface does, and the answer is held against the declared output. */
  const call = async <T = Answer>(name: string, given: Answer, more?: CallOptions): Promise<T> =>
    (await runAccepted(operationNamed(name), given, context(more))).output as T
  return {
    engine,
    store,
    blobs,
    clock,
    origins,
    converted,
    faults,
    call,
    context,
    /** The error that a caller can mend; anything else fails the test. */
    refusal: (name: string, given: Answer, more?: CallOptions) => refusalOf(call(name, given, more)),
    /** Brings in a version of a library out of texts by path. */
    async add(library: string, version: string, files: Readonly<Record<string, string>>) {
      const documents = Object.entries(files).map(([path, text]) => ({ path, text }))
      const answer = await call('add-documents', { library, version, documents })
      expect(answer).toMatchObject({ failed_count: 0 })
    },
    /** All that is kept, for holding what was before against what is now. */
    kept: () => keptIn(store, blobs),
  }
}

interface Parts {
  readonly clock: TestClock
  readonly faults: Faults
  readonly store: Store
  readonly blobs: Blobs
  readonly origins: Origins
  readonly converted: string[]
}

function openEngine(
  { docs: settings = {}, generator, projects = {} }: HouseOptions,
  { clock, faults, store, blobs, origins, converted }: Parts,
): Engine {
  return createEngine(
    plainPorts([docs], [docsReader], {
      ...modelsOutsideViews(store, modelsOf(generator && { generator: () => generator })),
      workerPool: {
        width: 1,
        analyse: (job) =>
          orBreak(faults.analyse, async () => {
            await prepareReaders([docsReader], job)
            return analyseSlice([docsReader], job)
          }),
        close: async () => {},
      },
      clock,
      open: {
        feed: (source) =>
          openDocsFeed({
            root: 'https://docs.example',
            blobs,
            originals: source.options.originals ?? '',
            converter: converterOf(converted),
            endings: documentEndings,
            unreadableMilliseconds: 60_000,
          }),
        origin: (spec) => origins.open(spec),
      },
      workspace: {
        folder: async () => Object.keys(projects)[0],
        readProject: async (root, isWanted) =>
          new Map(Object.entries(projects[root] ?? {}).filter(([path]) => isWanted(path))),
      },
      settings: {
        ...withoutDocs.settings,
        pads: { padBytes: 1, padsPerWorkflow: 1, padVersions: 1 },
        docs: { ...withoutDocs.settings.docs, ...settings },
      },
      blobs,
      cache: openMemoryCache({ maxEntries: 100, now: clock.now }),
    }),
  )
}

/** A PDF of this house is its text, unless it is broken. */
const converterOf = (converted: string[]): Converter => ({
  endings: new Set(['pdf']),
  version: '1',
  async convert({ path, bytes }) {
    converted.push(path)
    return Buffer.from(bytes).includes('broken')
      ? { path, said: 'It is damaged.', remedy: 'Save it anew.', isLasting: true, wastedMilliseconds: 0 }
      : { as: 'markdown', bytes }
  },
  close: async () => {},
})

function breakable(store: Store, faults: Faults): Store {
  return {
    ...store,
    under: (lease) => breakable(store.under(lease), faults),
    write: (scope, work) =>
      store.write(scope, (transaction) =>
        work({
          ...transaction,
          libraries: {
            ...transaction.libraries,
            changeVersion: (id, change) =>
              orBreak(change.status === 'active' ? faults.activate : undefined, () =>
                transaction.libraries.changeVersion(id, change),
              ),
          },
        }),
      ),
  }
}

async function orBreak<T>(fault: Error | undefined, work: () => Promise<T>): Promise<T> {
  if (fault) throw fault
  return work()
}

async function keptIn(store: Store, blobs: Blobs) {
  const keys: string[] = []
  for await (const { key } of blobs.list('docs/')) keys.push(key)
  return store.read(everything, async (view) => {
    const versions = await view.libraries.versions()
    const names: string[] = []
    for (const { id, library, version, status } of versions) {
      const { items } = await view.libraries.files({ version: id, limit: 1_000, offset: 0 })
      const files = items.map((file) => `${file.path} ${file.status}`).join(', ')
      names.push(`${library} ${version} ${status}: ${files}`)
    }
    return {
      libraries: (await view.libraries.libraries()).map(({ name, status }) => `${name} ${status}`),
      versions: names,
      sources: (await view.sources.list()).map(({ name, options: { searchedByDefault, hidden } }) =>
        [name, ...(hidden === true ? ['hidden'] : []), ...(searchedByDefault === false ? ['aside'] : [])].join(' '),
      ),
      blobs: keys,
    }
  })
}

const operations = [...(await docs.operations()), forget]

function operationNamed(name: string): Operation {
  return operations.find((known) => known.name === name) ?? none(`operation ${name}`)
}

function none(what: string): never {
  throw new Error(`There is no ${what} here.`)
}
