import { openHttp } from '@wuku/guarded-fetch/http-client'
import { openRepository } from '../../../src/origins/open-origins.ts'
import type { Caps } from '../../../src/origins/download-counter.ts'
import { isWukuError, type WukuError } from '@wuku/core/errors'
import type { Downloaded, DownloadRequest, Origin, RepositoryOrigin } from '@wuku/core/ports/origins'
import { openCodeHost, type FakeHost, type FakeHostOptions } from '../../../../../test/fixtures/docs/code-host.ts'

export const isDocument = (path: string): boolean => /\.(?:mdx?|rst|txt|pdf)$/i.test(path)

export const haulRequest = (more: Partial<DownloadRequest> = {}): DownloadRequest => ({
  signal: new AbortController().signal,
  isDocument,
  maxBytes: 1024 * 1024,
  progress() {},
  ...more,
})

export async function drain(origin: Origin, request: DownloadRequest) {
  const found: Downloaded[] = []
  const download = origin.download(request)
  for (let next = await download.next(); ; next = await download.next()) {
    if (next.done) return { found, facts: next.value }
    found.push(next.value)
  }
}

/** `document docs/a.md`, one a file. */
export const told = (found: readonly Downloaded[]): readonly string[] => found.map(({ is, path }) => `${is} ${path}`)

export interface World {
  readonly host: FakeHost
  open(spec: Omit<RepositoryOrigin, 'type'>): Origin
}

export interface WorldOptions extends FakeHostOptions {
  readonly tokens?: Readonly<Record<string, string>>
  readonly caps?: Partial<Caps>
  readonly maxWait?: number
}

export async function withHost<T>(options: WorldOptions, work: (world: World) => Promise<T>): Promise<T> {
  const host = await openCodeHost(options)
  const { maxWait } = options
  const http = openHttp({
    allowPrivate: ['127.0.0.1'],
    pause: async () => {},
    ...(maxWait !== undefined && { maxWait }),
  })
  const tokenOf = (name: string): string | undefined =>
    name === host.host ? options.tokens?.[options.speaks?.[0] ?? 'any'] : undefined
  const caps = options.caps ?? {}
  const open = (spec: Omit<RepositoryOrigin, 'type'>): Origin =>
    openRepository({ type: 'repository', ...spec }, { http, tokenOf, caps })
  try {
    return await work({ host, open })
  } finally {
    await host.close()
  }
}

export async function failureOf(work: () => Promise<unknown>): Promise<WukuError> {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isWukuError(error)) throw new Error('no WukuError', { cause: error })
  return error
}
