import { textOf, type Declared, type LanguageRules, type NewImport, type Seen } from './rules.ts'
import type { SyntaxNode } from '../../../ports/syntax.ts'

/** Of a page only what scripts and styles look up is named: elements with an id. */
export const html: LanguageRules = {
  name: 'html',
  grammar: 'html',
  extensions: ['.html', '.htm', '.xhtml'],
  declarations: { start_tag: identified, self_closing_tag: identified },
  transparent: [],
  regions: ['element', 'script_element', 'style_element'],
  imports: { start_tag: linked, self_closing_tag: linked },
  comments: ['comment'],
}

function identified({ node, text }: Seen): Declared | undefined {
  const id = attribute(node, text, 'id')
  return id === '' ? undefined : { name: `#${id}`, kind: 'rule', isExported: true }
}

/** `<script src="a.js">`, `<link href="a.css">`. */
function linked({ node, text }: Seen): NewImport | undefined {
  const tag = node.namedChildren[0] ? textOf(node.namedChildren[0], text).toLowerCase() : ''
  if (tag !== 'script' && tag !== 'link') return undefined
  return { specifier: attribute(node, text, tag === 'script' ? 'src' : 'href'), names: [] }
}

function attribute(tag: SyntaxNode, text: string, name: string): string {
  const found = tag.namedChildren.find(
    ({ type, namedChildren: [label] }) => type === 'attribute' && label && textOf(label, text) === name,
  )
  const value = found?.namedChildren[1]
  return value ? textOf(value, text).replaceAll(/^["']|["']$/g, '') : ''
}
