import { openHttp } from '@wuku/guarded-fetch/http-client'
import { openPage, openWebsite } from '../../../src/origins/web/open-web-origin.ts'
import type {
  Downloaded,
  HauledFile,
  DownloadRequest,
  DownloadStep,
  Origin,
  WebsiteOrigin,
} from '@wuku/core/ports/origins'

/** Loopback is allowed, and nobody waits for passing troubles to pass. */
export const http = openHttp({ allowPrivate: ['127.0.0.1'], pause: async () => {} })

export const websiteAt = (url: string, more: Partial<WebsiteOrigin> = {}): Origin =>
  openWebsite({ type: 'website', url, ...more }, { http })

export const pageAt = (url: string): Origin => openPage({ type: 'page', url }, { http })

export async function gather(origin: Origin, more: Partial<DownloadRequest> = {}) {
  const downloaded: Downloaded[] = []
  const steps: DownloadStep[] = []
  const download = origin.download({
    signal: new AbortController().signal,
    isDocument: () => true,
    maxBytes: 1024 * 1024,
    progress: (step) => void steps.push(step),
    ...more,
  })
  let next = await download.next()
  for (; !next.done; next = await download.next()) downloaded.push(next.value)
  const files = downloaded.filter((each): each is HauledFile => each.is === 'document')
  const pathsOf = (is: Downloaded['is']): string[] =>
    downloaded.filter((each) => each.is === is).map(({ path }) => path)
  return {
    downloaded,
    files,
    paths: pathsOf('document'),
    refused: pathsOf('refused'),
    unchanged: pathsOf('unchanged'),
    facts: next.value,
    steps,
    /** For the next haul. */
    known: new Map(files.flatMap(({ path, validator }) => (validator === undefined ? [] : [[path, validator]]))),
  }
}
