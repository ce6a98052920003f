import type { SyntaxNode } from '../../../ports/syntax.ts'
import { fieldText, isWithin, textOf, type Declared, type LanguageRules, type NewImport, type Seen } from './rules.ts'
import type { SymbolKind } from '../outline.ts'

/** JavaScript, TypeScript and their JSX have one tree shape; only the grammars differ. */
const ecmaScript = {
  declarations: {
    function_declaration: (seen: Seen) => named(seen, 'function'),
    generator_function_declaration: (seen: Seen) => named(seen, 'function'),
    function_signature: (seen: Seen) => named(seen, 'function'),
    class_declaration: (seen: Seen) => named(seen, 'class'),
    abstract_class_declaration: (seen: Seen) => named(seen, 'class'),
    interface_declaration: (seen: Seen) => named(seen, 'interface'),
    type_alias_declaration: (seen: Seen) => named(seen, 'type'),
    enum_declaration: (seen: Seen) => ({ ...named(seen, 'enum'), isEntered: false }),
    module: (seen: Seen) => named(seen, 'module'),
    internal_module: (seen: Seen) => named(seen, 'module'),
    method_definition: (seen: Seen) => member(seen, fieldText(seen, 'name') === 'constructor' ? 'constructor' : 'method'),
    method_signature: (seen: Seen) => member(seen, 'method'),
    abstract_method_signature: (seen: Seen) => member(seen, 'method'),
    public_field_definition: (seen: Seen) => member(seen, isFunction(seen.node.childForFieldName('value')) ? 'method' : 'field'),
    field_definition: (seen: Seen) => ({ ...member(seen, 'field'), name: fieldText(seen, 'property') }),
    property_signature: (seen: Seen) => member(seen, 'field'),
    lexical_declaration: variables,
    variable_declaration: variables,
    expression_statement: expression,
    export_statement: defaultExport,
  },
  transparent: ['export_statement', 'ambient_declaration', 'statement_block', 'class_body', 'program'],
  imports: {
    import_statement: importOf,
    export_statement: importOf,
    lexical_declaration: requires,
    variable_declaration: requires,
    expression_statement: requires,
  },
  comments: ['comment'],
} as const satisfies Partial<LanguageRules>

export const typescript: LanguageRules = {
  ...ecmaScript,
  name: 'typescript',
  grammar: 'typescript',
  extensions: ['.ts', '.mts', '.cts'],
  interpreters: ['ts-node', 'tsx', 'deno'],
}

export const tsx: LanguageRules = { ...ecmaScript, name: 'tsx', grammar: 'tsx', extensions: ['.tsx'] }

export const javascript: LanguageRules = {
  ...ecmaScript,
  name: 'javascript',
  grammar: 'javascript',
  extensions: ['.js', '.mjs', '.cjs', '.jsx', '.es6'],
  interpreters: ['node', 'bun'],
}

const EXPORTS = ['export_statement', 'ambient_declaration']

const isExported = ({ node, around }: Seen): boolean =>
  around.length > 0 ? (around[0]?.isExported ?? false) : isWithin(node, EXPORTS)

