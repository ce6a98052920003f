import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { kotlinBodies } from '../body-rules.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { childOf, childText, fieldText, headOf, isInExported, textOf, withPlainLetters } from '../rules.ts'

export const kotlin: LanguageRules = {
  name: 'kotlin',
  extensions: ['.kt', '.kts'],
  declarations: {
    class_declaration: classOf,
    object_declaration: (seen) => type(seen, 'object'),
    companion_object: (seen) => ({ ...type(seen, 'object'), name: fieldText(seen, 'name') || 'Companion' }),
    class_parameter: (seen) =>
      has(seen.node, ['val', 'var']) ? { ...named(seen, 'field'), name: firstName(seen) } : undefined,
    function_declaration: callable,
    secondary_constructor: (seen) => ({ ...named(seen, 'constructor'), name: 'constructor' }),
    property_declaration: properties,
    enum_entry: (seen) => ({ ...named(seen, 'constant'), name: firstName(seen) }),
    type_alias: (seen) => ({ ...named(seen, 'type'), name: firstName(seen) }),
  },
  transparent: ['ERROR'],
  regions: /^class_parameters$/,
  imports: { import: importOf },
  comments: ['line_comment', 'block_comment'],
  bodies: kotlinBodies,
  blanked: correctText,
  modules: { package_header: (seen) => qualified(seen) },
}

const ANNOTATIONS = ['annotation']
const BODIES = ['class_body', 'enum_class_body', 'function_body', 'block']

const has = (node: SyntaxNode, types: readonly string[]) => node.children.some((each) => types.includes(each.type))

const modifiersOf = ({ node, text }: NodeContext): string => {
  const modifiers = childOf(node, ['modifiers'])
  const words = modifiers?.namedChildren.filter((each) => each.type !== 'annotation') ?? []
  return words.map((each) => textOf(each, text)).join(' ')
}

const named = (seen: NodeContext, kind: SymbolKind): Declared => ({
  name: fieldText(seen, 'name'),
  kind,
  isExported: isInExported(seen) && !/\bprivate\b/.test(modifiersOf(seen)),
  head: headOf(seen.node, ANNOTATIONS),
  body: childOf(seen.node, BODIES),
})

const type = (seen: NodeContext, kind: SymbolKind): Declared => ({ ...named(seen, kind), isEntered: true })

function classOf(seen: NodeContext): Declared {
  const kind = has(seen.node, ['interface']) ? 'interface' : /\benum\b/.test(modifiersOf(seen)) ? 'enum' : 'class'
  return { ...type(seen, kind), header: childOf(seen.node, ['primary_constructor']) }
}

const firstName = (seen: NodeContext): string => unquoted(childText(seen, 'identifier'))

/** A name may be written in backticks, and has none where it is called. */
const unquoted = (name: string): string => name.replaceAll('`', '')

function callable(seen: NodeContext): Declared {
  const declared = named(seen, seen.around.length > 0 ? 'method' : 'function')
  return { ...declared, name: unquoted(declared.name), ...receiverOf(seen, seen.node.childForFieldName('name')) }
}

/** An extension belongs to the type that it extends: `List` of `fun <T> List<T>.second()`. */
function receiverOf({ node, text }: NodeContext, name: SyntaxNode | null): { readonly owner?: string } {
  const types = ['user_type', 'nullable_type', 'parenthesized_type']
  const receiver = node.namedChildren.find(
    (each) => types.includes(each.type) && each.startIndex < (name?.startIndex ?? 0),
  )
  if (!receiver) return {}
  const owner = /([\p{L}\p{N}_]+)$/u.exec(
    textOf(receiver, text)
      .slice(0, 200)
      .replace(/<.*$/s, '')
      .replaceAll(/[?()\s]/g, ''),
  )?.[1]
  return owner === undefined ? {} : { owner }
}

function properties(seen: NodeContext): readonly Declared[] {
  const { node, text } = seen
  const isConstant = /\bconst\b/.test(modifiersOf(seen))
  const kind = isConstant ? 'constant' : seen.around.length > 0 ? 'field' : 'variable'
  const many = childOf(node, ['multi_variable_declaration']) ?? node
  return many.namedChildren
    .filter((each) => each.type === 'variable_declaration')
    .map((each) => ({
      ...named(seen, kind),
      name: firstName({ ...seen, node: each }),
      ...receiverOf({ ...seen, text }, each),
    }))
}

const qualified = (seen: NodeContext) => childText(seen, 'qualified_identifier', 'identifier').replaceAll(/[`\s]/g, '')

function importOf(seen: NodeContext): NewImport {
  const isAll = /\.\s*\*\s*$/.test(textOf(seen.node, seen.text))
  return { specifier: qualified(seen), names: isAll ? ['*'] : [] }
}

/**
 * The grammar loses the rest of a file on `@Inject internal constructor`, and on a member that its type's brace closes
 * on the same line. An annotation less and a semicolon for the space before the brace change nothing that is looked for.
 */
function correctText(text: string): string {
  const annotation = /@[\w.]+(?:\([^()\n]*\))?[ \t]+(?=(?:public|internal|protected|private)[ \t]+constructor\b)/g
  return withPlainLetters(text)
    .replaceAll(annotation, (written) => ' '.repeat(written.length))
    .replaceAll(ONE_LINE_BODY, (_, members: string, close: string) => `${members};${close}`)
}

/** `{ override fun run() }` up to the end of its line. */
const ONE_LINE_BODY =
  /(\{[ \t]+(?:(?:override|public|internal|protected|private|const|suspend)[ \t]+)*(?:fun|val|var)\b.{0,400}?)[ \t](\}[,;]?[ \t]*)$/gm
