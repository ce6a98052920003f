import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { type Declared, type NodeContext, textOf, within, withoutQuotes } from '../rules.ts'

/** Declarations of a call, by the name of its method. Most calls declare nothing, and their first word shows it. */
export function rubyCall(seen: NodeContext): Declared | readonly Declared[] | undefined {
  const { node, text } = seen
  const method = wordAt(text, node.startIndex)
  if (!DECLARING.test(method)) return undefined
  const list = node.childForFieldName('arguments')
  const given = list?.namedChildren ?? []
  // `private def a` and the like.
  if (VISIBILITY.test(method)) return given[0]?.type.endsWith('method') ? within(list, !HIDES.test(method)) : undefined
  const kind = kindOf(method)
  if (kind !== undefined)
    return (ACCESSOR.test(method) ? given : given.slice(0, 1))
      .filter(({ type }) => type === 'simple_symbol' || type === 'string')
      .map((each) => textOf(each, seen.text).replaceAll(/^[:"']|["']$/g, ''))
      .filter((name) => !name.includes('#{'))
      .map((name) => ({ name, kind, isExported: isRubyPublic(seen) }))
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

const OPENED = /^(?:included|class_methods|prepended|extended|concerning)$/
const ACCESSOR =
  /^(?:attr(?:_(?:reader|writer|accessor))?|[cm]attr_(?:reader|accessor)|thread_mattr_accessor|class_attribute)$/
const RELATION = /^(?:has_many|has_one|belongs_to|has_and_belongs_to_many|has_(?:one|many)_attached)$/
const DEFINER = /^(?:define_method|define_singleton_method|alias_method|scope)$/
const VISIBILITY = /^(?:private|protected|public|module_function|private_class_method)$/
const GROUP = /^(?:namespace|describe|context|feature|shared_examples|shared_context|shared_examples_for)$/
const RAKE = /^(?:namespace|task)$/
const TEST = /^(?:it|specify|test|scenario|should)$/

const DECLARING = new RegExp(
  [OPENED, ACCESSOR, RELATION, DEFINER, VISIBILITY, GROUP, RAKE, TEST].map(({ source }) => source).join('|'),
)

const kindOf = (method: string): SymbolKind | undefined =>
  ACCESSOR.test(method) || RELATION.test(method) ? 'field' : DEFINER.test(method) ? 'method' : undefined

function blockOf(method: string, first: SyntaxNode | undefined, block: SyntaxNode, text: string): Declared | undefined {
  const body = block.childForFieldName('body')
  if (OPENED.test(method)) return within(body, true)
  const isGroup = GROUP.test(method)
  const task = { kind: isGroup ? 'module' : 'function', isExported: true, body, isEntered: isGroup } as const
  if (RAKE.test(method)) return { name: taskName(first, text), ...task }
  return {
    name: withoutQuotes(textOf(first, text)).slice(0, TITLE_CHARS),
    kind: 'test',
    isExported: false,
    body,
    isEntered: isGroup,
  }
}

const TITLE_CHARS = 120

/** `task :build do`, `task migrate: [:environment] do`, `namespace :db do`. */
function taskName(first: SyntaxNode | undefined, text: string): string {
  const label = first?.type === 'pair' ? first.childForFieldName('key') : first
  return textOf(label, text).replaceAll(/^[:"']|["':]$/g, '')
}

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
