import type { Commit, TouchedFile } from '@wuku/core/ports/history'
import type { StoredDocument } from '@wuku/core/core-types'
import { once } from '@wuku/core/once'
import type { ClaimedProject, DatedClaim } from '@wuku/kernel/base/engine'
import type { CacheTopic } from '@wuku/kernel/base/source-cache'
import { dayOf } from '@wuku/kernel/day'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { holds, unknown, type Verdict } from '@wuku/text/claims/judged'
import { placeMarks } from '@wuku/code/code-marks'
import { newestCommits, prefixBelow, touching, type IndexedCommit, type Look } from './commits-of.ts'

/** A verdict on a path, with the document that it is now. */
export interface PathVerdict extends Verdict {
  readonly document?: StoredDocument
}

type Judged = Map<DatedClaim, PathVerdict>

/** Paths that are there; of the others, what the commits of the index and, if it must be, git say. */
export async function judgePaths(
  claims: readonly DatedClaim[],
  look: Look,
): Promise<ReadonlyMap<DatedClaim, PathVerdict>> {
  const judged: Judged = new Map()
  if (claims.length === 0) return judged
  const candidates = new Map(claims.map((claim) => [claim, candidatesOf(claim, look.about.source.root)]))
  const there = await filesAt([...candidates.values()].flat(), look)
  for (const [claim, paths] of candidates) {
    const document = paths.map((path) => there.get(path)).find((found) => found !== undefined)
    if (document) judged.set(claim, { ...holds, document })
  }
  const open = () => claims.filter((claim) => !judged.has(claim))
  const place = { ...look, candidates, isFolder: createFolderLookup(look) }
  await judgeFolders(open(), judged, place)
  await judgeEnds(open(), judged, place)
  await judgeMissing(open(), judged, place)
  return judged
}

interface Place extends Look {
  readonly candidates: ReadonlyMap<DatedClaim, readonly string[]>
  isFolder(path: string): Promise<boolean>
}

/** Paths that a claim may mean: relative to the root of the repository, or to the folder of the text. */
function candidatesOf({ value, base }: DatedClaim, root: string): readonly string[] {
  const top = `${root.replaceAll('\\', '/')}/`
  if (value.startsWith(top)) return [value.slice(top.length)]
  if (/^[/~]|^[A-Za-z]:/.test(value)) return []
  return base === undefined ? [value] : [value, `${base}/${value}`]
}

async function filesAt(paths: readonly string[], { view, about }: Look): Promise<ReadonlyMap<string, StoredDocument>> {
  const found = await view.documents.at([...new Set(paths)].map((path) => ({ source: about.source.id, path })))
  return new Map(found.map((each) => [each.path, each]))
}

/** Something lies in a folder. */
async function judgeFolders(claims: readonly DatedClaim[], judged: Judged, { isFolder, candidates }: Place) {
  const asked = claims.flatMap((claim) => (candidates.get(claim) ?? []).map((path) => ({ claim, path })))
  const found = await Promise.all(asked.map(({ path }) => isFolder(path)))
  for (const [at, { claim }] of asked.entries()) if (found[at]) judged.set(claim, holds)
}

/** All folders of a project: a text may name thousands, of which none is there. */
const FOLDERS: CacheTopic<ReadonlySet<string>> = { capacity: 200_000, weigh: ({ size }) => size }

function createFolderLookup({ view, about: { source, engine } }: Look): Place['isFolder'] {
  const folders = once(() =>
    engine.sources.cache.ofSource(FOLDERS, { view, source: source.id }, async () => {
      const names = await view.documents.names({ sources: [source.id] })
      return new Set(names.flatMap(({ path }) => parentsOf(path)))
    }),
  )
  return async (path) => (await folders()).has(path)
}

/** `auth/jwt.ts` is a file if one path alone ends so; of several nobody knows which. */
async function judgeEnds(claims: readonly DatedClaim[], judged: Judged, { view, about }: Look): Promise<void> {
  const stems = new Map(claims.map((claim) => [claim, markTerm('stem', stemOf(claim.value))]))
  const found = await view.terms.documentsWith([...new Set(stems.values())], { sources: [about.source.id] })
  const all = await view.documents.byId([...new Set([...found.values()].flatMap((ids) => [...ids]))])
  const documents = new Map(all.map((each) => [each.id, each]))
  for (const [claim, stem] of stems) {
    const named = [...(found.get(stem) ?? [])].flatMap((id) => documents.get(id) ?? [])
    const [first, ...others] = named.filter(({ path }) => path.endsWith(`/${claim.value}`))
    if (first) judged.set(claim, others.length === 0 ? { ...holds, document: first } : unknown)
  }
}

