import { openHttp } from '../../../../../src/adapters/origins/http/open.ts'
import { openPage, openWebsite } from '../../../../../src/adapters/origins/web/open.ts'
import type {
  Hauled,
  HauledFile,
  HaulRequest,
  HaulStep,
  Origin,
  OriginFacts,
  WebsiteOrigin,
} from '../../../../../src/ports/origins.ts'

/** Loopback is allowed, and nobody waits for passing troubles to pass. */
export const http = openHttp({ allowPrivate: ['127.0.0.1'], pause: async () => {} })

export const websiteAt = (url: string, more: Partial<WebsiteOrigin> = {}): Origin =>
  openWebsite({ type: 'website', url, ...more }, { http })

export const pageAt = (url: string): Origin => openPage({ type: 'page', url }, { http })

export interface Gathered {
  readonly hauled: readonly Hauled[]
  readonly files: readonly HauledFile[]
  readonly paths: readonly string[]
  readonly refused: readonly string[]
  readonly unchanged: readonly string[]
  readonly facts: OriginFacts
  readonly steps: readonly HaulStep[]
  /** For the next haul. */
  readonly known: ReadonlyMap<string, string>
}

/** All that a haul gives. */
export async function gather(origin: Origin, more: Partial<HaulRequest> = {}): Promise<Gathered> {
  const hauled: Hauled[] = []
  const steps: HaulStep[] = []
  const haul = origin.haul({
    signal: new AbortController().signal,
    isDocument: () => true,
    maxBytes: 1024 * 1024,
    progress: (step) => void steps.push(step),
    ...more,
  })
  let next = await haul.next()
  for (; !next.done; next = await haul.next()) hauled.push(next.value)
  const files = hauled.filter((each): each is HauledFile => each.is === 'document')
  const pathsOf = (is: Hauled['is']): string[] => hauled.filter((each) => each.is === is).map(({ path }) => path)
  return {
    hauled,
    files,
    paths: pathsOf('document'),
    refused: pathsOf('refused'),
    unchanged: pathsOf('unchanged'),
    facts: next.value,
    steps,
    known: new Map(files.flatMap(({ path, validator }) => (validator === undefined ? [] : [[path, validator]]))),
  }
}
