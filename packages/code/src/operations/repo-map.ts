import { z } from 'zod'
import type { Caller } from '@wuku/kernel/base/caller'
import { writeCitation } from '@wuku/core/citation'
import { limits } from '@wuku/core/limits'
import type { Freshness, StoredDocument } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { budgetOf, count, freshness } from '@wuku/kernel/base/operation-shapes'
import { findPath } from '../find-path.ts'
import { notes, withNotes } from '../missing-files.ts'
import type { ContextsOf, StorehouseRequest } from '../graph/code-context.ts'
import { type CentralFile, centralFiles } from '../map/central-files.ts'
import { chooseForMap, type ChosenFile } from '../map/choose.ts'
import { type FolderSummary, summariseFolders } from '../graph/folders.ts'
import { askAcross, outside } from '../across.ts'
import { briefCode } from '../pack/brief.ts'
import { findFiles } from '../pack/find-files.ts'
import { type Project, projectOf, projectsOf, displayPath } from '../code-project.ts'
import { HEAD_TOKENS, tokensOf, withinBudget, withinProject } from '../symbols/within-budget.ts'
import { projectAliases, projectPath, queryAliases, responseStats, under, withStats } from '../repo-shapes.ts'
import type { CodeContext } from '../graph/import-links.ts'

const input = z.strictObject({
  project_path: projectPath,
  focus: z
    .array(z.string().min(1).max(8_192))
    .max(20)
    .default([])
    .describe('Files or folders to draw the map around: their neighbours come first.'),
  query: z.string().min(1).max(limits.queryChars).optional().describe('The task in words, instead of focus.'),
  under,
  budget: budgetOf(1_024),
})

const output = z.strictObject({
  projectPath: z.string(),
  outside,
  totalFiles: count,
  citations: z.string().describe('Citation for any place here: fill in its path and line.'),
  folders: z
    .array(
      z.strictObject({
        path: z.string(),
        files: count,
        languages: z.record(z.string(), count).describe('The 4 most common.'),
      }),
    )
    .describe('Folders with the most sources, by path; counts include subfolders.'),
  omittedFolders: count.describe('Of the 24 largest folders.'),
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        rank: z.number().describe('Percentage of all imports that lead to it, directly or not.'),
        distance: count.optional().describe('Steps from the focus.'),
        symbols: z
          .array(z.string())
          .describe('`line signature` of the declarations used most by other files, in file order.'),
        omittedSymbols: count,
        freshness,
      }),
    )
    .describe('Most central first.'),
  omittedFiles: count.describe('Files not shown.'),
  notes,
  responseStats,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

/** Folders may take this share of the budget. */
const FOR_FOLDERS = 0.25

export const createRepoMap = (contextsOf: ContextsOf): Operation =>
  defineOperation({
    name: 'repo_map',
    group: 'code',
    title: 'Map of a repository',
    description:
      'Get an overview of a repository that is new to you: its architecture, central files with the signatures that others ' +
      'use most, and folders, within a budget. query or focus centre it on a task. Not for one question: ' +
      'repo_semantic_search.',
    effect: 'read',
    input,
    output,
    aliases: {
      ...projectAliases,
      ...queryAliases,
      max_tokens: 'budget',
      map_tokens: 'budget',
      folder: 'under',
      paths: 'focus',
      path: 'focus',
    },
    searchHint:
      'map overview of a repository structure architecture central files new to 地图 整体 结构 概览 架构 项目',
    route: { method: 'GET', path: '/repos/map' },
    examples: [
      { label: 'A repository that is new to you', input: {} },
      { label: 'Around a file', input: { focus: ['src/payment/checkout.ts'], budget: 2_000 } },
    ],
    async run(request, { engine, caller }) {
      const asked = await projectsOf(request.project_path, engine)
      const place = { engine, contexts: contextsOf(engine) }
      const budget = Math.max(LEAST, Math.floor(request.budget / asked.projects.length))
      const map = await askAcross(asked, {
        ask: async (named) => {
          const own = await answer({ ...request, ...named, budget }, place, caller)
          return named.project_path === undefined ? own : belowName(own, named.project_path)
        },
        lists: ['files', 'folders'],
        most: MAX_DATED,
        budget: request.budget * asked.projects.length,
      })
      return withStats(map)
    },
    brief: briefMap,
  })

/** Tokens of the map of one of several repositories. */
const LEAST = 300

type Body = Omit<Output, 'responseStats'>

/** Paths begin with the name of their repository, as they do in citations. */
function belowName({ files, folders, ...map }: Body, named: string): Body {
  const within = <T extends { path: string }>(each: T): T => ({
    ...each,
    path: `${named.slice('code/'.length)}/${each.path}`,
  })
  return { ...map, citations: 'wuku://code/<path>#L<line>', files: files.map(within), folders: folders.map(within) }
}

/** A folder on one line; files come first. */
const briefMap = ({ files, folders, ...map }: Output): unknown =>
  briefCode({
    files: files.map(({ omittedSymbols: _omitted, ...file }) => file),
    ...map,
    folders: folders.map(({ path, files: number, languages }) => [path, number, ...Object.keys(languages)].join(' ')),
  })

