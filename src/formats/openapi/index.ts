import type { Format, FormatAnswer, FormatFile } from '../format.ts'
import { createPaper, type Paper } from '../writing/paper.ts'
import { operationsOf } from './operation.ts'
import { writeOverview } from './overview.ts'
import { parseApi } from './parse.ts'
import { writeOperation, writeSchema } from './parts.ts'
import { at, type Tree, treeOf, wordsOf } from './tree.ts'
import type { Problem } from '../../core/words.ts'
import { outerReferences } from './outer-references.ts'
import { usedSchemas } from './used-schemas.ts'

/** OpenAPI 3.0 and 3.1 and Swagger 2.0, as JSON or YAML: one part an operation. No reference is followed out of the file. */
export const openApi: Format = { name: 'openapi', read: readOpenApi }

function readOpenApi({ path, text }: FormatFile): FormatAnswer {
  const parsed = parseApi(text, path)
  if (parsed === undefined) return { skipped: { path, why: 'it describes no API' } }
  if ('said' in parsed) return { problem: { path, ...parsed } }
  const { root } = parsed
  const title =
    wordsOf(at(treeOf(at(root, 'info')), 'title'))
      .replaceAll(/\s+/g, ' ')
      .trim() ||
    (path.split('/').at(-1) ?? path)
  const paper = createPaper()
  writeOverview(paper, root, title)
  const isWhole = writeAll(paper, root)
  const page = { ...paper.page(title), meta: { version: wordsOf(at(treeOf(at(root, 'info')), 'version')) } }
  const said = `It describes more than ${MOST_PARTS} operations and schemas: the others are left out.`
  const problems = [
    ...(isWhole ? [] : [{ path, said, remedy: 'Split it into one file for each group of paths.' }]),
    ...unread(path, outerReferences(root)),
  ]
  return problems.length > 0 ? { page, problems } : { page }
}

const MOST_NAMED = 20

/** They may name any file or host: none is read. */
function unread(path: string, references: readonly string[]): readonly Problem[] {
  if (references.length === 0) return []
  const shown = references.slice(0, MOST_NAMED).join(', ')
  const more = references.length > MOST_NAMED ? ` and ${references.length - MOST_NAMED} more` : ''
  return [
    {
      path,
      said: `It refers to what lies in other files, which was not read: ${shown}${more}.`,
      remedy: 'Bundle it into one file (such as "npx @redocly/cli bundle <file>") and add that.',
    },
  ]
}

/** The largest descriptions in public have a tenth of it. */
const MOST_PARTS = 20_000

function writeAll(paper: Paper, root: Tree): boolean {
  let parts = 0
  for (const operation of operationsOf(root)) {
    if (parts++ === MOST_PARTS) return false
    writeOperation(paper, root, operation)
  }
  for (const named of usedSchemas(root)) {
    if (parts++ === MOST_PARTS) return false
    writeSchema(paper, root, named)
  }
  return true
}