const stemOf = (path: string): string =>
  String(placeMarks(path.slice(path.lastIndexOf('/') + 1)).find(({ family }) => family === 'stem')?.value ?? '')

async function judgeMissing(claims: readonly DatedClaim[], judged: Judged, place: Place): Promise<void> {
  if (claims.length === 0) return
  const { about, candidates } = place
  const paths = [...new Set(claims.flatMap((claim) => candidates.get(claim) ?? []))]
  const fates = await fatesOf(paths, place)
  const open = paths.filter((path) => !fates.has(path))
  const folders = await foldersOf(open, place)
  const unexplained = open.filter((path) => !folders.has(path))
  const byGit = about.isThorough ? await askGit(unexplained, place) : folders
  const inModules = await submodulesOf(about)
  for (const claim of claims) {
    const own = (candidates.get(claim) ?? []).filter((path) => !inModules(path))
    const fate = own.flatMap((path) => fates.get(path) ?? folders.get(path) ?? byGit.get(path) ?? [])[0]
    if (fate && !(await isOnDisk(own, about))) judged.set(claim, fate)
  }
}

/** A file that is left out of the index is not gone. */
async function isOnDisk(paths: readonly string[], { source, engine }: ClaimedProject): Promise<boolean> {
  const found = await Promise.all(
    paths.map((path) =>
      engine.files.read(source, path).then(
        (bytes) => bytes !== undefined,
        () => true,
      ),
    ),
  )
  return found.includes(true)
}

/** Whether a path lies in a submodule, which may not be fetched: the repository does not know what is in it. */
async function submodulesOf({ source, engine }: ClaimedProject): Promise<(path: string) => boolean> {
  const bytes = await engine.files.read(source, '.gitmodules').catch(() => undefined)
  const lines = new TextDecoder().decode(bytes).matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)
  const folders = Array.from(lines, ([, path]) => `${path}/`)
  return (path) => folders.some((folder) => `${path}/`.startsWith(folder))
}

/** A file that was renamed again and again. */
const MAX_RENAMES = 8

/** Finds for files that are not there which commit removed or renamed each, and where it is now. */
async function fatesOf(paths: readonly string[], look: Look): Promise<ReadonlyMap<string, Verdict>> {
  const fates = new Map<string, Verdict>()
  let open = new Map(paths.map((path) => [path, { path, first: undefined as Verdict | undefined }]))
  for (let step = 0; step < MAX_RENAMES && open.size > 0; step++) {
    const asked = [...open.values()].map(({ path }) => path)
    const there = await filesAt(asked, look)
    const commits = await newestCommits(look, asked.map(touching))
    const next: typeof open = new Map()
    for (const [at, [origin, { path, first }]] of [...open].entries()) {
      const now = there.get(path)
      if (now && first) fates.set(origin, { ...first, state: 'moved', now: path })
      if (now) continue
      const last = lastTouch(path, commits[at] ?? [])
      if (last?.to !== undefined) next.set(origin, { path: last.to, first: first ?? last.verdict })
      else if (last) fates.set(origin, last.verdict)
    }
    open = next
  }
  return fates
}

interface LastTouch {
  readonly verdict: Verdict
  readonly to?: string
}

/** The newest commit that touched a path, where it removed it or gave it another name. */
function lastTouch(path: string, commits: readonly IndexedCommit[]): LastTouch | undefined {
  for (const { sha, day, files } of commits) {
    const verdict = { state: 'gone', commit: sha, date: day } as const
    const renamed = files.find(({ from }) => from === path)
    if (renamed) return { verdict, to: renamed.path }
    const own = files.find((file) => file.path === path)
    if (own) return own.how === 'removed' ? { verdict } : undefined
  }
  return undefined
}

/** Terms of paths in a folder that are looked up: a commit that moved it touched them all. */
const MAX_PATHS = 40
const MAX_FOLDERS = 40

