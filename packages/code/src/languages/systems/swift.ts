import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { swiftBodies } from '../body-rules.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, childOf, childText, fieldText, headOf, isInExported, textOf, withoutConditions } from '../rules.ts'

export const swift: LanguageRules = {
  name: 'swift',
  extensions: ['.swift'],
  declarations: {
    class_declaration: typeOf,
    protocol_declaration: (seen) => ({ ...named(seen, 'interface'), isEntered: true }),
    ...alike(['function_declaration', 'protocol_function_declaration'], callable),
    init_declaration: (seen) => ({ ...named(seen, 'constructor'), name: 'init' }),
    deinit_declaration: (seen) => ({ ...named(seen, 'method'), name: 'deinit' }),
    subscript_declaration: (seen) => ({ ...named(seen, 'method'), name: 'subscript' }),
    ...alike(['property_declaration', 'protocol_property_declaration'], properties),
    enum_entry: cases,
    ...alike(['typealias_declaration', 'associatedtype_declaration'], (seen) => named(seen, 'type')),
    macro_declaration: (seen) => ({ ...named(seen, 'macro'), name: childText(seen, 'simple_identifier') }),
  },
  transparent: ['ERROR'],
  imports: { import_declaration: importOf },
  comments: ['comment', 'multiline_comment'],
  bodies: swiftBodies,
  blanked: withoutConditions,
}

/** Declarations without a modifier are open to their module; `private(set)` hides only writing. */
function isExported(seen: NodeContext): boolean {
  const modifiers = childOf(seen.node, ['modifiers'])?.namedChildren ?? []
  const isHidden = modifiers.some((each) => /^(?:file)?private$/.test(textOf(each, seen.text)))
  return isInExported(seen) && !isHidden
}

const named = (seen: NodeContext, kind: SymbolKind): Declared => ({
  name: fieldText(seen, 'name'),
  kind,
  isExported: isExported(seen),
  head: headOf(seen.node, ['attribute']),
  body: seen.node.childForFieldName('body') ?? childOf(seen.node, ['computed_property', 'willset_didset_block']),
})

const KINDS: { readonly [word: string]: SymbolKind } = { struct: 'struct', enum: 'enum', extension: 'impl' }

/** The grammar has one type of node for all of them. An extension is named by the type that it extends. */
function typeOf(seen: NodeContext): Declared {
  const kind = KINDS[fieldText(seen, 'declaration_kind')] ?? 'class'
  const declared = named(seen, kind)
  return { ...declared, name: declared.name.replace(/<.*$/s, ''), isEntered: true }
}

/** An operator such as `==` is no node: it is what stands between the word and the parameters. */
function callable(seen: NodeContext): Declared {
  const { node, text } = seen
  const name = node.childForFieldName('name')
  const isNamed = name?.type === 'simple_identifier' || name?.type === 'custom_operator'
  const head = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 1_000))
  const nameText = isNamed ? textOf(name, text) : (/\bfunc\s+([^\s(]+?)\s*(?:<[^(]*>\s*)?\(/.exec(head)?.[1] ?? '')
  return { ...named(seen, seen.around.length > 0 ? 'method' : 'function'), name: nameText.replaceAll('`', '') }
}

function properties(seen: NodeContext): readonly Declared[] {
  const { node, text } = seen
  const isConstant = node.namedChildren.some(
    (each) => each.type === 'value_binding_pattern' && textOf(each, text) === 'let',
  )
  const kind = seen.around.length > 0 ? 'field' : isConstant ? 'constant' : 'variable'
  const patterns = node.namedChildren.filter((each) => each.type === 'pattern')
  return patterns
    .flatMap(namesOf)
    .map((each) => ({ ...named(seen, kind), name: textOf(each, text).replaceAll('`', '') }))
}

const namesOf = (pattern: SyntaxNode): readonly SyntaxNode[] =>
  pattern.namedChildren.flatMap((each) =>
    each.type === 'simple_identifier' ? [each] : each.type === 'pattern' ? namesOf(each) : [],
  )

function cases(seen: NodeContext): readonly Declared[] {
  return seen.node.namedChildren
    .filter((each) => each.type === 'simple_identifier')
    .map((each) => ({ ...named(seen, 'constant'), name: textOf(each, seen.text).replaceAll('`', ''), body: null }))
}

const IMPORTED = ['struct', 'class', 'enum', 'protocol', 'typealias', 'func', 'let', 'var']

/** `import struct A.B` takes `B` from the module. */
function importOf(seen: NodeContext): NewImport {
  const path = childText(seen, 'identifier').replaceAll(/\s+/g, '')
  const dot = path.lastIndexOf('.')
  const takesOne = dot > 0 && seen.node.children.some((each) => IMPORTED.includes(each.type))
  return takesOne ? { specifier: path.slice(0, dot), names: [path.slice(dot + 1)] } : { specifier: path, names: [] }
}
