import { withoutGone } from '../graph/related.ts'
import { fileGone, gonePaths, notes, withNotes } from '../missing-files.ts'
import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { citation, freshness } from '@wuku/kernel/base/operation-shapes'
import { findPath } from '../find-path.ts'
import { readProject, type CodeProjectRequest } from '../graph/code-context.ts'
import { fileAt, importersOf, importsOf } from '../graph/import-links.ts'
import { counts, linkLines, linkLists, linkObjects, informativeSymbols } from '../pack/related.ts'
import { projectOf, displayPath } from '../code-project.ts'
import { roleOf } from '../roles.ts'
import { compactOrFull, limitAliases, projectPath, integer } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

const input = z.strictObject({
  path: z.string().min(1).max(8_192).describe('File, from the root of the repository.'),
  project_path: projectPath,
  max_results: integer(1, 100, 16).describe('Maximum length of each list.'),
  response_mode: compactOrFull,
})

const output = z.strictObject({
  projectPath: z.string(),
  path: z.string(),
  responseMode: compactOrFull,
  language: z.string().nullable(),
  role: z.string(),
  freshness,
  citation,
  counts,
  ...linkLists,
  omitted: counts.describe('Left out of each list.'),
  notes,
})

type Output = z.output<typeof output>

const MAX_COMPACT = 8

export const repoRelatedFiles = defineRepoOperation({
  name: 'repo_related_files',
  title: 'Files related to a file',
  description:
    'List what one file defines, what it imports and who imports it, with lines. Use it before you change a known file. ' +
    'For a task in words: repo_context_pack; for one name: find_references.',
  input,
  output,
  aliases: { ...limitAliases, file: 'path', file_path: 'path', filename: 'path' },
  searchHint: 'related files imports importers dependencies symbols 依赖 引用 代码',
  route: { method: 'GET', path: '/repos/related' },
  examples: [{ label: 'Who depends on it', input: { path: 'src/payment/retry.ts' } }],
  run: answer,
})

async function answer(request: z.output<typeof input>, { engine, caller }: OperationContext): Promise<Output> {
  const project = await projectOf(request.project_path, engine)
  const { source } = project
  const { file, age, imports, importedBy, gone } = await linksThere(request.path, { project, engine })
  const symbols = informativeSymbols(file.outline.symbols, new Set())
  // Links to a file here can be followed; the libraries come last.
  const ordered = imports.toSorted((a, b) => Number(b.paths.length > 0) - Number(a.paths.length > 0))
  const links = { symbols, imports: ordered, importedBy }
  const isFull = request.response_mode === 'full'
  const limit = isFull ? request.max_results : Math.min(request.max_results, MAX_COMPACT)
  const all = { symbols: symbols.length, imports: imports.length, importedBy: importedBy.length }
  return {
    projectPath: displayPath(project, caller),
    path: file.path,
    responseMode: request.response_mode,
    language: file.outline.language,
    role: roleOf(file.path),
    freshness: age ?? 'unknown',
    citation: writeCitation({ kind: 'code', source: source.name, path: file.path }),
    counts: all,
    ...(isFull ? linkObjects(links, limit) : linkLines(links, limit)),
    omitted: {
      symbols: Math.max(0, all.symbols - limit),
      imports: Math.max(0, all.imports - limit),
      importedBy: Math.max(0, all.importedBy - limit),
    },
    ...withNotes(gone.size),
  }
}

async function linksThere(path: string, { project, engine }: CodeProjectRequest) {
  const { context, file, document, ...linked } = await readProject({ project, engine }, async (place) => {
    const found = await fileAt(place, findPath(path, project, place.context))
    if (!found) throw new Error('An indexed file has no document.')
    return {
      context: place.context,
      file: found,
      document: (await place.view.documents.byId([found.document]))[0],
      imports: await importsOf(place, found),
      importedBy: await importersOf(place, { file: found }),
    }
  })
  const ages = document ? await engine.search.freshness([document]) : undefined
  const age = ages?.get(file.document)
  if (age === 'missing') throw fileGone(file.path)
  const paths = [...linked.imports.flatMap((each) => each.paths), ...linked.importedBy.map((each) => each.path)]
  const gone = await gonePaths(paths, context, engine)
  return { file, age, gone, ...withoutGone(linked, gone) }
}
