import { luaBodies } from '../body-rules.ts'
import type { SyntaxNode } from '@wuku/core/ports/syntax'
import { importsByCall } from '../called.ts'
import type { Declared, LanguageRules, NodeContext } from '../rules.ts'
import { alike, fieldText, isInExported, textOf, within, withoutQuotes } from '../rules.ts'

/** A module of Lua is a table: what is put into it, by whatever way, is its members. */
export const lua: LanguageRules = {
  name: 'lua',
  extensions: ['.lua', '.rockspec'],
  fileNames: ['.luacheckrc'],
  interpreters: ['lua', 'luajit'],
  declarations: {
    function_declaration: callable,
    ...alike(['variable_declaration', 'assignment_statement'], assigned),
    field,
    function_call: called,
    return_statement: returned,
  },
  regions: /^(?:table_constructor|field|do_statement|if_statement|elseif_statement|else_statement|block)$/,
  imports: { chunk: ({ text }) => importsByCall(text, ['require', 'dofile', 'loadfile'], 'bare') },
  exports: { return_statement: returnedNames },
  bodies: luaBodies,
}

/** `local function f`, `function M.g`, `function M:h`. */
function callable(seen: NodeContext): Declared {
  const { node, text } = seen
  const label = node.childForFieldName('name')
  const isLocal = text.startsWith('local', node.startIndex)
  const body = node.childForFieldName('body')
  return { ...placed(label, text, 'function'), isExported: !isLocal, body }
}

/** `M.name` and `M:name` are `M`'s. */
function placed(label: SyntaxNode | null, text: string, kind: Declared['kind']) {
  if (!label) return { name: '', kind }
  if (label.type === 'identifier') return { name: textOf(label, text), kind }
  const owner = /[\p{L}\p{N}_]+$/u.exec(fieldText({ node: label, text }, 'table').slice(-200))?.[0]
  const isMethod = label.type === 'method_index_expression'
  const isNamed = isMethod || label.type === 'dot_index_expression'
  return {
    name: isNamed ? fieldText({ node: label, text }, isMethod ? 'method' : 'field') : '',
    kind: isMethod ? 'method' : kind,
    ...(owner !== undefined && { owner }),
  }
}

/** `local x = 1`, `M.foo = function() end`, `M.a, M.b = 1, 2`. The names of what other modules are called here do not count. */
function assigned({ node, text, around }: NodeContext): readonly Declared[] {
  const statement = node.type === 'variable_declaration' ? node.namedChildren[0] : node
  if (around.at(-1)?.kind === 'test' || !statement) return []
  const [left, right] = statement.type === 'assignment_statement' ? statement.namedChildren : [statement]
  const isLocal = node.type === 'variable_declaration'
  return (left?.namedChildren ?? []).flatMap((label, at) => {
    const value = right?.namedChildren[at]
    if (isLocal && value && text.startsWith('require', value.startIndex)) return []
    const isFunction = value?.type === 'function_definition'
    const body = isFunction ? value.childForFieldName('body') : tableIn(value)
    const kind = isFunction ? 'function' : label.type === 'identifier' ? 'variable' : 'field'
    const declared = { ...placed(label, text, kind), isExported: !isLocal }
    const header = isFunction ? null : metatableIn(value, text)
    return [{ ...declared, body, header, isEntered: !isFunction && body !== null }]
  })
}

/** The value itself, or what a call is given: `Class:extend({ ... })`, `setmetatable({ ... }, M)`. */
function tableIn(value: SyntaxNode | undefined): SyntaxNode | null {
  if (value?.type === 'table_constructor') return value
  if (value?.type !== 'function_call') return null
  return value.childForFieldName('arguments')?.namedChildren.find(({ type }) => type === 'table_constructor') ?? null
}

/** The second table of `setmetatable({ ... }, { __index = function ... })`. */
function metatableIn(value: SyntaxNode | undefined, text: string): SyntaxNode | null {
  if (value?.type !== 'function_call' || fieldText({ node: value, text }, 'name') !== 'setmetatable') return null
  const [, table] = value.childForFieldName('arguments')?.namedChildren ?? []
  return table?.type === 'table_constructor' ? table : null
}

/** Only members that do something; others are entered to look for more of them. */
function field(seen: NodeContext): Declared | undefined {
  const value = seen.node.childForFieldName('value')
  if (value?.type !== 'function_definition') return undefined
  const name = withoutQuotes(fieldText(seen, 'name'))
  const { name: around, owner } = seen.around.at(-1) ?? { name: 'none' }
  const body = value.childForFieldName('body')
  return {
    name,
    kind: 'method',
    isExported: isInExported(seen),
    ...(around === '' && owner !== undefined && { owner }),
    body,
  }
}

/** A block of tests, or `setmetatable(M, { ... })`, of which the members are those of `M`. */
function called(seen: NodeContext): Declared | undefined {
  const body = metatableIn(seen.node, seen.text)
  if (!body) return testBlock(seen)
  const [target] = seen.node.childForFieldName('arguments')?.namedChildren ?? []
  const owner = target?.type === 'identifier' ? textOf(target, seen.text) : ''
  return { ...within(body, true), ...(owner && { owner }) }
}

const GROUP = /^(?:describe|context|insulate|expose)$/
const TEST = /^(?:it|test|spec|pending)$/

function testBlock(seen: NodeContext): Declared | undefined {
  const callee = fieldText(seen, 'name')
  const isGroup = GROUP.test(callee)
  if (!isGroup && !TEST.test(callee)) return undefined
  const [title, ...given] = seen.node.childForFieldName('arguments')?.namedChildren ?? []
  const block = given.find(({ type }) => type === 'function_definition')
  if (title?.type !== 'string' || !block) return undefined
  const name = textOf(title, seen.text).slice(1, -1)
  return { name, kind: 'test', isExported: false, body: block.childForFieldName('body'), isEntered: isGroup }
}

function returned({ node, text }: NodeContext): Declared | undefined {
  const value = node.namedChildren[0]?.namedChildren[0]
  const body = tableIn(value)
  return body ? { ...within(body, true), header: metatableIn(value, text) } : undefined
}

/** `return M` */
function returnedNames({ node, text }: NodeContext): readonly string[] {
  const value = node.namedChildren[0]?.namedChildren[0]
  return value?.type === 'identifier' ? [textOf(value, text)] : []
}
