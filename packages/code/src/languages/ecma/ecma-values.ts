import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { type Declared, fieldText, textOf, within } from '../rules.ts'

export interface ValueFacts {
  /** `undefined`: data of some kind. */
  readonly kind: Extract<SymbolKind, 'function' | 'class' | 'object'> | undefined
  readonly body: SyntaxNode | null
  /** Members are looked for in classes and in objects, also in those that a call is given, as `defineStore({ ... })`. */
  readonly isEntered: boolean
  readonly ownName: string
}

export function factsOf(value: SyntaxNode | null, text: string): ValueFacts {
  const bare = withoutWrapping(value)
  const ownName = bare ? fieldText({ node: bare, text }, 'name') : ''
  if (isFunction(bare)) return { kind: 'function', body: bodyOf(bare), isEntered: false, ownName }
  if (bare?.type === 'class') return { kind: 'class', body: bodyOf(bare), isEntered: true, ownName }
  const object = bare?.type === 'object' ? bare : objectGiven(bare)
  return { kind: object ? 'object' : undefined, body: object, isEntered: object !== null, ownName: '' }
}

const FUNCTIONS: readonly string[] = ['arrow_function', 'function_expression', 'function', 'generator_function']
export const isFunction = (node: SyntaxNode | null | undefined): boolean => FUNCTIONS.includes(node?.type ?? '')

const WRAPPINGS: readonly string[] = [
  'parenthesized_expression',
  'as_expression',
  'satisfies_expression',
  'non_null_expression',
]

/** In a conditional expression the first value decides the kind; of `isThere && function ...` and `old || function ...` the last. */
export function withoutWrapping(node: SyntaxNode | null): SyntaxNode | null {
  let bare = node
  for (;;) {
    const right = bare?.type === 'binary_expression' ? bare.childForFieldName('right') : null
    if (bare?.type === 'ternary_expression') bare = bare.childForFieldName('consequence')
    else if (isFunction(right)) return right
    else if (bare && WRAPPINGS.includes(bare.type)) bare = bare.namedChildren[0] ?? null
    else return bare
  }
}

export const bodyOf = (node: SyntaxNode | null): SyntaxNode | null => node?.childForFieldName('body') ?? null

export const argumentsOf = (call: SyntaxNode) => call.childForFieldName('arguments')?.namedChildren ?? []

const objectGiven = (value: SyntaxNode | null): SyntaxNode | null =>
  value?.type === 'call_expression' ? (argumentsOf(value).find(({ type }) => type === 'object') ?? null) : null

/**
 * A wrapper around a whole file: `(function () { ... })()`, `!function () { ... }()`, `define([...], function () { ... })`.
 */
export function wrappedIn(expression: SyntaxNode, text: string): readonly Declared[] | undefined {
  const call = expression.type === 'unary_expression' ? expression.childForFieldName('argument') : expression
  const target = withoutWrapping(call?.type === 'call_expression' ? call.childForFieldName('function') : null)
  const callee = target?.type === 'member_expression' ? withoutWrapping(target.childForFieldName('object')) : target
  if (!call || !callee || !(isFunction(callee) || textOf(callee, text) === 'define')) return undefined
  return [callee, ...argumentsOf(call).map(withoutWrapping)].filter(isFunction).map((each) => within(bodyOf(each)))
}

/** `module.exports.x = ...`, `exports = module.exports = ...`, `Foo.prototype.bar = function ...`, `app.use = function ...`. */
export function assigned(assignment: SyntaxNode, text: string): readonly Declared[] {
  const targets: Target[] = []
  let value: SyntaxNode | null = assignment
  for (; value?.type === 'assignment_expression'; value = value.childForFieldName('right'))
    targets.push(targetOf(value.childForFieldName('left'), text))
  const facts = factsOf(value, text)
  const isNew = facts.kind !== undefined || !NOT_NEW.includes(value?.type ?? '')
  const declared = targets.map((target) => declaredBy(target, facts, isNew))
  return declared.filter((each, at) => each.name !== '' || (each.isEntered && at === declared.length - 1))
}

/** A name that is declared elsewhere, or none at all. */
const NOT_NEW: readonly string[] = ['identifier', 'undefined', 'unary_expression', '']

