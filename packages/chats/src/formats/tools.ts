import type { DraftCall, TouchedFile } from '../conversation.ts'
import { jsonOf, textOf, type Fields } from './fields.ts'

/** `name` as the program calls it: tools of MCP servers are `mcp__<server>__<tool>`. */
type CalledTool = Pick<DraftCall, 'call' | 'files'> & { readonly name: string; readonly args: unknown }

export function callOf({ call, name, args, files = [] }: CalledTool): DraftCall {
  const [, server, tool = name] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? []
  return { kind: 'call', call, server, tool, args: jsonOf(args), ...(files.length > 0 && { files }) }
}

/** The file that a call names under the first of `keys` that is there. */
export function namedFile(args: Fields, keys: readonly string[], isEdited: boolean): readonly TouchedFile[] {
  const path = keys.map((key) => textOf(args[key])).find((each) => each !== undefined)
  return path === undefined ? [] : [{ path, isEdited }]
}

const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm

/** Files that a patch in the form of `apply_patch` names, wherever in a command it stands. */
export function patchedFiles(text: string): readonly TouchedFile[] {
  if (!text.includes('*** Begin Patch')) return []
  const paths = new Set([...text.matchAll(PATCHED)].map(([, path = '']) => path.trim()))
  return [...paths].filter((path) => path !== '').map((path) => ({ path, isEdited: true }))
}
