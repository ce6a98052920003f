import { once } from '@wuku/core/once'
import { createLineIndex } from '@wuku/text/markdown/line-index'
import type { NewImport } from './rules.ts'

/** Ways to write the call: JavaScript wants its brackets, Lua does not. */
export type CallStyle = 'brackets' | 'bare'

/**
 * Imports by calls, anywhere in a file: `require('x')`, `import("x")`. The text is searched instead of the tree, since
 * such a call may be deep inside a function. A call in a comment on a line of its own does not count.
 */
export const importsByCall = (text: string, callees: readonly string[], style: CallStyle = 'brackets') =>
  callees.flatMap((callee) => callsOf(text, callee, style))

function callsOf(text: string, callee: string, style: CallStyle): readonly NewImport[] {
  const found: NewImport[] = []
  const lines = once(() => createLineIndex(text))
  for (let at = text.indexOf(callee); at >= 0; at = text.indexOf(callee, at + callee.length)) {
    const specifier = specifierAfter(text, at + callee.length, style)
    if (specifier === undefined || PART_OF_NAME.test(text[at - 1] ?? '') || isInComment(text, at)) continue
    found.push({ specifier: specifier.value, names: namesAround(text, at, specifier.end), line: lines().lineAt(at) })
  }
  return found
}

const PART_OF_NAME = /[\p{L}\p{N}_$.#@]/u

const IN_BRACKETS = /\s*\(\s*(?:\/\*[^*]{0,200}\*\/\s*)*(['"`])([^'"`\n$]{1,300})\1\s*(?=[),])\)?/y
const BARE = /\s*\(?\s*(['"])([^'"\n]{1,300})\1\s*\)?/y

function specifierAfter(text: string, at: number, style: CallStyle): { value: string; end: number } | undefined {
  const pattern = new RegExp(style === 'bare' ? BARE : IN_BRACKETS)
  pattern.lastIndex = at
  const value = pattern.exec(text)?.[2]
  return value === undefined ? undefined : { value, end: pattern.lastIndex }
}

function isInComment(text: string, at: number): boolean {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  return /^\s*(?:\/\/|\/?\*|--|#)/.test(text.slice(lineStart, Math.min(at, lineStart + 200)))
}

/** `const { a, b: c } = require('x')` takes `a` and `b`; `require('x').a` takes `a`. */
function namesAround(text: string, start: number, end: number): readonly string[] {
  const member = /^\s*\.([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(text.slice(end, end + 100))?.[1]
  if (member !== undefined) return [member]
  const listed = /\{([^{}]*)\}\s*=\s*(?:await\s*)?$/.exec(text.slice(Math.max(0, start - 400), start))?.[1] ?? ''
  return listed
    .split(',')
    .map((each) => each.split(/[:=]/)[0]?.trim() ?? '')
    .filter((name) => name !== '' && !name.startsWith('...'))
}
