import { javaBodies } from '../body-rules.ts'
import type { SymbolKind } from '../../outline.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, childOf, childText, fieldText, headOf, isInExported } from '../rules.ts'

export const java: LanguageRules = {
  name: 'java',
  extensions: ['.java'],
  declarations: {
    class_declaration: (seen) => type(seen, 'class'),
    ...alike(['interface_declaration', 'annotation_type_declaration'], (seen) => type(seen, 'interface')),
    enum_declaration: (seen) => type(seen, 'enum'),
    record_declaration: (seen) => ({ ...type(seen, 'class'), header: seen.node.childForFieldName('parameters') }),
    ...alike(['method_declaration', 'annotation_type_element_declaration'], (seen) => named(seen, 'method')),
    ...alike(['constructor_declaration', 'compact_constructor_declaration'], (seen) => named(seen, 'constructor')),
    ...alike(['field_declaration', 'constant_declaration'], fields),
    formal_parameter: (seen) => named(seen, 'field'),
    enum_constant: (seen) => named(seen, 'constant'),
  },
  transparent: ['ERROR'],
  regions: /^enum_body_declarations$/,
  imports: { import_declaration: importOf },
  comments: ['line_comment', 'block_comment'],
  bodies: javaBodies,
  modules: { package_declaration: (seen) => nameIn(seen) },
}

const ANNOTATIONS = ['annotation', 'marker_annotation']

/** Without a word about it, it is open to its package. */
function isExported(seen: NodeContext): boolean {
  const modifiers = childOf(seen.node, ['modifiers'])
  return isInExported(seen) && !modifiers?.children.some((each) => each.type === 'private')
}

const named = (seen: NodeContext, kind: SymbolKind): Declared => ({
  name: fieldText(seen, 'name'),
  kind,
  isExported: isExported(seen),
  head: headOf(seen.node, ANNOTATIONS),
  body: seen.node.childForFieldName('body'),
})

const type = (seen: NodeContext, kind: SymbolKind): Declared => ({ ...named(seen, kind), isEntered: true })

function fields(seen: NodeContext): readonly Declared[] {
  const { node, text } = seen
  const modifiers = childOf(node, ['modifiers'])?.children.map((each) => each.type) ?? []
  const isConstant =
    node.type === 'constant_declaration' || (modifiers.includes('static') && modifiers.includes('final'))
  return node.namedChildren
    .filter((each) => each.type === 'variable_declarator')
    .map((each) => ({
      ...named(seen, isConstant ? 'constant' : 'field'),
      name: fieldText({ node: each, text }, 'name'),
    }))
}

const nameIn = (seen: NodeContext): string => childText(seen, 'scoped_identifier', 'identifier').replaceAll(/\s+/g, '')

/** `import static a.B.c` takes `c` from the class, `import a.b.*` all of the package. */
function importOf(seen: NodeContext): NewImport {
  const { node } = seen
  const specifier = nameIn(seen)
  if (childOf(node, ['asterisk'])) return { specifier, names: ['*'] }
  const isStatic = node.children.some((each) => each.type === 'static')
  const dot = specifier.lastIndexOf('.')
  return isStatic && dot > 0
    ? { specifier: specifier.slice(0, dot), names: [specifier.slice(dot + 1)] }
    : { specifier, names: [] }
}
