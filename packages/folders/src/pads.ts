import { listingOf, type Feed, type ListedItem } from '@wuku/core/ports/feed'
import { itemOfPad, stampOfPad, type PadFacts } from '@wuku/core/ports/pads'
import type { Readable } from '@wuku/core/ports/store'

/** The pads of a store as items of a feed. They are in the same store as their index, so none can be missing or locked. */
export const openPadFeed = (store: Readable): Feed => ({
  list: () =>
    store.read(async (view) => {
      const { items } = await view.pads.workflows({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })
      const names = new Map(items.map(({ id, name }) => [id, name]))
      return listingOf((await view.pads.everyPad()).map((pad) => listed(pad, names.get(pad.workflow) ?? '')))
    }),
  read: ({ path }) =>
    store.read(async (view) => {
      const pad = await view.pads.pad(path)
      const workflow = pad && (await view.pads.workflow(pad.workflow))
      if (pad && workflow) return itemOfPad(pad, workflow.name)
      return { path, said: 'It was deleted meanwhile.', remedy: 'Nothing needs to be done.' }
    }),
  stamp: async (path, known) => known ?? (await stampNow(path, store)),
  isThere: async () => true,
})

/** A pad and what the index knows of it are written in one transaction: what the store believes is so. */
const stampNow = (path: string, store: Readable): Promise<string | undefined> =>
  store.read(async (view) => {
    const pad = await view.pads.padFacts(path)
    const workflow = pad && (await view.pads.workflow(pad.workflow))
    return pad && workflow && stampOfPad(pad, workflow.name)
  })

const listed = (pad: PadFacts, workflow: string): ListedItem => ({
  path: pad.id,
  stamp: stampOfPad(pad, workflow),
  bytes: pad.bytes,
  modifiedAt: pad.updatedAt,
})
