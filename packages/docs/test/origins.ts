import { WukuError } from '@wuku/core/errors'
import type { Downloaded, DownloadRequest, Origin, OriginFacts, OriginInfo, OriginSpec } from '@wuku/core/ports/origins'

/** What an address yields when it is asked, step by step; an error breaks the download off, a function is called. */
export interface Script {
  readonly look?: Partial<OriginInfo> | Error
  readonly steps: readonly (Downloaded | Error | ((request: DownloadRequest) => void | Promise<void>))[]
  readonly facts?: Partial<OriginFacts>
}

export interface Origins {
  /** From now on. */
  at(address: string, script: Script): void
  open(spec: OriginSpec): Origin
  /** What the last haul was told is known. */
  known(): Readonly<Record<string, string>>
}

export const page = (
  path: string,
  text: string,
  more: Partial<Extract<Downloaded, { bytes: Uint8Array }>> = {},
): Downloaded => ({
  is: 'document',
  path,
  bytes: Buffer.from(text),
  ...more,
})

export const pages = (files: Readonly<Record<string, string>>): readonly Downloaded[] =>
  Object.entries(files).map(([path, text]) => page(path, text))

export function openOrigins(): Origins {
  const scripts = new Map<string, Script>()
  let known: Readonly<Record<string, string>> = {}
  const scriptOf = (spec: OriginSpec): Script => {
    const address = spec.type === 'folder' ? spec.root : spec.url
    const script = scripts.get(address)
    if (!script) throw new WukuError('fetch-failed', `Nothing answers at ${address}.`, 'Name another address.')
    return script
  }
  return {
    at: (address, script) => void scripts.set(address, script),
    known: () => known,
    open: (spec) => ({
      releases: async () => [],
      async inspect() {
        const { look = {} } = scriptOf(spec)
        if (look instanceof Error) throw look
        return { name: 'tides', slug: '/sea/tides', description: '', ...look }
      },
      async *download(request) {
        known = Object.fromEntries(request.known ?? [])
        const { steps, facts } = scriptOf(spec)
        for (const [at, step] of steps.entries()) {
          if (step instanceof Error) throw step
          request.signal.throwIfAborted()
          request.progress({ stage: 'downloading', said: 'Fetching', done: at, total: steps.length, bytes: 0 })
          if (typeof step === 'function') await step(request)
          else yield step
        }
        request.signal.throwIfAborted()
        return { leftOut: 0, ...facts }
      },
    }),
  }
}
