import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { ecmaExports, ecmaImports } from './ecma-modules.ts'
import {
  argumentsOf,
  assigned,
  definedBy,
  bodyOf,
  factsOf,
  isFunction,
  withoutWrapping,
  wrappedIn,
} from './ecma-values.ts'
import type { BodyRules, Declared, LanguageRules, NodeContext } from '../rules.ts'
import { alike, fieldText, isWithin, textOf, within, withoutQuotes } from '../rules.ts'

/** Functions and methods, but not what files wrap themselves in or groups of tests, whose members are looked for. */
const ecmaBodies: BodyRules = {
  opens: (head) => head.endsWith('{') && (METHOD.test(head) ? !STATEMENT.test(head) : opensFunction(head)),
  closes: /^\}/,
}

/** JavaScript, TypeScript and their JSX have one tree shape; only the grammars differ. */
const ecmaScript = {
  declarations: {
    function_declaration: (seen: NodeContext) => named(seen, 'function'),
    generator_function_declaration: (seen: NodeContext) => named(seen, 'function'),
    function_signature: (seen: NodeContext) => named(seen, 'function'),
    ...alike(['class_declaration', 'abstract_class_declaration'], (seen) => named(seen, 'class')),
    interface_declaration: (seen: NodeContext) => named(seen, 'interface'),
    type_alias_declaration: typeAlias,
    enum_declaration: (seen: NodeContext) => named(seen, 'enum'),
    enum_assignment: (seen: NodeContext) => member(seen, 'constant'),
    property_identifier: enumMember,
    ...alike(['module', 'internal_module'], (seen) => named(seen, 'module')),
    ...alike(['method_definition', 'method_signature', 'abstract_method_signature'], (seen) => member(seen, 'method')),
    ...alike(['public_field_definition', 'field_definition'], field),
    property_signature: (seen: NodeContext) => member(seen, 'field'),
    pair,
    ...alike(['lexical_declaration', 'variable_declaration'], variables),
    expression_statement: expression,
    return_statement: returned,
    export_statement: defaultExport,
  },
  transparent: ['export_statement', 'ambient_declaration', 'statement_block', 'pair', 'object'],
  regions: /^(?:if_statement|else_clause|try_statement)$/,
  attributes: /^decorator$/,
  imports: ecmaImports,
  exports: ecmaExports,
  comments: ['comment', 'hash_bang_line'],
  bodies: ecmaBodies,
} as const satisfies Partial<LanguageRules>

export const typescript: LanguageRules = {
  ...ecmaScript,
  name: 'typescript',
  extensions: ['.ts', '.mts', '.cts'],
  interpreters: ['ts-node', 'tsx', 'deno'],
}

export const tsx: LanguageRules = { ...ecmaScript, name: 'tsx', extensions: ['.tsx'] }

export const javascript: LanguageRules = {
  ...ecmaScript,
  name: 'javascript',
  extensions: ['.js', '.mjs', '.cjs', '.jsx', '.es6'],
  interpreters: ['node', 'bun'],
}

const ENTERED: readonly SymbolKind[] = ['class', 'interface', 'module', 'enum']

const named = (seen: NodeContext, kind: SymbolKind): Declared => ({
  name: withoutQuotes(fieldText(seen, 'name')) || (kind === 'class' ? 'default' : ''),
  kind,
  isExported: isExported(seen),
  body: bodyOf(seen.node),
  isEntered: ENTERED.includes(kind),
})

/** Members of a namespace are private unless they are exported, or the namespace only describes something elsewhere. */
function isExported({ node, around, wrappers }: NodeContext): boolean {
  const isExplicit = wrappers.includes('export_statement') || wrappers.includes('ambient_declaration')
  const container = around.at(-1)
  if (!container) return isExplicit
  const isOpen =
    isExplicit || container.kind !== 'module' || container.name === '' || isWithin(node, ['ambient_declaration'])
  return container.isExported && isOpen
}

function typeAlias(seen: NodeContext): Declared {
  const value = seen.node.childForFieldName('value')
  const body = value?.type === 'object_type' ? value : null
  return { ...named(seen, 'type'), body, isEntered: body !== null }
}

function enumMember(seen: NodeContext): Declared | undefined {
  if (seen.around.at(-1)?.kind !== 'enum') return undefined
  return { name: textOf(seen.node, seen.text), kind: 'constant', isExported: isExported(seen) }
}

/** A member may be used where its class may be, unless it says otherwise. */
function member(seen: NodeContext, kind: SymbolKind): Declared {
  const { node, text, around } = seen
  const label = node.childForFieldName('name') ?? node.childForFieldName('property') ?? node.childForFieldName('key')
  const name = withoutQuotes(textOf(label, text))
  const head = text.slice(node.startIndex, label?.startIndex ?? node.startIndex)
  const isHidden = name.startsWith('#') || /\b(?:private|protected)\s/.test(head)
  const owner = around.at(-1)?.name === '' ? around.at(-1)?.owner : undefined
  return {
    name,
    kind: name === 'constructor' && kind === 'method' ? 'constructor' : kind,
    isExported: isExported(seen) && !isHidden,
    ...(owner && { owner }),
    body: bodyOf(node),
  }
}

