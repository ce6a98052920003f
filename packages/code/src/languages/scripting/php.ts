import { phpBodies } from '../body-rules.ts'
import type { SymbolKind } from '../../outline.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { childText, fieldText, textOf } from '../rules.ts'

/** Text around `<?php ... ?>` is skipped: templates have their words in the index all the same. */
export const php: LanguageRules = {
  name: 'php',
  extensions: ['.php', '.phtml', '.php5', '.php7', '.inc'],
  interpreters: ['php'],
  declarations: {
    class_declaration: (seen) => named(seen, 'class'),
    interface_declaration: (seen) => named(seen, 'interface'),
    trait_declaration: (seen) => named(seen, 'trait'),
    enum_declaration: (seen) => named(seen, 'enum'),
    enum_case: (seen) => named(seen, 'constant'),
    function_definition: (seen) => named(seen, 'function'),
    method_declaration: (seen) => named(seen, fieldText(seen, 'name') === '__construct' ? 'constructor' : 'method'),
    const_declaration: (seen) => elements(seen, 'const_element', 'constant'),
    property_declaration: (seen) => elements(seen, 'property_element', 'field'),
    expression_statement: expression,
    return_statement: returned,
  },
  regions: /^(?:namespace_definition|compound_statement|if_statement|else_clause|colon_block)$/,
  imports: {
    namespace_use_declaration: used,
    expression_statement: included,
    return_statement: included,
  },
  modules: { namespace_definition: (seen) => fieldText(seen, 'name') },
  bodies: phpBodies,
}

const ENTERED: readonly SymbolKind[] = ['class', 'interface', 'trait', 'enum']

const named = (seen: NodeContext, kind: SymbolKind): Declared => ({
  name: fieldText(seen, 'name'),
  kind,
  isExported: isExported(seen),
  body: seen.node.childForFieldName('body'),
  isEntered: ENTERED.includes(kind),
})

const isExported = (seen: NodeContext): boolean =>
  seen.around.length === 0 || /^(?:public|$)/.test(childText(seen, 'visibility_modifier'))

/** `const A = 1, B = 2;` and `public $a, $b;`, without the dollar: it is left out where they are used. */
const elements = (seen: NodeContext, type: string, kind: SymbolKind): readonly Declared[] =>
  seen.node.namedChildren
    .filter((each) => each.type === type)
    .flatMap((each) => each.childForFieldName('name') ?? each.namedChildren.slice(0, 1))
    .map((label) => ({ name: textOf(label, seen.text).replace(/^\$/, ''), kind, isExported: isExported(seen) }))

const GROUP = 'describe'
const TESTS: readonly string[] = ['it', 'test', GROUP]

/** `define('NAME', 1)`, and the tests of Pest. */
function expression({ node, text }: NodeContext): Declared | undefined {
  const [call] = node.namedChildren
  if (call?.type !== 'function_call_expression') return undefined
  const callee = fieldText({ node: call, text }, 'function')
  const given = (call.childForFieldName('arguments')?.namedChildren ?? []).flatMap((each) =>
    each.namedChildren.slice(0, 1),
  )
  const name = given[0]?.type === 'string' ? textOf(given[0], text).slice(1, -1) : ''
  if (callee === 'define') return { name, kind: 'constant', isExported: true }
  const block = given.find(({ type }) => type === 'anonymous_function' || type === 'arrow_function')
  if (!TESTS.includes(callee) || !block) return undefined
  return { name, kind: 'test', isExported: false, body: block.childForFieldName('body'), isEntered: callee === GROUP }
}

/** `return new class extends Migration { ... };` is all that some files hold. */
function returned({ node }: NodeContext): Declared | undefined {
  const made = node.namedChildren[0]?.type === 'object_creation_expression' ? node.namedChildren[0] : undefined
  const body = made?.namedChildren.find(({ type }) => type === 'anonymous_class')?.childForFieldName('body')
  return body ? { name: '', kind: 'class', isExported: true, body, isEntered: true } : undefined
}

/** `use A\B as C;`, `use function A\f;`, `use A\{B, C};`: each is named whole. */
function used({ node, text }: NodeContext): readonly NewImport[] {
  const group = node.childForFieldName('body')
  const prefix = group ? `${childText({ node, text }, 'namespace_name').replace(/^\\/, '')}\\` : ''
  return (group ?? node).namedChildren
    .filter(({ type }) => type === 'namespace_use_clause')
    .map(({ namedChildren: [name] }) => ({ specifier: prefix + textOf(name, text).replace(/^\\/, ''), names: [] }))
}

/** `require __DIR__ . '/x.php'` is relative to the file, as `./x.php` is. */
function included({ node, text }: NodeContext): NewImport | undefined {
  const [, here, path] = INCLUDE.exec(text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 300))) ?? []
  if (path === undefined) return undefined
  return { specifier: here === undefined ? path : `.${path}`, names: [] }
}

const INCLUDE =
  /^(?:return\s+|\$\w+\s*=\s*)?@?(?:require|include)(?:_once)?\b\s*\(?\s*((?:__DIR__|dirname\(\s*__FILE__\s*\))\s*\.\s*)?["']([^"'$]+)["']/
