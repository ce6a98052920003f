import type { Syntax } from '../../../ports/syntax.ts'
import type { LanguageRules } from '../languages/rules.ts'
import { javascript, typescript } from '../languages/typescript.ts'
import { parsedStructure } from './parsed.ts'
import type { Structure } from './structure.ts'

/**
 * All scripts are parsed as one text, in which everything around them is blank: so that places and lines need not be moved.
 * One in TypeScript makes all of them so, since whatever is JavaScript is TypeScript too.
 */
export function readScripts(syntax: Syntax, text: string, language: string): Structure | undefined {
  const scripts = scriptsIn(text, language)
  if (scripts.length === 0) return undefined
  const rules: LanguageRules = scripts.some(({ isTyped }) => isTyped) ? typescript : javascript
  const alone = onlyScripts(text, scripts)
  return parsedStructure(syntax, alone, rules)
}

/** Where a text of another language holds scripts. */
interface Script {
  readonly start: number
  readonly end: number
  readonly isTyped: boolean
}

/** The scripts of a page or a component, and the head of an Astro file. A script that is never closed is none. */
function scriptsIn(text: string, language: string): readonly Script[] {
  const scripts: Script[] = language === 'astro' ? [...frontScript(text)] : []
  const opening = new RegExp(OPENING)
  const closing = new RegExp(CLOSING)
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    closing.lastIndex = opening.lastIndex
    const close = closing.exec(text)
    if (!close) break
    const [, attributes = ''] = found
    if (!NO_CODE.test(attributes))
      scripts.push({ start: opening.lastIndex, end: close.index, isTyped: TYPED.test(attributes) })
    opening.lastIndex = closing.lastIndex
  }
  return scripts
}

/** Attributes are looked through for so far only: a page may be made of openings that never end. */
const OPENING = /<script\b((?:[^>"']|"[^"]{0,300}"|'[^']{0,300}'){0,300})>/gi
const CLOSING = /<\/script\b/gi
/** Data and templates have a type too. */
const NO_CODE = /\btype\s*=\s*["']?(?!["']|module|text\/(?:java|type|babel)|application\/(?:java|ecma))/i
const TYPED = /\blang\s*=\s*["']?tsx?\b/i

function frontScript(text: string): readonly Script[] {
  const head = /\s*---\r?\n/y.exec(text)?.[0]
  if (head === undefined) return []
  const end = /^---\s*$/m.exec(text.slice(head.length))?.index ?? 0
  return [{ start: head.length, end: head.length + end, isTyped: true }]
}

function onlyScripts(text: string, scripts: readonly Script[]): string {
  let alone = ''
  let at = 0
  for (const { start, end } of scripts) {
    if (start < at) continue
    alone += blanked(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return alone + blanked(text.slice(at))
}

const blanked = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
