import type { Feed } from '../../ports/feed.ts'

/**
 * The feed of a source whose texts came whole from elsewhere. They are in the store alone, so it lists what the store knows.
 * Terms of an older version stay, since no file is left to make them of; a run reports it as left out.
 */
export const openSealedFeed = (): Feed => ({
  list: async ({ known = new Map<string, string>() }) => ({
    items: [...known].map(([path, stamp]) => ({ path, stamp, bytes: 0, modifiedAt: 0 })),
    skipped: [],
    problems: [],
    complete: true,
  }),
  read: async ({ path }) => ({
    path,
    said: 'It came from a pack or an export, so there is no file to read it from again.',
    leftOut: 'came from a pack or an export: no file to read it from again',
    remedy: 'It is found as before. To have it analysed again, remove its source, and take it in once more.',
  }),
  // An item without a known stamp has none: a refusal is then never taken for lasting, and its document stays.
  stamp: async (_, known) => known,
  isThere: async () => true,
})
