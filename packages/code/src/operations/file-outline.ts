import { fileGone, notes, withNotes } from '../missing-files.ts'
import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import { budgetOf, citation, count, freshness } from '@wuku/kernel/base/operation-shapes'
import { findPath } from '../find-path.ts'
import { readProject } from '../graph/code-context.ts'
import { fileAt, importersOf, type CodePlace } from '../graph/import-links.ts'
import { emptyOutline, isDefinition, type CodeSymbol, type Outline } from '../outline.ts'
import { projectOf, displayPath } from '../code-project.ts'
import { roleOf } from '../roles.ts'
import { HEAD_TOKENS, shareOut, tokensOf, cutLines } from '../symbols/within-budget.ts'
import { projectPath, integer } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'
import { largest } from '@wuku/core/list-helpers'

const onePath = z.string().min(1).max(8_192)

const input = z.strictObject({
  path: z
    .union([onePath, z.array(onePath).min(1).max(20)])
    .describe('A file, from the root of the repository; or up to 20 files.'),
  project_path: projectPath,
  depth: integer(1, 20, 20).describe('Levels to show: 1 shows top-level declarations only.'),
  docs: z.boolean().default(true).describe('Adds the first sentence of each comment.'),
  budget: budgetOf(2_000),
})

const outlined = z.strictObject({
  path: z.string(),
  language: z.string().nullable().describe('null: no parser for this language, so no symbols.'),
  role: z.string(),
  startLine: z.literal(1),
  endLine: count.describe('Lines of the file.'),
  symbols: count,
  imports: count,
  importedBy: count.describe('Files that import it.'),
  outline: z.string().describe('`12-30 signature // first sentence`, indented by nesting.'),
  omittedLines: count.describe('Lines of the outline left out for depth or budget.'),
  hasErrors: z.boolean().optional().describe('true: parts of the file could not be parsed.'),
  freshness,
  citation,
})

const output = z.strictObject({ projectPath: z.string(), files: z.array(outlined), notes })

type Outlined = z.output<typeof outlined>

export const fileOutline = defineRepoOperation({
  name: 'file_outline',
  title: 'Outline of a file',
  description:
    'What a file declares, as an indented tree with lines, signatures and first sentences. Use it before reading a ' +
    'long file; then open only the lines that matter. For a whole repository: repo_map.',
  input,
  output,
  aliases: { file: 'path', files: 'path', paths: 'path', file_path: 'path', relative_path: 'path' },
  searchHint: 'file outline symbols overview structure of a file 大纲 结构 文件',
  route: { method: 'GET', path: '/repos/outline' },
  examples: [{ label: 'The top of a file', input: { path: 'src/payment/retry.ts', depth: 1 } }],
  async run(request, { engine, caller }) {
    const project = await projectOf(request.project_path, engine)
    const read = await readProject({ project, engine }, async (place) => {
      const paths = [request.path].flat().map((path) => findPath(path, project, place.context))
      return Promise.all([...new Set(paths)].map((path) => readFile(path, place)))
    })
    const ages = await engine.search.freshness(read.map(({ document }) => document))
    const there = read.filter(({ document }) => ages.get(document.id) !== 'missing')
    if (there.length === 0) throw fileGone(read[0]?.file.path ?? '')
    const files = describeFiles(there, { request, ages, source: project.source.name })
    return { projectPath: displayPath(project, caller), files, ...withNotes(read.length - there.length) }
  },
})

type ReadFile = Awaited<ReturnType<typeof readFile>>

async function readFile(path: string, place: CodePlace) {
  const file = await fileAt(place, path)
  const [document] = file ? await place.view.documents.byId([file.document]) : []
  if (!file || !document) throw new WukuError('not-found', msg('isNoLongerIndexed', { path }))
  const importers = await importersOf(place, { file })
  return { file, document, importers: importers.length }
}

interface OutlineContext {
  readonly request: z.output<typeof input>
  readonly ages: ReadonlyMap<DocumentId, Freshness>
  readonly source: string
}