const named = (seen: Seen, kind: SymbolKind): Declared => ({
  name: fieldText(seen, 'name').replaceAll(/^["']|["']$/g, ''),
  kind,
  isExported: isExported(seen),
  body: seen.node.childForFieldName('body'),
  isEntered: kind === 'class' || kind === 'interface' || kind === 'module',
})

/** A member may be used where its class may be, unless it says otherwise. */
function member(seen: Seen, kind: SymbolKind): Declared {
  const name = fieldText(seen, 'name')
  const head = seen.text.slice(seen.node.startIndex, seen.node.startIndex + 40)
  const isHidden = name.startsWith('#') || /\b(?:private|protected)\b/.test(head)
  return { name, kind, isExported: isExported(seen) && !isHidden, body: seen.node.childForFieldName('body') }
}

const FUNCTIONS = ['arrow_function', 'function_expression', 'function', 'generator_function']
const isFunction = (node: SyntaxNode | null): boolean => node !== null && FUNCTIONS.includes(node.type)

function variables(seen: Seen): readonly Declared[] {
  const isConstant = /^\s*const\b/.test(seen.text.slice(seen.node.startIndex, seen.node.startIndex + 8))
  return seen.node.namedChildren
    .filter((each) => each.type === 'variable_declarator')
    .map((each) => {
      const value = each.childForFieldName('value')
      const isClass = value?.type === 'class'
      const kind = isFunction(value) ? 'function' : isClass ? 'class' : isConstant ? 'constant' : 'variable'
      const body = value?.childForFieldName('body') ?? (value?.type === 'object' ? value : null)
      return { name: simpleName(each, seen.text), kind, isExported: isExported(seen), body, isEntered: isClass }
    })
}

/** A pattern that takes things apart (`const { a } = x`) names nothing that anybody looks up. */
function simpleName(declarator: SyntaxNode, text: string): string {
  const name = declarator.childForFieldName('name')
  return name?.type === 'identifier' ? textOf(name, text) : ''
}

/** `export default` of something without a name is called by the file's. */
function defaultExport(seen: Seen): Declared | undefined {
  const value = seen.node.childForFieldName('value')
  if (!value || !(isFunction(value) || value.type === 'class' || value.type === 'object')) return undefined
  const name = fieldText({ node: value, text: seen.text }, 'name') || 'default'
  const kind = isFunction(value) ? 'function' : value.type === 'class' ? 'class' : 'object'
  return { name, kind, isExported: true, body: value.childForFieldName('body') ?? value, isEntered: kind === 'class' }
}

/** `module.exports.x = function ...`, `Foo.prototype.bar = ...`, and the blocks of tests. */
function expression(seen: Seen): Declared | undefined {
  const inner = seen.node.namedChildren[0]
  if (inner?.type === 'assignment_expression') return assignment(inner, seen)
  return inner?.type === 'call_expression' ? testBlock(inner, seen) : inner?.type === 'internal_module' ? named({ ...seen, node: inner }, 'module') : undefined
}

function assignment(node: SyntaxNode, seen: Seen): Declared | undefined {
  const left = node.childForFieldName('left')
  const right = node.childForFieldName('right')
  if (left?.type !== 'member_expression' || !right) return undefined
  const name = fieldText({ node: left, text: seen.text }, 'property')
  const isClass = right.type === 'class'
  if (!isFunction(right) && !isClass) return undefined
  const kind = isClass ? 'class' : 'function'
  return { name, kind, isExported: true, body: right.childForFieldName('body'), isEntered: isClass }
}

const TESTS = /^(?:describe|it|test|suite|context|bench)\b/

function testBlock(node: SyntaxNode, seen: Seen): Declared | undefined {
  const callee = node.childForFieldName('function')
  if (!callee || !TESTS.test(seen.text.slice(callee.startIndex, callee.startIndex + 9))) return undefined
  const given = node.childForFieldName('arguments')?.namedChildren ?? []
  const title = given[0] && /string/.test(given[0].type) ? textOf(given[0], seen.text).slice(1, -1) : ''
  const block = given.find(isFunction)?.childForFieldName('body')
  const isGroup = /^(?:describe|suite|context)/.test(textOf(callee, seen.text))
  return { name: title.slice(0, 120), kind: 'test', isExported: false, body: block, isEntered: isGroup }
}

function importOf(seen: Seen): NewImport | undefined {
  const source = fieldText(seen, 'source').slice(1, -1)
  if (source === '') return undefined
  const clause = seen.text.slice(seen.node.startIndex, seen.node.endIndex)
  return { specifier: source, names: namesOf(clause) }
}

/** `import a, { b as c } from` and `export { b } from` name `b`; a default import is `default`, a star everything. */
function namesOf(clause: string): readonly string[] {
  const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
  const listed = braces.split(',').map((each) => each.trim().replace(/^type\s+/, '').split(/\s+as\s+/)[0] ?? '')
  const star = /\*\s*(?:as\s|from)/.test(clause) ? ['*'] : []
  const byDefault = /^import\s+(?:type\s+)?[\p{L}_$][\p{L}\p{N}_$]*\s*(?:,|from)/u.test(clause) ? ['default'] : []
  return [...byDefault, ...star, ...listed.filter((name) => name !== '')]
}

const REQUIRE = /\b(?:require|import)\(\s*(['"`])([^'"`$]+)\1\s*\)/g

/** `require('x')` and `import('x')` of a statement at the top of the file. */
function requires({ node, text }: Seen): readonly NewImport[] {
  return [...textOf(node, text).slice(0, 20_000).matchAll(REQUIRE)].map(([, , specifier = '']) => ({ specifier, names: [] }))
}
