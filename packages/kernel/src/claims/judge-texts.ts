import type { DocumentId, Source, StoredDocument } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { extractClaims, mayClaim, type Claim } from '@wuku/text/claims/extract'
import { unknown, type JudgedClaim, type Verdict } from '@wuku/text/claims/judged'
import type { ClaimedProject, DatedClaim, FoundVerdict, Engine } from '../base/engine.ts'
import { isWithin } from '../resolve-project.ts'

/** A text whose claims are held against what is. */
export interface ClaimingText {
  readonly text: string
  /** The document that it is of, and its source; absent where somebody gave a text. */
  readonly of?: { readonly document: StoredDocument; readonly source: Source }
  /** The project that it is about; otherwise that to which its document belongs. */
  readonly project?: Source
  /** The folder below its root from which paths may start. */
  readonly base?: string
}

/**
 * The claims of each text, at `most` in all, with their verdicts. Claims of a text that is about no repository are neither
 * true nor false, so only a thorough judge looks for them. It may also ask Git, and takes nothing for old news.
 */
export async function judgeTexts(
  texts: readonly ClaimingText[],
  engine: Engine,
  { isThorough, most }: { readonly isThorough: boolean; readonly most: number },
): Promise<readonly (readonly JudgedClaim[])[]> {
  if (!texts.some(({ text }) => mayClaim(text))) return texts.map(() => [])
  const places = await placesOf(texts, engine)
  let left = most
  const claims = texts.map(({ text }, at) => {
    const found = left > 0 && (places[at] || isThorough) ? extractClaims(text).slice(0, left) : []
    left -= found.length
    return found
  })
  const dated = claims.map((own, at) => own.map((claim) => datedClaim(claim, texts[at], places[at], isThorough)))
  const verdicts = new Map<DatedClaim, Verdict>()
  const byProject = Map.groupBy([...places.entries()], ([, place]) => place?.source)
  for (const [source, own] of byProject)
    if (source) {
      const about = { source, engine, isThorough }
      const found = own.flatMap(([at]) => dated[at] ?? [])
      for (const [claim, verdict] of await judgeAll(found, about)) verdicts.set(claim, verdict)
    }
  return dated.map((own) => own.map((claim) => ({ ...claim, ...(verdicts.get(claim) ?? unknown) })))
}

const datedClaim = (claim: Claim, text: ClaimingText | undefined, place: Place | undefined, isThorough: boolean) => ({
  ...claim,
  ...(text?.of && (!isThorough || claim.lines) && { since: text.of.document.modifiedAt }),
  ...(place?.base !== undefined && { base: place.base }),
})

interface Place {
  readonly source: Source
  readonly base?: string
}

/** The repository that each text is about; `undefined`: none that the caller sees. */
async function placesOf(texts: readonly ClaimingText[], engine: Engine): Promise<readonly (Place | undefined)[]> {
  const kinds = new Map(engine.kinds.map((kind) => [kind.kind, kind]))
  return engine.read(async (view) => {
    const repositories = await repositoriesIn(view, engine)
    if (repositories.length === 0 && !texts.some(({ project }) => project)) return []
    const folders = new Map<DocumentId, string>()
    const documents = texts.flatMap(({ of }) => of ?? [])
    for (const [kind, own] of Map.groupBy(documents, ({ source }) => source.kind)) {
      const found = kinds.get(kind)?.claims?.folders?.(
        own.map(({ document }) => document),
        view,
      )
      for (const [id, folder] of (await found) ?? []) folders.set(id, folder)
    }
    return texts.map(({ of, project, base = '' }) => {
      const folder = of && (folders.get(of.document.id) ?? folderOf(of))
      const around = folder === undefined ? undefined : innermost(folder, project ? [project] : repositories)
      return around ?? (project && { source: project, ...(base !== '' && { base }) })
    })
  })
}

async function repositoriesIn(view: StoreView, { kinds }: Pick<Engine, 'kinds'>): Promise<readonly Source[]> {
  const feeds = new Map(kinds.map(({ kind, feed }) => [kind, feed]))
  return (await view.sources.list()).filter(({ kind }) => feeds.get(kind) === 'repository')
}

/** The repository that a folder lies in, and where in it. */
export const repositoryAround = (folder: string, engine: Engine): Promise<Place | undefined> =>
  engine.read(async (view) => innermost(folder, await repositoriesIn(view, engine)))

/** A file is about the folder that it lies in; conversations and the like say themselves what they are about. */
const folderOf = ({ document, source }: NonNullable<ClaimingText['of']>): string | undefined =>
  /^(?:[/\\]|[A-Za-z]:)/.test(source.root) ? `${source.root}/${document.path.replace(/[^/]*$/, '')}` : undefined

function innermost(folder: string, repositories: readonly Source[]): Place | undefined {
  const named = repositories.filter(({ name }) => name === folder)
  const [source] = repositories
    .filter(({ root }) => isWithin([root])(folder))
    .toSorted((a, b) => b.root.length - a.root.length)
  if (!source) return named.length === 1 && named[0] ? { source: named[0] } : undefined
  const base = folder
    .slice(source.root.length)
    .replaceAll('\\', '/')
    .replace(/^\/+|\/+$/g, '')
  return base === '' ? { source } : { source, base }
}

/** Asks every storehouse; for a change that one of them found, another may know the commit. */
async function judgeAll(claims: readonly DatedClaim[], about: ClaimedProject) {
  // If the folder was moved away or cannot be reached, the index says what was there once.
  if (claims.length === 0 || !(await about.engine.sources.isThere(about.source))) return new Map()
  const own = about.engine.kinds.flatMap(({ claims: known }) => known ?? [])
  const verdicts = new Map<DatedClaim, FoundVerdict>()
  for (const found of await Promise.all(own.map(async ({ judge }) => judge?.(claims, about))))
    for (const [claim, verdict] of found ?? []) verdicts.set(claim, verdict)
  const open = new Map([...verdicts].filter(([, { file }]) => file !== undefined))
  if (open.size > 0)
    for (const found of await Promise.all(own.map(async ({ trace }) => trace?.(open, about))))
      for (const [claim, verdict] of found ?? []) verdicts.set(claim, verdict)
  return verdicts
}
