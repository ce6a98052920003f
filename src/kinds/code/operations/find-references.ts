import { z } from 'zod'
import { writeCitation } from '../../../core/citation.ts'
import { WukuError } from '../../../core/errors.ts'
import type { DocumentId, Freshness } from '../../../core/words.ts'
import { asJson } from '../../../engine/answer.ts'
import { defineOperation, type Operation } from '../../../engine/operation.ts'
import { budgetOf, citation, count, freshness } from '../../../engine/operations/shapes.ts'
import { excerpt } from '../../../text/excerpt.ts'
import { findPath } from '../find-path.ts'
import type { CodeContexts } from '../graph/context.ts'
import { projectOf } from '../project.ts'
import { roleOf } from '../roles.ts'
import { findReferences, links, type Reference, type ReferringFile } from '../symbols/references.ts'
import { HEAD_TOKENS, tokensOf, withinBudget } from '../symbols/within-budget.ts'
import { withinProject } from '../symbols/within.ts'
import { limitAliases, projectAliases, projectPath, responseStats, under, whole, withStats } from './shapes.ts'

const input = z.strictObject({
  name: z.string().min(1).max(500).describe('`retry`, or `Cart.total` for the one of a class.'),
  project_path: projectPath,
  path: z
    .string()
    .min(1)
    .max(8_192)
    .optional()
    .describe('File of the definition that is meant, where several are called so.'),
  under,
  max_results: whole(1, 1_000, 60).describe('Lines.'),
  budget: budgetOf(2_000),
})

const reference = z.strictObject({
  line: count,
  text: z.string().describe('The line, shortened around the name if it is long.'),
  symbol: z.string().nullable().describe('That it lies in.'),
  where: z.enum(['import', 'comment', 'string']).optional().describe('Absent in code. Told by the line alone.'),
})

const output = z.strictObject({
  name: z.string().describe('As it was looked for.'),
  projectPath: z.string(),
  definitions: z
    .array(
      z.strictObject({
        path: z.string(),
        startLine: count,
        endLine: count,
        symbol: z.string(),
        signature: z.string(),
        freshness,
        citation,
      }),
    )
    .describe('At most 10, the likeliest first.'),
  omittedDefinitions: count,
  totalLines: count.describe('Lines found in all.'),
  totalFiles: count,
  isBounded: z.boolean().describe('true: too many places to look at all; the totals are lower bounds.'),
  ofNamesakes: count.describe('Files left out since they mean a definition of the same name elsewhere.'),
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        link: z.enum(links).describe('The file defines it, imports the file that does, or only names it.'),
        role: z.string(),
        startLine: count.describe('Of the first line shown.'),
        endLine: count.describe('Of the last line shown.'),
        lines: z.array(reference),
        omitted: count.describe('More lines of this file.'),
        freshness,
        citation,
      }),
    )
    .describe('Files that are tied to the definition first.'),
  omittedLines: count.describe('Lines of all files that are not shown.'),
  responseStats,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type File = Output['files'][number]

