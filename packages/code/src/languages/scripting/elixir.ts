import { elixirBodies } from '../body-rules.ts'
import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { childOf, childText, fieldText, textOf, within } from '../rules.ts'

/** Everything in Elixir is a call: only their names distinguish `defmodule`, `def` and `alias`. */
export const elixir: LanguageRules = {
  name: 'elixir',
  extensions: ['.ex', '.exs'],
  interpreters: ['elixir'],
  declarations: { call, unary_operator: attribute },
  imports: { call: importOf },
  bodies: elixirBodies,
  leadingDoc,
  innerDoc: moduleDoc,
  modules: { call: (seen) => (calledAs(seen.node, seen.text) === 'defmodule' ? first(seen) : undefined) },
}

const FUNCTIONS: Readonly<Record<string, SymbolKind>> = {
  def: 'function',
  defp: 'function',
  defn: 'function',
  defnp: 'function',
  defdelegate: 'function',
  defmacro: 'macro',
  defmacrop: 'macro',
  defguard: 'macro',
  defguardp: 'macro',
}
const MODULES: Readonly<Record<string, SymbolKind>> = { defmodule: 'module', defprotocol: 'interface', defimpl: 'impl' }
const RECORDS = new Set(['defstruct', 'defexception'])
const BLOCKS = new Set(['if', 'unless', 'case', 'quote', 'for', 'scope', 'pipe_through'])
const TESTS = new Set(['test', 'describe', 'property', 'feature'])

const calledAs = (node: SyntaxNode, text: string): string => fieldText({ node, text }, 'target')

const firstGiven = (node: SyntaxNode): SyntaxNode | undefined => childOf(node, ['arguments'])?.namedChildren[0]

const first = ({ node, text }: NodeContext): string => textOf(firstGiven(node), text)

function call(seen: NodeContext): Declared | undefined {
  const name = calledAs(seen.node, seen.text)
  const body = childOf(seen.node, ['do_block'])
  if (Object.hasOwn(FUNCTIONS, name)) return functionOf(seen, name)
  if (Object.hasOwn(MODULES, name))
    return { name: first(seen), kind: MODULES[name] ?? 'module', isExported: name !== 'defimpl', body, isEntered: true }
  if (RECORDS.has(name)) return { name: seen.around.at(-1)?.name ?? '', kind: 'struct', isExported: true }
  if (TESTS.has(name) && body)
    return { name: title(first(seen)), kind: 'test', isExported: false, body, isEntered: name === 'describe' }
  return body && BLOCKS.has(name) ? within(body, true) : undefined
}

const title = (given: string): string => given.replaceAll(/^"|"$/g, '').slice(0, 120)

/** Clauses with as many arguments are one function, as for Elixir itself. */
function functionOf(seen: NodeContext, definer: string): Declared | undefined {
  const head = headOf(firstGiven(seen.node), seen.text)
  if (!head) return undefined
  const { name, arity } = nameAndArity(head, seen.text)
  // `, do: x` in one line.
  const short = childOf(childOf(seen.node, ['arguments']) ?? seen.node, ['keywords'])
  const body = childOf(seen.node, ['do_block']) ?? short
  const isExported = !definer.endsWith('p')
  return { name, kind: FUNCTIONS[definer] ?? 'function', isExported, body, clauseOf: `${definer} ${name}/${arity}` }
}

/** `get(id) when is_integer(id)` is headed by `get(id)`. */
function headOf(given: SyntaxNode | undefined, text: string): SyntaxNode | undefined {
  if (given?.type !== 'binary_operator' || fieldText({ node: given, text }, 'operator') !== 'when') return given
  return given.childForFieldName('left') ?? given
}

/** `get(id)`, `get`, and operators such as `a <~> b`. */
function nameAndArity(head: SyntaxNode, text: string): { readonly name: string; readonly arity: number } {
  const field = { call: 'target', binary_operator: 'operator', unary_operator: 'operator' }[head.type]
  const name = field === undefined ? textOf(head, text) : fieldText({ node: head, text }, field)
  const given = childOf(head, ['arguments'])
  return { name, arity: head.type === 'call' ? (given?.namedChildCount ?? 0) : head.namedChildCount }
}

