import { WukuError } from '../../core/errors.ts'
import type { Progress } from '../../engine/caller.ts'
import { toldAddress, toldOrigin } from '../../kinds/docs/libraries/known.ts'
import type { Source } from '../../core/words.ts'
import { everything } from '../../ports/access.ts'
import type { StoreView } from '../../ports/store.ts'
import { openMoment, type Moment } from '../carry/moment.ts'
import type { CarriedLine } from '../carry/carried.ts'
import { readSource, type Carriable } from '../carry/read-source.ts'
import { versionsIn } from '../export/export.ts'
import { readVersion } from '../package.ts'
import type { Settings } from '../settings.ts'
import { writePack, type PackHeader } from './pack-file.ts'
import { packKey, type PackKey } from './pack-key.ts'

export interface MakeWish {
  readonly settings: Settings
  readonly file: string
  readonly title: string
  readonly licence: string | null
  /** Sources that are packed. */
  choose(view: StoreView): Promise<readonly Carriable[]>
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export async function makePack(wish: MakeWish): Promise<{ readonly head: PackHeader; readonly key: PackKey }> {
  const { settings, file, title, licence, choose, signal, progress } = wish
  const moment = await openMoment(settings)
  try {
    const chosen = await moment.store.read(everything, choose)
    const key = await packKey(settings.home)
    const sources: PackHeader['sources'] = []
    const lines = linesFor(chosen, moment, (carriable, documents) => {
      signal.throwIfAborted()
      progress({ stage: 'pack', done: documents, total: undefined, said: carriable.source.name })
      sources[chosen.indexOf(carriable)] = described(carriable, documents)
    })
    const about = { wuku: readVersion(), made: new Date().toISOString(), title, licence }
    return { head: await writePack({ ...about, file, key, lines, sources: () => sources }), key }
  } finally {
    await moment.close()
  }
}

async function* linesFor(
  chosen: readonly Carriable[],
  moment: Moment,
  count: (carriable: Carriable, documents: number) => void,
): AsyncGenerator<string> {
  for (const carriable of chosen) {
    let documents = 0
    count(carriable, 0)
    for await (const line of readSource(carriable, moment)) {
      if ('document' in line) count(carriable, ++documents)
      yield `${JSON.stringify(forOthers(line))}\n`
    }
  }
}

function described({ source: { kind, name }, version }: Carriable, documents: number): PackHeader['sources'][number] {
  const origin = version?.origin?.type === 'folder' ? null : toldOrigin(version?.origin ?? null)
  return { kind, name, documents, origin, ref: version?.ref ?? null, commit: version?.commit ?? null }
}

/** Folders of this machine are nobody else's matter. */
function forOthers(line: CarriedLine): CarriedLine {
  if (!('source' in line)) return line
  const { source } = line
  const root = /^https?:/i.test(source.root) ? toldAddress(source.root) : `wuku://pack/${source.kind}`
  return { source: { ...source, root, options: {} } }
}

type Choose = MakeWish['choose']

export const libraryToPack =
  (wanted: string): Choose =>
  async (view) => {
    const found = await versionsIn(view, wanted)
    const active = found.filter(({ version }) => version?.status === 'active')
    if (active.length > 0) return active
    throw new WukuError('not-found', `There is no library "${wanted}".`, 'List them: wuku docs')
  }

export const notesToPack =
  (what: string, isWanted: (source: Source) => boolean): Choose =>
  async (view) => {
    const found = (await view.sources.list()).filter(
      (source) => source.kind === 'notes' && !source.options.hidden && isWanted(source),
    )
    if (found.length > 0) return found.map((source) => ({ source }))
    throw new WukuError('not-found', `There are no notes of "${what}".`, 'List sources: wuku sources')
  }
