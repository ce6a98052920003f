import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { limits } from '@wuku/core/limits'
import type { Freshness } from '@wuku/core/core-types'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { budgetOf, count, freshness } from '@wuku/kernel/base/operation-shapes'
import { findPath } from '../find-path.ts'
import { notes, readUntilPresent, withNotes } from '../missing-files.ts'
import { contextsOf, readProject, type CodeProjectRequest } from '../graph/code-context.ts'
import { type CentralFile, centralFiles } from '../map/central-files.ts'
import { chooseForMap, type ChosenFile } from '../map/choose.ts'
import { summariseFolders } from '../graph/folders.ts'
import { askAcross, outside } from '../across.ts'
import { briefCode } from '../pack/brief.ts'
import { findFiles } from '../pack/find-files.ts'
import { type Project, projectsOf, displayPath } from '../code-project.ts'
import { HEAD_TOKENS, tokensOf, withinBudget, withinProject } from '../symbols/within-budget.ts'
import { projectPath, queryAliases, under } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'
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
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

/** Folders may take this share of the budget. */
const FOR_FOLDERS = 0.25

export const repoMap = defineRepoOperation({
  name: 'repo_map',
  title: 'Map of a repository',
  description:
    'Get an overview of a repository that is new to you: its architecture, central files with the signatures that others ' +
    'use most, and folders, within a budget. query or focus centre it on a task. Not for one question: ' +
    'repo_semantic_search.',
  input,
  output,
  aliases: {
    ...queryAliases,
    max_tokens: 'budget',
    map_tokens: 'budget',
    folder: 'under',
    paths: 'focus',
    path: 'focus',
  },
  searchHint: 'map overview of a repository structure architecture central files new to 地图 整体 结构 概览 架构 项目',
  route: { method: 'GET', path: '/repos/map' },
  examples: [
    { label: 'A repository that is new to you', input: {} },
    { label: 'Around a file', input: { focus: ['src/payment/checkout.ts'], budget: 2_000 } },
  ],
  async run(request, { engine, caller }) {
    const asked = await projectsOf(request.project_path, engine)
    const budget = Math.max(LEAST, Math.floor(request.budget / asked.projects.length))
    return askAcross(asked, {
      ask: async (project) => {
        const own = await answer(project, { ...request, budget }, { engine, caller })
        return asked.outside === undefined ? own : belowName(own, project)
      },
      lists: ['files', 'folders'],
      most: MAX_DATED,
      budget: request.budget * asked.projects.length,
    })
  },
  brief: briefMap,
})

/** Tokens of the map of one of several repositories. */
const LEAST = 300

/** Paths begin with the name of their repository, as they do in citations. */
function belowName({ files, folders, ...map }: Output, { source }: Project): Output {
  const within = <T extends { path: string }>(each: T): T => ({ ...each, path: `${source.name}/${each.path}` })
  return { ...map, citations: 'wuku://code/<path>#L<line>', files: files.map(within), folders: folders.map(within) }
}

/** A folder on one line; files come first. */
function briefMap({ files, folders, ...map }: Output): unknown {
  return briefCode({
    files: files.map(({ omittedSymbols: _omitted, ...file }) => file),
    ...map,
    folders: folders.map(({ path, files: number, languages }) => [path, number, ...Object.keys(languages)].join(' ')),
  })
}

async function answer(
  project: Project,
  request: Input,
  { engine, caller }: Pick<OperationContext, 'engine' | 'caller'>,
): Promise<Output> {
  const found = await pathsFound(request, project, engine)
  const read = await readUntilPresent(engine, (gone) => readCentralFiles({ request, found, gone }, { project, engine }))
  const { paths, folders: all, ages } = read
  const gone = new Set([...read.gone, ...read.missing])
  const files = read.files.filter(({ path }) => !gone.has(path))
  const folders = withinBudget(all, HEAD_TOKENS + request.budget * FOR_FOLDERS).toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  )
  const ageOf = new Map(read.documents.map(({ id, path }) => [path, ages.get(id)]))
  const chosen = chooseForMap(files, request.budget - HEAD_TOKENS - tokensOf(folders), symbolLine)
  return {
    projectPath: displayPath(project, caller),
    totalFiles: paths.length - gone.size,
    citations: `${writeCitation({ kind: 'code', source: project.source.name, path: '' })}<path>#L<line>`,
    folders: folders.map((each) => ({ ...each, languages: { ...each.languages } })),
    omittedFolders: all.length - folders.length,
    files: chosen.map((each) => describeFile(each, ageOf.get(each.file.path))),
    omittedFiles: paths.length - gone.size - chosen.length,
    ...withNotes(gone.size),
  }
}

interface MapQuery {
  readonly request: Input
  readonly found: readonly string[]
  readonly gone: ReadonlySet<string>
}

const readCentralFiles = ({ request, found, gone }: MapQuery, { project, engine }: CodeProjectRequest) =>
  readProject({ project, engine }, async ({ view, context }) => {
    const contexts = contextsOf(engine)
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

/** Files whose age is asked for: no budget that is usual has room for more. */
const MAX_DATED = 100
const MAX_SEEDS = 20
/** Files that a query finds and the map is drawn around. */
const FOUND = 5

async function pathsFound({ query, under: folder }: Input, project: Project, engine: Engine) {
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