interface Target {
  readonly of: 'module' | 'member of module' | 'prototype' | 'member of prototype' | 'global' | 'other'
  readonly name: string
  readonly owner?: string
}

const MODULE = /^(?:module\.)?exports$/

const GLOBALS = /^(?:window|globalThis|global|self|root|this)$/

function targetOf(left: SyntaxNode | null, text: string): Target {
  const target = textOf(left, text)
  if (MODULE.test(target)) return { of: 'module', name: '' }
  if (left?.type !== 'member_expression') return { of: 'other', name: '' }
  const owner = fieldText({ node: left, text }, 'object')
  const name = fieldText({ node: left, text }, 'property')
  if (MODULE.test(owner)) return { of: 'member of module', name }
  if (GLOBALS.test(owner)) return { of: 'global', name }
  if (owner.endsWith('.prototype')) return { of: 'member of prototype', name, owner: lastName(owner.slice(0, -10)) }
  if (name === 'prototype') return { of: 'prototype', name: '', owner: lastName(owner) }
  return { of: 'other', name, owner: lastName(owner) }
}

const LONGEST_NAME = 200

const lastName = (target: string): string => /[\p{L}\p{N}_$]+$/u.exec(target.slice(-LONGEST_NAME))?.[0] ?? ''

function declaredBy({ of, name, owner }: Target, facts: ValueFacts, isNew: boolean): Declared {
  const { kind, body, isEntered, ownName } = facts
  if (of === 'module' || of === 'prototype') {
    if (kind === 'object') return { ...within(body, true), ...(owner && { owner }) }
    return { name: kind ? ownName || 'default' : '', kind: kind ?? 'constant', isExported: true, body, isEntered }
  }
  const isCode = kind === 'function' || kind === 'class'
  const isDeclared = isCode || (of === 'member of module' && isNew)
  return {
    name: isDeclared ? name : '',
    kind: kind === 'function' && owner ? 'method' : (kind ?? 'constant'),
    isExported: true,
    ...(owner && { owner }),
    body,
    isEntered: isDeclared && isEntered,
  }
}

const DEFINES = /(?:^|[._])define\w*(?:getter|setter|accessor|property|method)_*$/i
const EXTENDS = /(?:^|\.)(?:assign|extend|mixin|merge|augment|addMethods)$/i
/** Its first argument gets members, under any name. */
const INHERITS = /(?:^|[._])inherits$/i
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u
const TARGET = /^(?:(?:module\.)?exports|[\w$.]+\.prototype)$/

/**
 * Members that a call gives to an object: `defineGetter(req, 'host', function ...)`, `Object.defineProperty(app, 'x', ...)`,
 * and those of `Object.assign(Foo.prototype, { ... })`.
 */
export function definedBy(call: SyntaxNode, text: string): readonly Declared[] | undefined {
  const callee = call.type === 'call_expression' ? fieldText({ node: call, text }, 'function') : ''
  if (callee === '' || callee.length > LONGEST_NAME) return undefined
  const given = argumentsOf(call)
  const target = textOf(given[0], text)
  if (DEFINES.test(callee)) return memberOf(callee, given, text)
  const isClass = INHERITS.test(callee) && NAME.test(target)
  if (!isClass && !(EXTENDS.test(callee) && TARGET.test(target))) return undefined
  const owner = ownerOf(target)
  return given
    .filter(({ type }) => type === 'object')
    .map((object) => ({ ...within(object, true), ...(owner && { owner }) }))
}

/** The first text that is a name; before it stands the object that gets it, or before the call. */
function memberOf(callee: string, given: readonly SyntaxNode[], text: string): readonly Declared[] | undefined {
  const [first, second] = given
  const title = [first, second].find((each) => each?.type === 'string')
  const name = textOf(title, text).slice(1, -1)
  if (!NAME.test(name) || name === '__esModule') return undefined
  const owner = ownerOf(first && title === second ? textOf(first, text) : callee.replace(/\.[^.]*$/, ''))
  const code = given.find(isFunction)
  const kind = code ? 'method' : 'field'
  return [{ name, kind, isExported: true, ...(owner && { owner }), body: bodyOf(code ?? null) }]
}

const ownerOf = (target: string): string =>
  MODULE.test(target) || GLOBALS.test(target) ? '' : lastName(target.replace(/\.prototype$/, ''))
