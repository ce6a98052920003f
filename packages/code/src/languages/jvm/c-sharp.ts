import type { SymbolKind } from '../../outline.ts'
import { cSharpBodies } from '../body-rules.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, childOf, fieldText, headOf, isInExported, textOf, withoutConditions } from '../rules.ts'

export const cSharp: LanguageRules = {
  name: 'c#',
  grammar: 'c-sharp',
  extensions: ['.cs', '.csx'],
  declarations: {
    class_declaration: (seen) => type(seen, 'class'),
    struct_declaration: (seen) => type(seen, 'struct'),
    interface_declaration: (seen) => type(seen, 'interface'),
    enum_declaration: (seen) => type(seen, 'enum'),
    record_declaration: recordOf,
    parameter: (seen) => ({ ...named(seen, 'field'), isExported: isInExported(seen) }),
    delegate_declaration: (seen) => named(seen, 'type'),
    method_declaration: (seen) => named(seen, 'method'),
    local_function_statement: (seen) => ({ ...named(seen, 'function'), isExported: false }),
    constructor_declaration: (seen) => named(seen, 'constructor'),
    destructor_declaration: (seen) => ({ ...named(seen, 'method'), name: `~${fieldText(seen, 'name')}` }),
    operator_declaration: (seen) => ({ ...named(seen, 'method'), name: operatorName(seen) }),
    conversion_operator_declaration: (seen) => ({ ...named(seen, 'method'), name: operatorName(seen) }),
    indexer_declaration: (seen) => ({ ...named(seen, 'method'), name: 'this' }),
    ...alike(['property_declaration', 'event_declaration'], (seen) => named(seen, 'field')),
    ...alike(['field_declaration', 'event_field_declaration'], fields),
    enum_member_declaration: (seen) => ({ ...named(seen, 'constant'), isExported: isInExported(seen) }),
  },
  transparent: ['ERROR'],
  regions: /^(?:namespace_declaration|declaration_list|global_statement)$/,
  imports: { using_directive: importOf },
  bodies: cSharpBodies,
  blanked: withoutConditions,
  modules: { namespace_declaration: moduleOf, file_scoped_namespace_declaration: moduleOf },
}

const modifiersOf = ({ node, text }: NodeContext): readonly string[] =>
  node.namedChildren.filter((each) => each.type === 'modifier').map((each) => textOf(each, text))

/** A type without a word about it is open to its assembly, a member to nobody, unless it is an interface's. */
function isExported(seen: NodeContext): boolean {
  const modifiers = modifiersOf(seen)
  const around = seen.around.at(-1)
  const isOfInterface = around?.kind === 'interface' || childOf(seen.node, ['explicit_interface_specifier']) !== null
  const isOpen = modifiers.some((each) => /^(?:public|internal|protected)$/.test(each))
  const isClosed = modifiers.includes('private') || modifiers.includes('file')
  return isInExported(seen) && (isOpen || (!isClosed && (around === undefined || isOfInterface)))
}

const named = (seen: NodeContext, kind: SymbolKind): Declared => ({
  name: fieldText(seen, 'name'),
  kind,
  isExported: isExported(seen),
  head: headOf(seen.node, ['attribute_list']),
  body: seen.node.childForFieldName('body') ?? seen.node.childForFieldName('accessors'),
})

const type = (seen: NodeContext, kind: SymbolKind): Declared => ({ ...named(seen, kind), isEntered: true })

function recordOf(seen: NodeContext): Declared {
  const isStruct = seen.node.children.some((each) => each.type === 'struct')
  return { ...type(seen, isStruct ? 'struct' : 'class'), header: childOf(seen.node, ['parameter_list']) }
}

/** `operator +`, `operator int`: as it is written, up to its parameters. */
function operatorName({ node, text }: NodeContext): string {
  const end = node.childForFieldName('parameters')?.startIndex ?? node.endIndex
  return /operator\b[^{;]*/.exec(text.slice(node.startIndex, end))?.[0].replaceAll(/\s+/g, ' ').trim() ?? ''
}

function fields(seen: NodeContext): readonly Declared[] {
  const { node, text } = seen
  const kind = modifiersOf(seen).includes('const') ? 'constant' : 'field'
  const variables = childOf(node, ['variable_declaration'])?.namedChildren ?? []
  return variables
    .filter((each) => each.type === 'variable_declarator')
    .map((each) => ({ ...named(seen, kind), name: fieldText({ node: each, text }, 'name') }))
}

const NAMES = ['qualified_name', 'alias_qualified_name', 'generic_name', 'identifier']

/** `using Short = Full.Name` takes the name after `=`; `List<int>` the part before its arguments. */
function importOf({ node, text }: NodeContext): NewImport {
  const name = node.namedChildren.findLast((each) => NAMES.includes(each.type))
  const isStatic = node.children.some((each) => each.type === 'static')
  const plainName = textOf(name, text)
    .replace(/<.*$/s, '')
    .replace(/^global::/, '')
  return { specifier: plainName.replaceAll(/\s+/g, ''), names: isStatic ? ['*'] : [] }
}

function moduleOf(seen: NodeContext): string {
  return fieldText(seen, 'name').replaceAll(/\s+/g, '')
}
