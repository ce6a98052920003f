import { setTimeout as sleep } from 'node:timers/promises'
import { LOOKS } from '@wuku/core/services/service-connection'
import type { Feed } from '@wuku/core/ports/feed'

/** Rights that are taken away at the service are gone here within a minute. */
const READERS_MS = 30_000
const EVERY_MS = 15 * 60_000
/** A census asks for itself whether it is due. */
const CENSUS_MS = 60 * 60_000

/** The feed of a source that is read from a service: items come with a pass, and this says when one is due. */
export function openConnectedFeed(every = EVERY_MS): Feed {
  return {
    list: async ({ known = new Map<string, string>() }) => ({
      items: [...known].map(([path, stamp]) => ({ path, stamp, bytes: 0, modifiedAt: 0, isKept: true })),
      skipped: [],
      problems: [],
      complete: true,
    }),
    read: async ({ path }) => ({
      path,
      said: 'It is read from its service with the next pass.',
      remedy: 'Run "wuku index".',
    }),
    stamp: async (_, known) => known,
    isThere: async () => true,
    async watch(changed, signal) {
      const due = new Map([
        [LOOKS.readers, READERS_MS],
        [LOOKS.changes, every],
        [LOOKS.census, CENSUS_MS],
      ])
      const began = Date.now()
      const next = new Map([...due].map(([look, after]) => [look, began + after]))
      while (!signal.aborted) {
        const at = Math.min(...next.values())
        await sleep(Math.max(0, at - Date.now()), undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        const looks = [...next].filter(([, time]) => time <= Date.now()).map(([look]) => look)
        for (const look of looks) next.set(look, Date.now() + (due.get(look) ?? every))
        if (looks.length > 0) changed(looks)
      }
    },
  }
}
