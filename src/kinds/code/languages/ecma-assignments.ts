import type { SyntaxNode } from '../../../ports/syntax.ts'
import { factsOf, within, type ValueFacts } from './ecma-values.ts'
import { fieldText, textOf, type Declared } from './rules.ts'

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
  const said = left ? textOf(left, text) : ''
  if (MODULE.test(said)) return { of: 'module', name: '' }
  if (left?.type !== 'member_expression') return { of: 'other', name: '' }
  const owner = fieldText({ node: left, text }, 'object')
  const name = fieldText({ node: left, text }, 'property')
  if (MODULE.test(owner)) return { of: 'member of module', name }
  if (GLOBALS.test(owner)) return { of: 'global', name }
  if (owner.endsWith('.prototype')) return { of: 'member of prototype', name, owner: lastName(owner.slice(0, -10)) }
  if (name === 'prototype') return { of: 'prototype', name: '', owner: lastName(owner) }
  return { of: 'other', name, owner: lastName(owner) }
}

/** In characters. */
const LONGEST_NAME = 200

const lastName = (said: string): string => /[\p{L}\p{N}_$]+$/u.exec(said.slice(-LONGEST_NAME))?.[0] ?? ''

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
