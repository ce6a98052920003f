import { z } from 'zod'
import type { Caller } from '@wuku/kernel/base/caller'
import { writeCitation } from '@wuku/core/citation'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { budgetOf, citation, count, freshness } from '@wuku/kernel/base/operation-shapes'
import { numberLines, sliceLines } from '@wuku/text/markdown/line-index'
import { askAcross, outside } from '../across.ts'
import { fileGone, notes, filterPresent, withNotes } from '../missing-files.ts'
import type { CodeContexts, ContextsOf } from '../graph/code-context.ts'
import { briefCode } from '../pack/brief.ts'
import { symbolKinds } from '../outline.ts'
import { projectOf, projectsOf, displayPath } from '../code-project.ts'
import { roleOf } from '../roles.ts'
import { findSymbols, type FoundSymbol, matches } from '../symbols/symbol-search.ts'
import { createKnownNames, type KnownNames } from '../symbols/known-names.ts'
import { cutLines, HEAD_TOKENS, shareOut, tokensOf, withinBudget, withinProject } from '../symbols/within-budget.ts'
import {
  language,
  limitAliases,
  projectAliases,
  projectPath,
  responseStats,
  under,
  integer,
  withStats,
} from '../repo-shapes.ts'

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
  responseStats,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type Shown = z.output<typeof foundSymbol>

export const createFindSymbol = (contextsOf: ContextsOf): Operation =>
  defineOperation({
    name: 'find_symbol',
    group: 'code',
    title: 'Find a definition',
    description:
      'Go to the definition of a function, class, type, method or variable by its name, even if partial or misspelt: ' +
      'signature, comment, lines, and its body on request. For its uses: find_references. Without a name: ' +
      'repo_semantic_search.',
    effect: 'read',
    input,
    output,
    aliases: {
      ...projectAliases,
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
    async run(request, { engine, caller }) {
      const place = { engine, caller, contexts: contextsOf(engine), names: createKnownNames(engine.sources.cache) }
      const found = await askAcross(await projectsOf(request.project_path, engine), {
        ask: (named) => answer({ ...request, ...named }, place),
        keep: closest,
        lists: ['symbols'],
        most: request.max_results,
        budget: request.budget,
      })
      return withStats({ ...found, omitted: found.total - found.symbols.length })
    },
    brief: briefCode,
  })

interface Place {
  readonly caller: Caller
  readonly engine: Engine
  readonly contexts: CodeContexts
  readonly names: KnownNames
}

type Body = Omit<Output, 'responseStats'>

/** A name that one repository has exactly is not looked for in names that resemble it. */
const closest = (answers: readonly Body[]): readonly Body[] => {
  const best = matches.find((match) => answers.some((each) => each.match === match))
  return answers.filter(({ match }) => match === best)
}

async function answer(request: Input, { engine, caller, contexts, names }: Place): Promise<Body> {
  const project = await projectOf(request.project_path, engine)
  const found = await engine.read(async (view) => {
    const context = await contexts.of(view, project.source.id)
    return findSymbols({ ...request, within: withinProject(project, request.under, context) }, { view, context, names })
  })
  const { there: shown, ages, gone, goneFiles } = await filterPresent(found.symbols, request.max_results, engine)
  const [first] = found.symbols
  if (first && shown.length === 0) throw fileGone(first.path)
  const total = found.symbols.length - gone
  const retained = withinBudget(
    shown.map((each) => describeSymbol(each, project.source.name, ages)),
    request.budget,
  )
  const texts = request.include_body ? await textsOf(shown.slice(0, retained.length), engine) : undefined
  return {
    name: request.name,
    projectPath: displayPath(project, caller),
    match: found.match,
    total,
    isBounded: found.isBounded,
    symbols: texts ? withBodies(retained, { shown, texts, budget: request.budget }) : [...retained],
    omitted: total - retained.length,
    ...withNotes(goneFiles),
  }
}

const textsOf = (found: readonly FoundSymbol[], engine: Engine): Promise<ReadonlyMap<DocumentId, string>> =>
  engine.read((view) => view.documents.bodies([...new Set(found.map(({ document }) => document))]))

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

interface Bodies {
  readonly shown: readonly FoundSymbol[]
  readonly texts: ReadonlyMap<DocumentId, string>
  readonly budget: number
}

/** The rest of the budget is shared among the bodies, short ones whole. */
function withBodies(retained: readonly Shown[], { shown, texts, budget }: Bodies): Shown[] {
  const bodies = retained.map(({ startLine, endLine }, at) => {
    const text = texts.get(shown[at]?.document ?? (0 as DocumentId)) ?? ''
    return numberLines(sliceLines(text, startLine, endLine - startLine + 1), startLine)
  })
  const shares = shareOut(bodies.map(tokensOf), budget - HEAD_TOKENS - tokensOf(retained))
  return retained.map((each, at) => {
    const { text, omitted } = cutLines(bodies[at] ?? '', shares[at] ?? 0)
    return { ...each, ...(text !== '' && { body: text }), ...(omitted > 0 && { bodyOmittedLines: omitted }) }
  })
}
