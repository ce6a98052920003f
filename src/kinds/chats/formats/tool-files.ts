import type { Json } from '../../../core/words.ts'
import type { TouchedFile } from '../conversation.ts'
import { fieldsOf, listOf, type Fields } from './fields.ts'
import { textIn } from './lookup.ts'

/** Files that a call names, by what programs call their arguments; and those of a patch. */
export function filesOfCall(tool: string, args: Json): readonly TouchedFile[] {
  const isEdited = EDITING.test(tool)
  const fields = fieldsOf(args)
  const named = [...pathsIn(fields), ...listOf(fields.edits).flatMap((edit) => pathsIn(fieldsOf(edit)))]
  const files = [...named.map((path) => ({ path, isEdited })), ...patched(args)]
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

const EDITING = /edit|write|create|delete|replace|patch|apply|rename|insert/i

const names = [
  'path',
  'file',
  'file_path',
  'filePath',
  'target_file',
  'targetFile',
  'relativeWorkspacePath',
  'relative_workspace_path',
  'notebook_path',
  'target_notebook',
]

/** A folder has a path as well, but nobody asks what happened to one. */
const pathsIn = (fields: Fields): readonly string[] => {
  const path = textIn(fields, ...names)
  return path === undefined || path.length > 1_000 || path.includes('\n') || path.endsWith('/') ? [] : [path]
}

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm

function patched(args: Json): readonly TouchedFile[] {
  const texts = typeof args === 'string' ? [args] : Object.values(fieldsOf(args))
  return texts
    .filter((text) => typeof text === 'string')
    .filter((text) => text.includes('*** '))
    .flatMap((text) => [...text.matchAll(PATCHED)])
    .map((found) => ({ path: (found[1] ?? '').trim(), isEdited: true }))
}