const CALLBACKS = new Set(['callback', 'macrocallback'])
const TYPES = new Set(['type', 'typep', 'opaque'])

/** `@callback`, `@type` and constants such as `@timeout 5_000`. */
function attribute(seen: NodeContext): Declared | undefined {
  const moduleAttribute = attributeOf(seen.node, seen.text)
  if (!moduleAttribute?.value || LEADING.has(moduleAttribute.name) || RESERVED.test(moduleAttribute.name))
    return undefined
  const isType = TYPES.has(moduleAttribute.name)
  if (!isType && !CALLBACKS.has(moduleAttribute.name))
    return { name: moduleAttribute.name, kind: 'constant', isExported: false }
  const name = /^\s*([\p{L}_][\p{L}\p{N}_]*[?!]?)/u.exec(textOf(moduleAttribute.value, seen.text))?.[1] ?? ''
  return { name, kind: isType ? 'type' : 'function', isExported: moduleAttribute.name !== 'typep' }
}

function attributeOf(node: SyntaxNode, text: string): { name: string; value: SyntaxNode | undefined } | undefined {
  if (node.type !== 'unary_operator' || text[node.startIndex] !== '@') return undefined
  const operand = node.childForFieldName('operand')
  if (operand?.type !== 'call') return undefined
  return { name: calledAs(operand, text), value: firstGiven(operand) }
}

const DOCS = new Set(['doc', 'typedoc'])
/** They stand before what they speak of. */
const LEADING = new Set([...DOCS, 'spec', 'impl', 'deprecated', 'since', 'tag', 'decorate', 'dialyzer'])
const RESERVED =
  /^(?:moduledoc|behaviour|derive|(?:module|describe)tag|(?:before|after)_compile|on_definition|external_resource|enforce_keys|compile|optional_callbacks)$/

function leadingDoc(node: SyntaxNode, text: string): string | undefined {
  const moduleAttribute = attributeOf(node, text)
  if (!moduleAttribute || !LEADING.has(moduleAttribute.name)) return undefined
  return moduleAttribute.value && DOCS.has(moduleAttribute.name) ? quoted(moduleAttribute.value, text) : ''
}

/** Content of a string or a `~S"""` sigil; empty for `false`. */
const quoted = (node: SyntaxNode, text: string): string =>
  node.namedChildren
    .filter((each) => each.type === 'quoted_content')
    .map((each) => textOf(each, text))
    .join('')

function moduleDoc(seen: NodeContext): string | undefined {
  const body = Object.hasOwn(MODULES, calledAs(seen.node, seen.text)) ? childOf(seen.node, ['do_block']) : undefined
  const moduleAttribute = body?.namedChildren
    .slice(0, MAX_PRECEDING)
    .map((each) => attributeOf(each, seen.text))
    .find((each) => each?.name === 'moduledoc')
  return moduleAttribute?.value && firstParagraph(quoted(moduleAttribute.value, seen.text))
}

/** It stands at the top of its module, or it is missing. */
const MAX_PRECEDING = 10

const firstParagraph = (text: string): string =>
  text
    .trim()
    .split(/\r?\n\s*\r?\n/)[0]
    ?.replaceAll(/\s+/g, ' ')
    .slice(0, 300) ?? ''

const IMPORTS = new Set(['alias', 'import', 'use', 'require'])

/** `alias A.{B, C}` takes `B` and `C` from `A`; `import A, only: [f: 1]` takes `f`. */
function importOf(seen: NodeContext): NewImport | undefined {
  if (!IMPORTS.has(calledAs(seen.node, seen.text))) return undefined
  const [specifier = '', listed = ''] = first(seen).split('.{')
  if (!/^\p{Lu}/u.test(specifier)) return undefined
  const parts = listed
    .replace(/\}.*$/s, '')
    .split(',')
    .map((each) => each.trim())
  const only = /\bonly:\s*\[([^\]]*)\]/.exec(childText(seen, 'arguments'))?.[1] ?? ''
  const functions = [...only.matchAll(/(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*[?!]?):/gu)].map(
    ([, name = '']) => name,
  )
  return { specifier, names: [...parts, ...functions].filter((name) => name !== '') }
}