async function answer(request: Input, place: StorehouseRequest, caller: Caller): Promise<Body> {
  const { engine } = place
  const project = await projectOf(request.project_path, engine)
  const { paths, folders: all, files, ages, gone } = await readUntilPresent(request, project, place)
  const folders = withinBudget(all, HEAD_TOKENS + request.budget * FOR_FOLDERS).toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  )
  const chosen = chooseForMap(files, request.budget - HEAD_TOKENS - tokensOf(folders), symbolLine)
  return {
    projectPath: displayPath(project, caller),
    totalFiles: paths.length - gone.size,
    citations: `${writeCitation({ kind: 'code', source: project.source.name, path: '' })}<path>#L<line>`,
    folders: folders.map((each) => ({ ...each, languages: { ...each.languages } })),
    omittedFolders: all.length - folders.length,
    files: chosen.map((each) => describeFile(each, ages.get(each.file.path))),
    omittedFiles: paths.length - gone.size - chosen.length,
    ...withNotes(gone.size),
  }
}

interface ReadFiles {
  readonly paths: readonly string[]
  readonly folders: readonly FolderSummary[]
  readonly files: readonly CentralFile[]
  readonly documents: readonly StoredDocument[]
}

interface PresentFiles extends Pick<ReadFiles, 'paths' | 'folders' | 'files'> {
  readonly ages: ReadonlyMap<string, Freshness | undefined>
  readonly gone: ReadonlySet<string>
}

const ROUNDS = 4

/** Again without what is gone from the disk, so that the next ones take its place. */
async function readUntilPresent(request: Input, project: Project, place: StorehouseRequest): Promise<PresentFiles> {
  const found = await pathsFound(request, project, place.engine)
  let gone: ReadonlySet<string> = new Set()
  for (let round = 1; ; round++) {
    const { paths, folders, files, documents } = await readCentralFiles({ request, project, found, gone }, place)
    const byId = await place.engine.search.freshness(documents)
    const ages = new Map(documents.map(({ id, path }) => [path, byId.get(id)]))
    const more = [...ages].filter(([, age]) => age === 'missing').map(([path]) => path)
    gone = new Set([...gone, ...more])
    if (more.length === 0 || round === ROUNDS)
      return { paths, folders, files: files.filter(({ path }) => !gone.has(path)), ages, gone }
  }
}

interface MapQuery {
  readonly request: Input
  readonly project: Project
  readonly found: readonly string[]
  readonly gone: ReadonlySet<string>
}

async function readCentralFiles(
  { request, project, found, gone }: MapQuery,
  { engine, contexts }: StorehouseRequest,
): Promise<ReadFiles> {
  return engine.read(async (view) => {
    const context = await contexts.of(view, project.source.id)
    const { under: folder } = withinProject(project, request.under, context)
    const isWithin = (path: string): boolean => folder === undefined || path.startsWith(`${folder}/`)
    const ranks = await contexts.ranksOf(view, project.source.id)
    const focusFiles = request.focus.flatMap((each) => filesMatching(each, project, context))
    const seeds = new Set([...focusFiles.toSorted((a, b) => ranks.rankOf(b) - ranks.rankOf(a)), ...found])
    const files = await centralFiles(
      { seeds: [...seeds].slice(0, MAX_SEEDS), isWithin, gone },
      { view, context, ranks },
    )
    const paths = folder === undefined ? context.paths.all : context.paths.all.filter(isWithin)
    return {
      paths,
      folders: folder === undefined ? await contexts.foldersOf(view, project.source.id) : summariseFolders(paths),
      files,
      documents: await view.documents.byId(files.slice(0, MAX_DATED).flatMap(({ path }) => context.idOf(path) ?? [])),
    }
  })
}

/** Files whose age is asked for: no budget that is usual has room for more. */
const MAX_DATED = 100
const MAX_SEEDS = 20
/** Files that a query finds and the map is drawn around. */
const FOUND = 5

async function pathsFound(
  { query, under: folder }: Input,
  project: Project,
  engine: Engine,
): Promise<readonly string[]> {
  if (query === undefined) return []
  const narrowed = folder === undefined ? {} : { under: folder }
  const codeQuery = { query, mode: 'hybrid', includeTests: false, limit: FOUND, snippetChars: 1, ...narrowed } as const
  return (await findFiles(codeQuery, [project], engine)).files.map(({ document }) => document.path)
}

/** A file, or those that lie in a folder. */
function filesMatching(query: string, project: Project, context: CodeContext): readonly string[] {
  const folder = query.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')
  const inside = context.paths.all.filter((path) => path.startsWith(`${folder}/`))
  return inside.length > 0 ? inside : [findPath(query, project, context)]
}

const SIGNATURE_CHARS = 120

function symbolLine({ symbols }: CentralFile, nth: number): string {
  const { line = 0, signature = '', name = '', kind = '' } = symbols[nth] ?? {}
  // `typedef struct` names what it declares behind its body.
  const label = signature.includes(name) ? signature : `${signature || kind} ${name}`
  return `${line} ${label.length <= SIGNATURE_CHARS ? label : `${[...label].slice(0, SIGNATURE_CHARS - 1).join('')}…`}`
}

function describeFile({ file, symbols }: ChosenFile, age: Freshness | undefined): Output['files'][number] {
  const shown = file.symbols
    .slice(0, symbols)
    .map((symbol, nth) => ({ line: symbol.line, text: symbolLine(file, nth) }))
  return {
    path: file.path,
    rank: Math.round(file.rank * 10_000) / 100,
    ...(file.distance !== undefined && { distance: file.distance }),
    symbols: shown.toSorted((a, b) => a.line - b.line).map(({ text }) => text),
    omittedSymbols: file.symbols.length - shown.length,
    freshness: age ?? 'unknown',
  }
}
