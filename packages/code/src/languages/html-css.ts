import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { Declared, LanguageRules, NewImport, NodeContext } from './rules.ts'
import { childOf, childText, fieldText, textOf, withoutQuotes } from './rules.ts'

/** Only elements with an id are symbols: scripts and styles look them up. */
export const html: LanguageRules = {
  name: 'html',
  extensions: ['.html', '.htm', '.xhtml'],
  declarations: { start_tag: identified, self_closing_tag: identified },
  regions: /^(?:element|script_element|style_element)$/,
  imports: { start_tag: linked, self_closing_tag: linked },
}

function identified({ node, text }: NodeContext): Declared | undefined {
  const id = attribute(node, text, 'id')
  return id === '' ? undefined : { name: `#${id}`, kind: 'rule', isExported: true }
}

/** `<script src="a.js">`, `<link href="a.css">`. */
function linked({ node, text }: NodeContext): NewImport | undefined {
  const tag = textOf(node.namedChildren[0], text).toLowerCase()
  if (tag !== 'script' && tag !== 'link') return undefined
  return { specifier: attribute(node, text, tag === 'script' ? 'src' : 'href'), names: [] }
}

function attribute(tag: SyntaxNode, text: string, name: string): string {
  const found = tag.namedChildren.find(
    ({ type, namedChildren: [label] }) => type === 'attribute' && label && textOf(label, text) === name,
  )
  return withoutQuotes(textOf(found?.namedChildren[1], text))
}

/** Selectors label their rules; custom properties and keyframes are names that are used elsewhere. */
export const css: LanguageRules = {
  name: 'css',
  extensions: ['.css', '.pcss'],
  declarations: { rule_set: rule, declaration: customProperty, keyframes_statement: keyframes },
  regions: /^(?:media_statement|supports_statement|at_rule|block)$/,
  imports: { import_statement: imported },
}

const SELECTOR_CHARS = 120

function rule({ node, text }: NodeContext): Declared {
  const selectors = textOf(node.namedChildren[0], text).slice(0, 4 * SELECTOR_CHARS)
  const name = selectors.replaceAll(/\s+/g, ' ').slice(0, SELECTOR_CHARS)
  return { name, kind: 'rule', isExported: true, body: childOf(node, ['block']), isEntered: true }
}

function customProperty({ node, text }: NodeContext): Declared | undefined {
  const [name] = node.namedChildren
  if (!name || !text.startsWith('--', name.startIndex)) return undefined
  return { name: textOf(name, text), kind: 'variable', isExported: true }
}

function keyframes(seen: NodeContext): Declared {
  return { name: childText(seen, 'keyframes_name') || fieldText(seen, 'name'), kind: 'constant', isExported: true }
}

/** `@import "a.css"`, `@import url(b.css) screen`. */
function imported({ node, text }: NodeContext): NewImport | undefined {
  const specifier = /^@import\s+(?:url\(\s*)?["']?([^"'()\s;]+)/i.exec(textOf(node, text))?.[1]
  return specifier === undefined ? undefined : { specifier, names: [] }
}
