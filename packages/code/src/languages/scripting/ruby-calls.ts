import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { type Declared, type NodeContext, textOf, within, withoutQuotes } from '../rules.ts'

/** Declarations of a call, by the name of its method. Most calls declare nothing, and their first word shows it. */
export function rubyCall(seen: NodeContext): Declared | readonly Declared[] | undefined {
  const { node, text } = seen
  const method = wordAt(text, node.startIndex)
  if (!declaring.has(method)) return undefined
  const list = node.childForFieldName('arguments')
  const given = list?.namedChildren ?? []
  // `private def a` and the like.
  if (visibilities.has(method)) return given[0]?.type.endsWith('method') ? within(list, !HIDES.test(method)) : undefined
  const kind = kinds.get(method)
  if (kind !== undefined) return members(seen, accessors.has(method) ? given : given.slice(0, 1), kind)
  const block = node.childForFieldName('block')
  return block ? blockOf(method, given[0], block, text) : undefined
}

/** `RSpec.describe` begins a file as `describe` does. */
function wordAt(text: string, start: number): string {
  WORD.lastIndex = text.startsWith('RSpec.', start) ? start + 6 : start
  return WORD.exec(text)?.[0] ?? ''
}

const HIDES = /^(?:private|protected)/
const WORD = /[a-z_]+\b(?!\s*\.)/y

const opened: ReadonlySet<string> = new Set(['included', 'class_methods', 'prepended', 'extended', 'concerning'])

const accessors: ReadonlySet<string> = new Set([
  'attr_reader',
  'attr_writer',
  'attr_accessor',
  'attr',
  'cattr_reader',
  'cattr_accessor',
  'mattr_reader',
  'mattr_accessor',
  'thread_mattr_accessor',
  'class_attribute',
])
const relations = [
  'has_many',
  'has_one',
  'belongs_to',
  'has_and_belongs_to_many',
  'has_one_attached',
  'has_many_attached',
]
const definers = ['define_method', 'define_singleton_method', 'alias_method', 'scope']

const kinds: ReadonlyMap<string, SymbolKind> = new Map([
  ...[...accessors, ...relations].map((name) => [name, 'field'] as const),
  ...definers.map((name) => [name, 'method'] as const),
])

const members = (seen: NodeContext, given: readonly SyntaxNode[], kind: SymbolKind): readonly Declared[] =>
  given
    .filter(({ type }) => type === 'simple_symbol' || type === 'string')
    .map((each) => textOf(each, seen.text).replaceAll(/^[:"']|["']$/g, ''))
    .filter((name) => !name.includes('#{'))
    .map((name) => ({ name, kind, isExported: isRubyPublic(seen) }))

function blockOf(method: string, first: SyntaxNode | undefined, block: SyntaxNode, text: string): Declared | undefined {
  const body = block.childForFieldName('body')
  if (opened.has(method)) return within(body, true)
  const isGroup = groups.has(method)
  const task = { kind: isGroup ? 'module' : 'function', isExported: true, body, isEntered: isGroup } as const
  if (rake.has(method)) return { name: taskName(first, text), ...task }
  const title = first ? withoutQuotes(textOf(first, text)) : ''
  return { name: title.slice(0, TITLE_CHARS), kind: 'test', isExported: false, body, isEntered: isGroup }
}

const TITLE_CHARS = 120

/** `task :build do`, `task migrate: [:environment] do`, `namespace :db do`. */
function taskName(first: SyntaxNode | undefined, text: string): string {
  const label = first?.type === 'pair' ? first.childForFieldName('key') : first
  return label ? textOf(label, text).replaceAll(/^[:"']|["':]$/g, '') : ''
}

const visibilities: ReadonlySet<string> = new Set([
  'private',
  'protected',
  'public',
  'module_function',
  'private_class_method',
])
const groups: ReadonlySet<string> = new Set([
  'namespace',
  'describe',
  'context',
  'feature',
  'shared_examples',
  'shared_context',
  'shared_examples_for',
])
const rake: ReadonlySet<string> = new Set(['namespace', 'task'])
const tests: ReadonlySet<string> = new Set(['it', 'specify', 'test', 'scenario', 'should'])

const declaring: ReadonlySet<string> = new Set([
  ...visibilities,
  ...kinds.keys(),
  ...opened,
  ...groups,
  ...rake,
  ...tests,
])

/** Whether the last word alone in the class before this member, `private` or `public`, leaves it to others. */
export function isRubyPublic({ node, text, around }: NodeContext): boolean {
  const container = around.at(-1)
  if (!container) return true
  if (!container.isExported) return false
  return sectionsOf(container, text).findLast(({ start }) => start < node.startIndex)?.isPublic ?? true
}

interface Section {
  readonly start: number
  readonly isPublic: boolean
}

/** Kept as long as the class itself: each of its members asks, and there may be thousands. */
const known = new WeakMap<Declared, readonly Section[]>()

function sectionsOf(container: Declared, text: string): readonly Section[] {
  const before = known.get(container)
  if (before) return before
  const sections = (container.body?.namedChildren ?? [])
    .filter((each) => each.type === 'identifier' && SECTION.test(textOf(each, text)))
    .map((each) => ({ start: each.startIndex, isPublic: text.startsWith('public', each.startIndex) }))
  known.set(container, sections)
  return sections
}

const SECTION = /^(?:private|protected|public)$/
