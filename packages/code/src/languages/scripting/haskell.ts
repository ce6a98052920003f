import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { docOf } from '../../comments.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, fieldText, isInExported, textOf } from '../rules.ts'

export const haskell: LanguageRules = {
  name: 'haskell',
  extensions: ['.hs', '.hs-boot', '.hsc'],
  interpreters: ['runghc', 'runhaskell', 'stack'],
  declarations: {
    signature,
    ...alike(['function', 'bind'], equation),
    foreign_import: foreign,
    data_type: (seen) => data(seen, 'constructors'),
    newtype: (seen) => data(seen, 'constructor'),
    data_constructor: (seen) => constructor(seen, seen.node.childForFieldName('constructor')),
    newtype_constructor: (seen) => constructor(seen, seen.node),
    gadt_constructor: (seen) => names(seen).map((name) => member(seen, name, 'constructor')),
    field: (seen) => names(seen).map((name) => member(seen, name, 'field')),
    ...alike(['type_synomym', 'type_family', 'data_family'], (seen) => named(seen, 'type')),
    class: (seen) => ({ ...named(seen, 'class'), body: seen.node.childForFieldName('declarations'), isEntered: true }),
    instance,
    pattern_synonym: pattern,
  },
  regions: /^(?:imports|declarations)$/,
  exports: { header: exported },
  imports: { import: importOf },
  comments: ['comment', 'haddock'],
  innerDoc: docAbove,
  modules: { header: (seen) => fieldText(seen, 'module') },
}

/** Without a list in its header, a module exports all that it declares; with one, `exports` adds what is listed. */
function isOpen({ node, around }: NodeContext): boolean {
  const container = around.at(-1)
  if (container) return container.isExported
  let root = node
  while (root.parent) root = root.parent
  return !root.namedChildren.find((each) => each.type === 'header')?.childForFieldName('exports')
}

function exported({ node, text }: NodeContext): readonly string[] {
  const list = node.childForFieldName('exports')?.namedChildren ?? []
  return list.flatMap((each) => {
    const field = ['variable', 'type', 'operator']
      .map((name) => each.childForFieldName(name))
      .find((name) => name !== null)
    return field ? [bare(textOf(field, text))] : []
  })
}

/** `(<+>)` is called `<+>`. */
const bare = (name: string): string => /^\(([^()]+)\)$/.exec(name)?.[1]?.trim() ?? name

const named = (seen: NodeContext, kind: SymbolKind): Declared => ({
  name: bare(fieldText(seen, 'name')),
  kind,
  isExported: isOpen(seen),
})

/** `a, b :: Int` at the top is left to what follows it, so that no symbol is there twice. */
function signature(seen: NodeContext): readonly Declared[] {
  const all = names(seen)
  return all.length > 1 && seen.around.length === 0 ? [] : all.map((name) => clause(seen, name))
}

const clause = (seen: NodeContext, name: string): Declared => ({
  name,
  kind: seen.around.length > 0 ? 'method' : 'function',
  isExported: isOpen(seen),
  clauseOf: name,
})

/** Names of one declaration: `a :: Int`, or `a, b :: Int`. */
function names({ node, text }: NodeContext): readonly string[] {
  const container = node.childForFieldName('names') ?? node
  const end = node.childForFieldName('type')?.startIndex ?? node.endIndex
  return container.namedChildren
    .filter(({ type, startIndex }) => startIndex < end && /^(?:variable|prefix_id|constructor|field_name)$/.test(type))
    .map((each) => bare(textOf(each, text)))
}

/** `foo 0 = 1`, `a <+> b = c`, ``x `op` y = z``. */
function equation(seen: NodeContext): Declared | undefined {
  const { node, text } = seen
  const infix = node.namedChildren.find((each) => each.type === 'infix')
  const operator = infix && fieldText({ node: infix, text }, 'operator').replaceAll('`', '')
  const name = operator ?? bare(fieldText(seen, 'name'))
  return name === '' ? undefined : { ...clause(seen, name), body: node.childForFieldName('match') }
}

function foreign(seen: NodeContext): Declared | undefined {
  const inner = seen.node.childForFieldName('signature')
  return inner ? { ...clause(seen, fieldText({ ...seen, node: inner }, 'name')), kind: 'function' } : undefined
}

/** The only constructor of a `newtype` is a member like any other, though nothing lies around it. */
function data(seen: NodeContext, field: string): readonly Declared[] {
  const declaration = named(seen, 'type')
  const body = seen.node.childForFieldName(field)
  if (field === 'constructors' || !body) return [{ ...declaration, body, isEntered: true }]
  return [{ ...declaration, header: seen.node }]
}

const member = (seen: NodeContext, name: string, kind: SymbolKind): Declared => ({
  name,
  kind,
  isExported: isInExported(seen),
})

/** A record's fields are looked for in it. */
function constructor(seen: NodeContext, inner: SyntaxNode | null): Declared | undefined {
  if (!inner) return undefined
  const name = fieldText({ ...seen, node: inner }, 'name') || fieldText({ ...seen, node: inner }, 'operator')
  const fields = inner.childForFieldName('fields') ?? inner.childForFieldName('field')
  return { ...member(seen, name, 'constructor'), body: fields, isEntered: fields !== null }
}

/** `instance Show Bar` shows how `Bar` does what `Show` asks for. */
function instance(seen: NodeContext): Declared {
  const of = [fieldText(seen, 'name'), fieldText(seen, 'patterns')].join(' ').replaceAll(/\s+/g, ' ').trim()
  return {
    name: of,
    kind: 'impl',
    isExported: true,
    body: seen.node.childForFieldName('declarations'),
    isEntered: true,
  }
}

function pattern(seen: NodeContext): Declared | undefined {
  const name = /^pattern\s+([\p{Lu}][\p{L}\p{N}_']*)/u.exec(textOf(seen.node, seen.text))?.[1]
  return name === undefined ? undefined : { name, kind: 'constructor', isExported: isOpen(seen), clauseOf: name }
}

/** `import qualified Data.Map as M (Map, insert)`; what is hidden is not taken. */
function importOf(seen: NodeContext): NewImport {
  const list = /\bhiding\s*\(/.test(textOf(seen.node, seen.text)) ? null : seen.node.childForFieldName('names')
  const importedNames = (list?.namedChildren ?? []).map(({ namedChildren: [name] }) => bare(textOf(name, seen.text)))
  return { specifier: fieldText(seen, 'module'), names: importedNames.filter((name) => name !== '') }
}

/** The grammar counts a comment that follows the imports to them, so that the first declaration would lose it. */
function docAbove({ node, text }: NodeContext): string | undefined {
  const before = text.slice(Math.max(0, node.startIndex - MAX_CHARS_BEFORE), node.startIndex)
  const comment = /(?:^|\n)((?:--[^\n]*\n)+)$/.exec(before)?.[1]
  return comment === undefined ? undefined : docOf([comment])
}

const MAX_CHARS_BEFORE = 4_000