export const createFindReferences = (contexts: CodeContexts): Operation =>
  defineOperation<Input, Output>({
    name: 'find_references',
    group: 'code',
    title: 'Find uses of a name',
    description:
      'Every line that uses a name as a whole word, grouped by file with the function that each lies in; definitions are ' +
      'listed apart. Give path when several things are called so. Use it before renaming or changing something.',
    effect: 'read',
    input,
    output,
    aliases: {
      ...projectAliases,
      ...limitAliases,
      symbol: 'name',
      query: 'name',
      q: 'name',
      file: 'path',
      folder: 'under',
    },
    searchHint: 'find references usages callers uses of a function who calls 引用 调用 用法',
    route: { method: 'GET', path: '/repos/references' },
    examples: [
      { says: 'Who calls it', input: { name: 'retryWhenBusy' } },
      { says: 'One of several of the same name', input: { name: 'Order', path: 'src/storage/orders.ts' } },
    ],
    async run(wanted, { engine }) {
      const project = await projectOf(wanted.project_path, engine)
      const { found, defining } = await engine.read(async (view) => {
        const context = await contexts.of(view, project.source.id)
        const path = wanted.path === undefined ? {} : { path: findPath(wanted.path, project, context) }
        const within = withinProject(project, wanted.under, context)
        const all = await findReferences({ name: wanted.name, ...path, within }, { view, context })
        return {
          found: all,
          defining: await view.documentsById(
            all.definitions.slice(0, MOST_DEFINITIONS).map(({ document }) => document),
          ),
        }
      })
      if (found.definitions.length === 0 && found.files.length === 0) throw nowhere(wanted.name)
      const ages = await engine.freshness([
        ...defining,
        ...found.files.slice(0, wanted.max_results).map(({ document }) => document),
      ])
      const telling = { source: project.source.name, ages, name: found.name }
      const definitions = found.definitions.slice(0, MOST_DEFINITIONS).map((each) => ({
        path: each.path,
        startLine: each.symbol.line,
        endLine: each.symbol.endLine,
        symbol: each.namePath.join('.'),
        signature: each.symbol.signature,
        freshness: ages.get(each.document) ?? ('unknown' as const),
        citation: citationOf(telling.source, each.path, { from: each.symbol.line, to: each.symbol.endLine }),
      }))
      const shownDefinitions = withinBudget(definitions, wanted.budget / 2)
      const files = tellFiles(found.files, {
        ...telling,
        most: wanted.max_results,
        budget: wanted.budget - tokensOf(shownDefinitions),
      })
      const totalLines = found.files.reduce((sum, { references }) => sum + references.length, 0)
      return withStats({
        name: found.name,
        projectPath: project.source.root,
        definitions: [...shownDefinitions],
        omittedDefinitions: found.definitions.length - shownDefinitions.length,
        totalLines,
        totalFiles: found.files.length,
        isBounded: found.isBounded,
        ofNamesakes: found.ofNamesakes,
        files,
        omittedLines: totalLines - files.reduce((sum, { lines }) => sum + lines.length, 0),
      })
    },
    render: asJson,
  })

const MOST_DEFINITIONS = 10

const citationOf = (source: string, path: string, lines: { readonly from: number; readonly to: number }): string =>
  writeCitation({ kind: 'code', source, path, lines })

const nowhere = (name: string): WukuError =>
  new WukuError(
    'not-found',
    `Nothing here is called "${name.slice(0, 200)}", and no line holds it.`,
    'Ask find_symbol for names like it; what is new needs repo_reindex.',
  )

interface Telling {
  readonly source: string
  readonly name: string
  readonly ages: ReadonlyMap<DocumentId, Freshness>
  /** Lines. */
  readonly most: number
  readonly budget: number
}

/** At least so many lines of a file are shown before others have their turn. */
const LEAST_OF_FILE = 4

function tellFiles(found: readonly ReferringFile[], telling: Telling): File[] {
  const ofFile = Math.max(LEAST_OF_FILE, Math.ceil(telling.most / Math.max(1, found.length)))
  const files: File[] = []
  let [lines, tokens] = [telling.most, telling.budget - HEAD_TOKENS]
  for (const each of found) {
    const told = tellFile(each, Math.min(ofFile, lines), telling)
    const cost = tokensOf(told)
    const isFirst = files.length === 0
    if (lines <= 0 || (cost > tokens && !isFirst)) break
    const fitting = cost > tokens ? tellFile(each, LEAST_OF_FILE, telling) : told
    files.push(fitting)
    lines -= fitting.lines.length
    tokens -= tokensOf(fitting)
  }
  return files
}

function tellFile({ document, link, references }: ReferringFile, most: number, { source, ages, name }: Telling): File {
  const shown = references.slice(0, Math.max(1, most))
  const [from, to] = [shown[0]?.line ?? 1, shown.at(-1)?.line ?? 1]
  return {
    path: document.path,
    link,
    role: roleOf(document.path),
    startLine: from,
    endLine: to,
    lines: shown.map((each) => tellLine(each, name)),
    omitted: references.length - shown.length,
    freshness: ages.get(document.id) ?? 'unknown',
    citation: citationOf(source, document.path, { from, to }),
  }
}

const LINE_CHARS = 160

function tellLine({ line, text, symbol, where }: Reference, name: string): File['lines'][number] {
  const trimmed = text.trim()
  const start = Math.max(0, trimmed.indexOf(name))
  const match = { start, end: start + name.length, term: name, weight: 1 }
  return { line, text: excerpt(trimmed, [match], LINE_CHARS), symbol, ...(where !== 'code' && { where }) }
}
