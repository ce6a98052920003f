import type { EnginePorts } from '../src/base/ports.ts'

const nobodyAsks = (): never => {
  throw new Error('This engine has no documentation.')
}

/** Ports that an engine needs and that nothing but documentation uses. */
export const withoutDocs: Pick<EnginePorts, 'blobs' | 'cache'> & {
  readonly settings: Pick<EnginePorts['settings'], 'docs'>
  readonly open: Pick<EnginePorts['open'], 'origin'>
  readonly workspace: Pick<EnginePorts['workspace'], 'readProject'>
} = {
  blobs: {
    put: nobodyAsks,
    sync: nobodyAsks,
    get: nobodyAsks,
    facts: nobodyAsks,
    async *list() {},
    delete: nobodyAsks,
    // Removing a source also removes what is kept of it: here nothing.
    deleteUnder: async () => {},
  },
  cache: { get: nobodyAsks, set: nobodyAsks },
  settings: {
    docs: {
      fileBytes: 1_000_000,
      unreadableSeconds: 60,
      purgeDays: 30,
      enrich: false,
      weights: { fullText: 1, vectors: 1 },
      popularity: false,
      cacheSeconds: 60,
      recordDays: 90,
      refreshEvery: 0,
    },
  },
  open: {
    origin: nobodyAsks,
  },
  workspace: {
    readProject: nobodyAsks,
  },
}

/** A settings file that says nothing of folders and projects. */
export const nothingDeclared: EnginePorts['declared'] = {
  file: 'settings.yaml',
  contexts: async () => [],
  projects: async () => [],
}
