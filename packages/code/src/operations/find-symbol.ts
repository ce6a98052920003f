import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { budgetOf, citation, count, freshness } from '@wuku/kernel/base/operation-shapes'
import { numberLines, sliceLines } from '@wuku/text/markdown/line-index'
import { askAcross, outside } from '../across.ts'
import { fileGone, notes, filterPresent, withNotes } from '../missing-files.ts'
import { readProject } from '../graph/code-context.ts'
import { briefCode } from '../pack/brief.ts'
import { symbolKinds } from '../outline.ts'
import { type Project, projectsOf, displayPath } from '../code-project.ts'
import { roleOf } from '../roles.ts'
import { findSymbols, type FoundSymbol, matches } from '../symbols/symbol-search.ts'
import { cutTexts, HEAD_TOKENS, tokensOf, withinBudget, withinProject } from '../symbols/within-budget.ts'
import { language, limitAliases, projectPath, under, integer } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

const input = z.strictObject({
  name: z.string().min(1).max(500).describe('`retry`, or `Cart.addItem`, `Cart::add_item`, `Cart#add`.'),
  project_path: projectPath,
  match: z
    .enum(['auto', ...matches])
    .default('auto')
    .describe('auto tries exact, then part, then fuzzy, until something is found. Case and `_` are ignored.'),
  kind: z
    .enum(symbolKinds)
    .optional()
    .describe('"function" includes methods; "type" includes classes, interfaces and the like.'),
  language,
  under,
  include_body: z.boolean().default(false).describe('Add the lines of the declaration, within the budget.'),
  max_results: integer(1, 200, 20).describe('Maximum number of symbols.'),
  budget: budgetOf(2_000),
})

const foundSymbol = z.strictObject({
  name: z.string(),
  kind: z.enum(symbolKinds),
  container: z.string().nullable().describe('Enclosing symbol, as `Outer.Inner`.'),
  signature: z.string(),
  doc: z.string().optional().describe('First paragraph of its comment.'),
  exported: z.boolean().describe('Whether other files may use it.'),
  path: z.string(),
  startLine: count,
  endLine: count,
  language: z.string().nullable(),
  role: z.string(),
  freshness,
  citation,
  body: z.string().optional().describe('Lines as `12: text`.'),
  bodyOmittedLines: count.optional().describe('Lines of the body left out for the budget.'),
})

const output = z.strictObject({
  name: z.string(),
  projectPath: z.string(),
  outside,
  match: z.enum(matches).describe('How the names were matched.'),
  total: count.describe('Total found.'),
  isBounded: z.boolean().describe('true: not every place could be checked.'),
  symbols: z.array(foundSymbol).describe('Best first.'),
  omitted: count.describe('Left out for max_results or budget.'),
  notes,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type Shown = z.output<typeof foundSymbol>

export const findSymbol = defineRepoOperation({
  name: 'find_symbol',
  title: 'Find a definition',
  description:
    'Go to the definition of a function, class, type, method or variable by its name, even if partial or misspelt: ' +
    'signature, comment, lines, and its body on request. For its uses: find_references. Without a name: ' +
    'repo_semantic_search.',
  input,
  output,
  aliases: {
    ...limitAliases,
    symbol: 'name',
    query: 'name',
    q: 'name',
    body: 'include_body',
    folder: 'under',
    lang: 'language',
  },
  searchHint: 'find symbol where is defined definition function class method go to declaration 定义 符号 函数 类',
  route: { method: 'GET', path: '/repos/symbols' },
  examples: [
    { label: 'A method of a class', input: { name: 'Cart.addItem' } },
    { label: 'A partly known name, with its code', input: { name: 'retry', match: 'part', include_body: true } },
  ],
  async run(request, context) {
    const found = await askAcross(await projectsOf(request.project_path, context.engine), {
      ask: (project) => answer(project, request, context),
      keep: closest,
      lists: ['symbols'],
      most: request.max_results,
      budget: request.budget,
    })
    return { ...found, omitted: found.total - found.symbols.length }
  },
  brief: briefCode,
})

/** A name that one repository has exactly is not looked for in names that resemble it. */
const closest = (answers: readonly Output[]): readonly Output[] => {
  const best = matches.find((match) => answers.some((each) => each.match === match))
  return answers.filter(({ match }) => match === best)
}

async function answer(project: Project, request: Input, { engine, caller }: OperationContext): Promise<Output> {
  const { cache } = engine.sources
  const found = await readProject({ project, engine }, (place) =>
    findSymbols({ ...request, within: withinProject(project, request.under, place.context) }, { ...place, cache }),
  )
  const { there: shown, ages, gone, goneFiles } = await filterPresent(found.symbols, request.max_results, engine)
  const [first] = found.symbols
  if (first && shown.length === 0) throw fileGone(first.path)
  const total = found.symbols.length - gone
  const retained = withinBudget(
    shown.map((each) => describeSymbol(each, project.source.name, ages)),
    request.budget,
  )
  const named = shown.slice(0, retained.length)
  return {
    name: request.name,
    projectPath: displayPath(project, caller),
    match: found.match,
    total,
    isBounded: found.isBounded,
    symbols: request.include_body
      ? await withBodies(retained, named, { budget: request.budget, engine })
      : [...retained],
    omitted: total - retained.length,
    ...withNotes(goneFiles),
  }
}

function describeSymbol(
  { symbol, namePath, path, outline, document }: FoundSymbol,
  source: string,
  ages: ReadonlyMap<DocumentId, Freshness>,
): Shown {
  const { line, endLine } = symbol
  return {
    name: symbol.name,
    kind: symbol.kind,
    container: namePath.length > 1 ? namePath.slice(0, -1).join('.') : null,
    signature: symbol.signature,
    ...(symbol.doc !== '' && { doc: symbol.doc }),
    exported: symbol.isExported,
    path,
    startLine: line,
    endLine,
    language: outline.language,
    role: roleOf(path),
    freshness: ages.get(document) ?? 'unknown',
    citation: writeCitation({ kind: 'code', source, path, lines: { from: line, to: endLine } }),
  }
}

/** The rest of the budget is shared among the bodies. */
async function withBodies(
  retained: readonly Shown[],
  shown: readonly FoundSymbol[],
  { budget, engine }: { readonly budget: number; readonly engine: Engine },
): Promise<Shown[]> {
  const texts = await engine.read((view) => view.documents.bodies([...new Set(shown.map(({ document }) => document))]))
  const bodies = shown.map(({ document, symbol: { line, endLine } }) =>
    numberLines(sliceLines(texts.get(document) ?? '', line, endLine - line + 1), line),
  )
  const cut = cutTexts(bodies, budget - HEAD_TOKENS - tokensOf(retained))
  return retained.map((each, at) => {
    const { text = '', omitted = 0 } = cut[at] ?? {}
    return { ...each, ...(text !== '' && { body: text }), ...(omitted > 0 && { bodyOmittedLines: omitted }) }
  })
}
