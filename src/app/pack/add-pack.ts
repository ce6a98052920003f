import type { Settings } from '../settings.ts'
import type { Store } from '../../ports/store.ts'
import { sweepCarried } from '../carry/place-source.ts'
import { takeLines, type Taken } from '../carry/take-lines.ts'
import { misplaced } from '../carry/take-source.ts'
import { openPack, type OpenedPack } from './pack-file.ts'
import { knownPackKey } from './pack-key.ts'

export interface AddPackWish {
  readonly settings: Pick<Settings, 'home' | 'packs'>
  readonly store: Store
  readonly file: string
  /** Fingerprint of a key that is trusted for this pack. */
  readonly trust: string | undefined
  readonly now: number
  readonly signal: AbortSignal
}

export interface AddedPack extends Taken {
  readonly pack: OpenedPack
}

/** Takes in a pack whole, or nothing of it. */
export async function addPack({ settings, store, file, trust, now, signal }: AddPackWish): Promise<AddedPack> {
  const own = await knownPackKey(settings.home)
  const trusted = new Set([...settings.packs.trusted, trust, own?.fingerprint])
  const pack = await openPack(file, (fingerprint) => trusted.has(fingerprint))
  await sweepCarried(store)
  const named = new Set(pack.head.sources.map(({ kind, name }) => `${kind}/${name}`))
  const taken = await takeLines({
    store,
    lines: pack.lines(),
    sealed: () => pack.sha256,
    demand({ kind, name }) {
      if (!named.has(`${kind}/${name}`) || (kind !== 'docs' && kind !== 'notes')) throw misplaced(`${kind}/${name}`)
    },
    mayMerge: false,
    now,
    signal,
  })
  return { ...taken, pack }
}
