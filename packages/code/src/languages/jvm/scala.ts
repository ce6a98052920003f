import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { scalaBodies } from '../body-rules.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, childText, fieldText, headOf, isInExported, textOf, withPlainLetters } from '../rules.ts'

export const scala: LanguageRules = {
  name: 'scala',
  extensions: ['.scala', '.sc', '.sbt'],
  declarations: {
    class_definition: (seen) => ({ ...type(seen, 'class'), header: seen.node.childForFieldName('class_parameters') }),
    trait_definition: (seen) => type(seen, 'trait'),
    ...alike(['object_definition', 'package_object'], (seen) => type(seen, 'object')),
    enum_definition: (seen) => ({ ...type(seen, 'enum'), header: seen.node.childForFieldName('class_parameters') }),
    class_parameter: parameter,
    ...alike(['simple_enum_case', 'full_enum_case'], (seen) => named(seen, 'constant')),
    given_definition: givenOf,
    ...alike(['function_definition', 'function_declaration'], callable),
    ...alike(['val_definition', 'val_declaration', 'var_definition', 'var_declaration'], values),
    type_definition: (seen) => named(seen, 'type'),
  },
  transparent: ['extension_definition', 'ERROR'],
  regions: /^(?:package_clause|template_body|enum_case_definitions)$/,
  imports: { import_declaration: importsOf },
  comments: ['comment', 'block_comment'],
  bodies: scalaBodies,
  modules: { package_clause: packageOf },
  blanked: withPlainLetters,
  behind: commentsBehind,
}

/** `private[http]` is open to the files of that package. */
const isHidden = (seen: NodeContext): boolean => /\bprivate\b(?!\s*\[(?!\s*this\b))/.test(childText(seen, 'modifiers'))

const named = (seen: NodeContext, kind: SymbolKind): Declared => ({
  name: fieldText(seen, 'name').replaceAll('`', ''),
  kind,
  isExported: isInExported(seen) && !isHidden(seen),
  head: headOf(seen.node, ['annotation']),
  body: seen.node.childForFieldName('body'),
})

const type = (seen: NodeContext, kind: SymbolKind): Declared => ({ ...named(seen, kind), isEntered: true })

/** A parameter is a member where it says `val` or `var`, and in every case class. */
function parameter(seen: NodeContext): Declared | undefined {
  const isMember = seen.node.children.some((each) => each.type === 'val' || each.type === 'var')
  const owner = seen.node.parent?.parent
  const isOfCase = owner?.children.some((each) => each.type === 'case') === true
  return isMember || isOfCase ? { ...named(seen, 'field'), body: null } : undefined
}

/** One without a name is known by its type. */
function givenOf(seen: NodeContext): Declared {
  const declared = type(seen, 'constant')
  return declared.name === '' ? { ...declared, name: fieldText(seen, 'return_type').replaceAll(/\s+/g, ' ') } : declared
}

function callable(seen: NodeContext): Declared {
  const declared = named(seen, seen.around.length > 0 ? 'method' : 'function')
  return declared.name === 'this' ? { ...declared, kind: 'constructor' } : declared
}

function values(seen: NodeContext): readonly Declared[] {
  const { node, text } = seen
  const pattern = node.childForFieldName('pattern') ?? node.childForFieldName('name')
  const around = seen.around.at(-1)?.kind
  const isField = around !== undefined && around !== 'object'
  const kind = isField ? 'field' : node.type.startsWith('val') ? 'constant' : 'variable'
  return namesOf(pattern).map((each) => ({ ...named(seen, kind), name: textOf(each, text), body: null }))
}

function namesOf(pattern: SyntaxNode | null): readonly SyntaxNode[] {
  if (!pattern) return []
  if (pattern.type === 'identifier' || pattern.type === 'operator_identifier') return [pattern]
  return pattern.type === 'identifiers' || pattern.type === 'tuple_pattern'
    ? pattern.namedChildren.flatMap(namesOf)
    : []
}

/** `import a.b.{C, d => e}, f.g._`: a comma between braces is no end. */
function importsOf({ node, text }: NodeContext): readonly NewImport[] {
  return textOf(node, text)
    .slice(0, 2_000)
    .replace(/^import\s/, '')
    .replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')
    .split(/,(?![^{]*\})/)
    .map((each) => importOf(each.trim()))
}

function importOf(written: string): NewImport {
  const [path = '', inner] = written.split('{', 2)
  const listed = inner?.split('}', 1)[0]
  const specifier = path.trim().replace(/\.$/, '').replaceAll(/[`\s]/g, '')
  const all = specifier.replace(/\.(?:[_*]|given)$/, '')
  if (listed === undefined) return all === specifier ? { specifier, names: [] } : { specifier: all, names: ['*'] }
  const names = listed.split(',').map((each) => each.trim().split(/\s*=>\s*|\s+/)[0] ?? '')
  return { specifier, names: names.filter((name) => name !== '').map((name) => (name === '_' ? '*' : name)) }
}

/** `package a` and `package b` on the line below it is `a.b`. */
function packageOf(seen: NodeContext): string | undefined {
  const name = fieldText(seen, 'name').replaceAll(/[`\s]/g, '')
  if (name === '') return undefined
  const next = seen.next?.type === 'package_clause' ? fieldText({ node: seen.next, text: seen.text }, 'name') : ''
  return next === '' ? name : `${name}.${next.replaceAll(/[`\s]/g, '')}`
}

/** An indented body reaches to the next token, past the comment of the next declaration. */
function commentsBehind(node: SyntaxNode, text: string): readonly SyntaxNode[] {
  let end = node.endIndex
  while (end > node.startIndex && /\s/.test(text.charAt(end - 1))) end--
  const line = text.slice(Math.max(node.startIndex, text.lastIndexOf('\n', end - 1) + 1), end)
  return line.endsWith('*/') || line.trimStart().startsWith('//') ? lastComments(node) : []
}

function lastComments(node: SyntaxNode): readonly SyntaxNode[] {
  const children = node.namedChildren
  const last = children.findLastIndex((each) => !each.type.endsWith('comment'))
  if (last < children.length - 1) return children.slice(last + 1)
  const inner = children[last]
  return inner ? lastComments(inner) : []
}