/** Folders that are not there, and files of which no more is known than that their folder moved. */
async function foldersOf(paths: readonly string[], place: Place): Promise<ReadonlyMap<string, Verdict>> {
  const { view, about } = place
  const names = [...new Set(paths.flatMap((path) => [path, ...parentsOf(path)]))].slice(0, MAX_FOLDERS)
  if (names.length === 0) return new Map()
  const beginnings = names.map((name) => `${markTerm('file', name)}/`)
  const terms = await view.terms.vocabulary(beginnings, MAX_PATHS, [about.source.id])
  const lookups = terms.map((own) => ({ terms: own.map(({ term }) => term) }))
  const commits = await newestCommits(place, lookups)
  const fates = new Map<string, Verdict>()
  const areThere = await Promise.all(names.map((name) => place.isFolder(name)))
  for (const [at, name] of names.entries()) {
    const fate = areThere[at] ? undefined : fateOfFolder(name, commits[at] ?? [])
    if (fate && (fate.now !== undefined || !(await isOnDisk(filesIn(name, commits[at] ?? []), about))))
      fates.set(name, fate)
  }
  const inMoved = paths.flatMap((path) => {
    const parent = parentsOf(path).find((name) => fates.get(name)?.now !== undefined)
    const fate = parent === undefined ? undefined : fates.get(parent)
    return fate && parent !== undefined
      ? [{ path, fate: { ...fate, now: `${fate.now}${path.slice(parent.length)}` } }]
      : []
  })
  const targets = inMoved.map(({ fate }) => fate.now)
  const there = await filesAt(targets, place)
  return new Map([
    ...[...fates].filter(([, { now }]) => now === undefined || !there.has(now)),
    ...inMoved.filter(({ fate }) => there.has(fate.now)).map(({ path, fate }) => [path, fate] as const),
  ])
}

/** Files that commits named: one of them lies in a folder that is left out of the index. */
const filesIn = (folder: string, commits: readonly IndexedCommit[]): readonly string[] =>
  [...new Set(commits.flatMap(({ files }) => files.map(({ path }) => path)))]
    .filter((path) => path.startsWith(`${folder}/`))
    .slice(0, MAX_PATHS)

const parentsOf = (path: string): readonly string[] => {
  const parts = path.split('/')
  return parts
    .slice(1)
    .map((_, at) => parts.slice(0, at + 1).join('/'))
    .toReversed()
}

/** It moved if all that one commit took out of it went to one place; it is gone if nothing of it went anywhere. */
function fateOfFolder(folder: string, commits: readonly IndexedCommit[]): Verdict | undefined {
  const inside = `${folder}/`
  for (const { sha, day, files } of commits) {
    const left = files.filter(({ path, from, how }) => (how === 'removed' ? path : from)?.startsWith(inside))
    if (left.length === 0) continue
    const targets = new Set(left.map((file) => folderAfter(file, inside)))
    const [target] = targets
    if (targets.size > 1) return undefined
    const proof = { commit: sha, date: day }
    return target === undefined
      ? { state: 'gone', ...proof }
      : target === ''
        ? undefined
        : { state: 'moved', now: target, ...proof }
  }
  return undefined
}

/** `undefined` for a file that was removed; empty where it went out of the order of the others. */
function folderAfter({ path, from, how }: TouchedFile, inside: string): string | undefined {
  if (how === 'removed' || from === undefined) return undefined
  const rest = `/${from.slice(inside.length)}`
  return path.endsWith(rest) ? path.slice(0, -rest.length) : ''
}

/** Each is a program that is started. */
const MAX_OF_GIT = 20

/** Commits that the index does not have, where somebody waits for the answer. Without git there is no proof. */
async function askGit(paths: readonly string[], look: Look): Promise<ReadonlyMap<string, Verdict>> {
  const touches = await touchesByGit(paths.slice(0, MAX_OF_GIT), look.about).catch(() => new Map<string, LastTouch>())
  const targets = [...touches.values()].flatMap(({ to }) => to ?? [])
  const there = await filesAt(targets, look)
  return new Map(
    [...touches].flatMap(([path, { verdict, to }]): readonly (readonly [string, Verdict])[] => {
      if (to === undefined) return [[path, verdict]]
      return there.has(to) ? [[path, { ...verdict, state: 'moved', now: to }]] : []
    }),
  )
}

async function touchesByGit(paths: readonly string[], { source, engine }: ClaimedProject) {
  const touches = new Map<string, LastTouch>()
  const history = await engine.files.historyOf(source)
  const repository = await history.repository()
  if (!('top' in repository) || repository.isShallow) return touches
  const prefix = prefixBelow(repository.top, source)
  for (const path of paths) {
    const [last] = await history.changesOfFile(`${prefix}${path}`, 1)
    if (last)
      for await (const commit of history.commits({ only: [last.sha] })) {
        const touch = lastTouch(path, [below(prefix, commit)])
        if (touch) touches.set(path, touch)
      }
  }
  return touches
}

const below = (prefix: string, { sha, at, files }: Commit): IndexedCommit => ({
  sha,
  day: dayOf(at),
  changes: [],
  files: files.map((file) => ({
    ...file,
    path: file.path.slice(prefix.length),
    ...(file.from !== undefined && { from: file.from.slice(prefix.length) }),
  })),
})