function field(seen: NodeContext): Declared {
  const value = seen.node.childForFieldName('value')
  return { ...member(seen, isFunction(value) ? 'method' : 'field'), body: bodyOf(value) }
}

/** Functions and classes in an object have names worth knowing; data is entered to look for more of them. */
function pair(seen: NodeContext): Declared | undefined {
  const value = seen.node.childForFieldName('value')
  const { kind, body, isEntered } = factsOf(value, seen.text)
  if (kind === undefined || kind === 'object') return undefined
  return { ...member(seen, kind === 'function' ? 'method' : kind), body, isEntered }
}

function variables(seen: NodeContext): readonly Declared[] {
  if (isInTest(seen)) return []
  const isConstant = seen.text.startsWith('const', seen.node.startIndex)
  const isPublic = isExported(seen)
  return seen.node.namedChildren
    .filter((each) => each.type === 'variable_declarator' && (isPublic || !isRequired(each, seen.text)))
    .flatMap((each) => {
      const { kind, body, isEntered } = factsOf(each.childForFieldName('value'), seen.text)
      const isCode = kind === 'function' || kind === 'class'
      const declared = {
        kind: isCode ? kind : isConstant ? 'constant' : 'variable',
        isExported: isPublic,
        body,
        isEntered,
      } as const
      return namesIn(each.childForFieldName('name'), seen.text, isPublic).map((name) => ({ ...declared, name }))
    })
}

/** A local name for another module is not declared here, just like an `import`. */
const isRequired = (declarator: SyntaxNode, text: string): boolean =>
  text.startsWith('require(', declarator.childForFieldName('value')?.startIndex ?? text.length)

const isInTest = ({ around }: NodeContext): boolean => around.at(-1)?.kind === 'test'

/** A pattern that takes an object apart (`const { a } = x`) names what others look up only when it is exported. */
function namesIn(name: SyntaxNode | null, text: string, isPublic: boolean): readonly string[] {
  if (name?.type === 'identifier') return [textOf(name, text)]
  if (!name || !(isPublic || name.type === 'array_pattern')) return []
  return name.namedChildren
    .map((each) => each.childForFieldName('value') ?? each.childForFieldName('left') ?? each)
    .filter(({ type }) => /identifier/.test(type))
    .map((each) => textOf(each, text))
}

/** An anonymous default export is called `default`. */
function defaultExport({ node, text }: NodeContext): Declared | undefined {
  const { kind, body, isEntered, ownName } = factsOf(node.childForFieldName('value'), text)
  return kind && { name: ownName || 'default', kind, isExported: true, body, isEntered }
}

function expression(seen: NodeContext): Declared | readonly Declared[] | undefined {
  const [inner] = seen.node.namedChildren
  if (inner?.type === 'internal_module') return named({ ...seen, node: inner }, 'module')
  if (inner?.type === 'assignment_expression') return isInTest(seen) ? undefined : assigned(inner, seen.text)
  return inner && (testBlock(inner, seen.text) ?? definedBy(inner, seen.text) ?? wrappedIn(inner, seen.text))
}

/** A function that is entered exposes what it returns. */
function returned({ node }: NodeContext): Declared | undefined {
  const value = withoutWrapping(node.namedChildren[0] ?? null)
  return value?.type === 'object' ? within(value, true) : undefined
}

const TEST = /^(?:QUnit\.|Deno\.)?(?:describe|it|test|suite|context|bench|module)\b/
const TEST_GROUP = /^(?:QUnit\.module|describe|suite|context)/
const TITLE_CHARS = 120

function testBlock(call: SyntaxNode, text: string): Declared | undefined {
  const callee = call.type === 'call_expression' ? call.childForFieldName('function') : null
  if (!callee || !TEST.test(text.slice(callee.startIndex, callee.startIndex + 20))) return undefined
  const given = argumentsOf(call)
  const block = given.find(isFunction)
  const [title] = given
  if (!title || !block || title === block) return undefined
  const name = textOf(title, text)
    .replaceAll(/^["'`]|["'`]$/g, '')
    .slice(0, TITLE_CHARS)
  return {
    name,
    kind: 'test',
    isExported: false,
    body: bodyOf(block),
    isEntered: TEST_GROUP.test(textOf(callee, text)),
  }
}

const opensFunction = (head: string): boolean => FUNCTION.test(head) && !ENTERED_HEAD.test(head)

const METHOD =
  /^(?:(?:public|private|protected|static|async|get|set|override|readonly)\s+)*\*?\s*[\w$#]+\s*(?:<[^<>]*>)?\([^()]*\)(?:\s*:[^{}]*)?\s*\{$/

const STATEMENT = /^(?:if|for|while|switch|catch|with|function|return|super)\b/

const FUNCTION = /(?:=>|\bfunction\b\s*\*?\s*[\w$]*\s*(?:<[^<>]*>)?\([^()]*\)(?:\s*:[^{}]*)?)\s*\{$/

/** `(function () {`, `define(function () {`, `describe('x', () => {`. */
const ENTERED_HEAD = /^(?:[^\w$#@'"[]|(?:QUnit\.module|describe|suite|context|define|void)\b)/