/** Short outlines whole; the long ones share what is left. */
function describeFiles(read: readonly ReadFile[], telling: OutlineContext): Outlined[] {
  const { depth, docs: showsDoc, budget } = telling.request
  const frames = read.map((each) => describeFile(each, telling))
  const wished = read.map(({ file }) => tokensOf(symbolTree(file.outline, { depth, showsDoc }).join('\n')))
  const shares = shareOut(wished, budget - HEAD_TOKENS - tokensOf(frames))
  return frames.map((frame, at) => {
    const outline = read[at]?.file.outline ?? emptyOutline
    return { ...frame, ...treeWithin(outline, { depth, showsDoc, tokens: shares[at] ?? 0 }) }
  })
}

function describeFile({ file, document, importers }: ReadFile, { ages, source }: OutlineContext): Outlined {
  const { path, outline } = file
  return {
    path,
    language: outline.language,
    role: roleOf(path),
    startLine: 1,
    endLine: document.lines,
    symbols: outline.symbols.length,
    imports: outline.imports.length,
    importedBy: importers,
    outline: '',
    omittedLines: 0,
    ...(outline.hasErrors && { hasErrors: true }),
    freshness: ages.get(document.id) ?? 'unknown',
    citation: writeCitation({ kind: 'code', source, path }),
  }
}

interface TreeRequest {
  /** Levels: 1 shows what stands at the top alone. */
  readonly depth: number
  readonly showsDoc: boolean
  /** Names in place of signatures. */
  readonly isBrief?: boolean
}

/** The symbols of a file as lines, each set in below what it lies in: `12-30 function f(a): b  First sentence.` */
export function symbolTree({ symbols }: Outline, { depth, ...shows }: TreeRequest): readonly string[] {
  return symbols.flatMap((symbol, at) => {
    const level = levelOf(symbols, at)
    return level < depth ? [`${'  '.repeat(level)}${lineOf(symbol, shows)}`] : []
  })
}

/**
 * As much of the tree as fits: rather without comments than without signatures, rather without these than without a
 * level, and cut off at its end where a level less would leave most of the room empty.
 */
export function treeWithin(outline: Outline, { depth, showsDoc, tokens }: TreeRequest & { readonly tokens: number }) {
  const deepest = largest(outline.symbols.map((_, at) => levelOf(outline.symbols, at))) + 1
  const levels = Array.from({ length: Math.min(depth, deepest) }, (_, less) => Math.min(depth, deepest) - less)
  const requests: readonly TreeRequest[] = [
    { depth, showsDoc },
    { depth, showsDoc: false },
    ...levels.map((level) => ({ depth: level, showsDoc: false, isBrief: true })),
  ]
  const trees = requests.map((request) => symbolTree(outline, request).join('\n'))
  const fits = trees.findIndex((tree) => tokensOf(tree) <= tokens)
  const isSparse = tokensOf(trees[fits] ?? '') < tokens * SPARSE
  const { text } = cutLines(trees[isSparse && fits > 0 ? fits - 1 : fits] ?? trees.at(-1) ?? '', tokens)
  return { outline: text, omittedLines: outline.symbols.length - (text === '' ? 0 : text.split('\n').length) }
}

/** Share of the room. */
const SPARSE = 0.3

function levelOf(symbols: readonly CodeSymbol[], at: number): number {
  let level = 0
  for (let around = symbols[at]?.container ?? -1; around >= 0; around = symbols[around]?.container ?? -1) level++
  return level
}

function lineOf(symbol: CodeSymbol, { showsDoc, isBrief = false }: Omit<TreeRequest, 'depth'>): string {
  const { line, endLine, signature, name, kind, owner, isExported, doc } = symbol
  const lines = line === endLine ? `${line}` : `${line}-${endLine}`
  const label = isBrief || signature === '' ? `${kind} ${name}` : signature
  const ownerPrefix = owner === undefined || label.includes(owner) ? '' : `${owner}: `
  const hidden = isExported || !isDefinition(symbol) ? '' : ' (private)'
  const first = showsDoc && doc !== '' ? `  // ${firstSentence(doc)}` : ''
  return `${lines} ${ownerPrefix}${label}${hidden}${first}`
}

const LONGEST = 120

/** `e.g.` and `3.5` end nothing. */
export function firstSentence(doc: string): string {
  const end = /[.!?](?=\s+[\p{Lu}\p{N}\p{Lo}`]|$)|[。!?]/u.exec(doc)
  const sentence = end ? doc.slice(0, end.index + 1) : doc
  return sentence.length <= LONGEST ? sentence : `${[...sentence].slice(0, LONGEST - 1).join('')}…`
}
