import type { Json } from '@wuku/core/core-types'
import type { DraftCall, DraftMessage, DraftBlock, DraftResult, TouchedFile } from '../conversation.ts'
import { type Fields, fieldsOf, jsonOf, listOf, parsed, textIn } from './fields.ts'

export const textBlocks = (text: string | undefined): readonly DraftBlock[] =>
  text === undefined || text.trim() === '' ? [] : [{ kind: 'text', text }]

export const thinkingBlocks = (text: string | undefined): readonly DraftBlock[] =>
  text === undefined || text.trim() === '' ? [] : [{ kind: 'thinking', text }]

type CallFacts = Pick<DraftCall, 'call' | 'server' | 'tool'> & { readonly args: unknown }

export function callBlock({ call, server, tool, args: raw }: CallFacts): DraftCall {
  const args = argumentsOf(raw)
  const files = filesOfCall(tool, args)
  return { kind: 'call', tool, args, call, server, ...(files.length > 0 && { files }) }
}

type ResultFacts = Pick<DraftResult, 'call' | 'tool'> & { readonly output: unknown; readonly isError?: boolean }

/** A tool that said nothing has no result. */
export function resultBlocks({ call, tool, output, isError = false }: ResultFacts): readonly DraftResult[] {
  const text = plainText(output)
  if (text.trim() === '') return []
  return [{ kind: 'result', text, call, tool, ...((isError || reportsFailure(output)) && { isError: true }) }]
}

/** A call that worked may report in its JSON that what it called has failed. */
function reportsFailure(output: unknown): boolean {
  const [first = output] = listOf(output)
  const json = textIn(fieldsOf(first), 'text') ?? first
  const report = typeof json === 'string' && !json.startsWith('{') ? {} : fieldsOf(parsed(json))
  const exitCode = report.exitCodeV2 ?? report.exitCode ?? report.returncode
  return report.isError === true || (typeof exitCode === 'number' && exitCode !== 0)
}

/** Results that came as messages of their own, moved to the message that called for them where that is in sight. */
export function withResultsAtCalls(messages: readonly DraftMessage[]): readonly DraftMessage[] {
  const callers = new Map<string, number>()
  const blocksPerMessage: DraftBlock[][] = []
  messages.forEach((message, at) => {
    const ownBlocks: DraftBlock[] = []
    blocksPerMessage.push(ownBlocks)
    for (const block of message.pieces) {
      const caller = block.kind === 'result' ? callers.get(block.call ?? '') : undefined
      if (block.kind === 'call' && block.call !== undefined) callers.set(block.call, at)
      ;(caller === undefined ? ownBlocks : blocksPerMessage[caller])?.push(block)
    }
  })
  return messages.flatMap((message, at) => {
    const ownBlocks = blocksPerMessage[at] ?? []
    return ownBlocks.length === 0 ? [] : [{ ...message, pieces: ownBlocks }]
  })
}

/** Deeper arguments could overflow the stack of a recursive walk. */
const MAX_ARGUMENT_DEPTH = 64

/** They come as an object, or as its JSON. */
function argumentsOf(value: unknown): Json {
  const args = parsed(value) ?? value ?? {}
  return isDeep(args) ? {} : jsonOf(args)
}

function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_ARGUMENT_DEPTH) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/** Files that a call names, by what programs call their arguments; and those of a patch. */
function filesOfCall(tool: string, args: Json): readonly TouchedFile[] {
  const isEdited = EDITING.test(tool)
  const fields = fieldsOf(args)
  const named = [...pathsIn(fields), ...listOf(fields.edits).flatMap((edit) => pathsIn(fieldsOf(edit)))]
  const files = [...named.map((path) => ({ path, isEdited })), ...patched(args)]
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

const EDITING = /edit|write|create|delete|replace|patch|apply|rename|insert/i

const names = (
  'path file file_path filePath target_file targetFile relativeWorkspacePath relative_workspace_path ' +
  'notebook_path target_notebook'
).split(' ')

/** A folder has a path as well, but nobody asks what happened to one. */
const pathsIn = (fields: Fields): readonly string[] => {
  const path = textIn(fields, ...names)
  return path === undefined || path.length > 1_000 || path.includes('\n') || path.endsWith('/') ? [] : [path]
}

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm

function patched(args: Json): readonly TouchedFile[] {
  const texts = typeof args === 'string' ? [args] : Object.values(fieldsOf(args)).flat()
  return texts
    .filter((text) => typeof text === 'string')
    .filter((text) => text.includes('*** '))
    .flatMap((text) => [...text.matchAll(PATCHED)])
    .map((found) => ({ path: (found[1] ?? '').trim(), isEdited: true }))
}

/**
 * Text as people read it. Programs wrap it in JSON, often twice; if no member of an object is its body, all members are
 * listed with their names, one a line.
 */
function plainText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return unwrapped(value, depth)
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (depth > MAX_TEXT_DEPTH) return ''
  if (Array.isArray(value)) return joined(value.map((each) => plainText(each, depth + 1)))
  const fields = fieldsOf(value)
  const body = bodies.find((key) => isThere(fields[key]))
  if (body === 'stdout') return joined([fields.stdout, fields.stderr].map((each) => plainText(each, depth + 1)))
  if (body !== undefined) return plainText(fields[body], depth + 1)
  return joined(Object.entries(fields).map(([key, each]) => labelled(key, plainText(each, depth + 1))))
}

/** Deeper ones would overflow the stack. */
const MAX_TEXT_DEPTH = 64

/** Members in which programs put the output of a tool, likeliest first. */
const bodies = ['text', 'content', 'contents', 'output', 'result', 'stdout', 'error', 'message']

const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '' && value !== false

function unwrapped(text: string, depth: number): string {
  if (depth > MAX_TEXT_DEPTH || !/^\s*(?:[{[]|"[^]*"\s*$)/.test(text)) return text
  const inner = parsed(text)
  return inner === undefined ? text : plainText(inner, depth + 1)
}

const joined = (lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n')

function labelled(name: string, text: string): string {
  if (text === '') return ''
  return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`
}
