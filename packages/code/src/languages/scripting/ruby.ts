import { importsByCall } from '../called.ts'
import { isRubyPublic, rubyCall } from './ruby-calls.ts'
import type { BodyRules, Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, fieldText, textOf, within } from '../rules.ts'

/** Methods, and blocks that are given to a method which declares nothing in them. */
const rubyBodies: BodyRules = {
  opens: (head) => METHOD.test(head) || (BLOCK.test(head) && !ENTERED.test(head)),
  closes: /^end\b/,
  continues: /^(?:rescue|ensure|else)\b/,
  hasLeftoverEnd: (root, text) => root.namedChildren.some((node) => textOf(node, text) === 'end'),
}

const METHOD = /^(?:[a-z_]+ )?def\s/
const BLOCK = /\bdo(?:\s*\|[^|]*\|)?$/
const ENTERED =
  /^(?:RSpec\.)?(?:namespace|describe|context|feature|shared_\w+|included|class_methods|prepended|extended|concerning|begin)\b|\b(?:Class|Module|Struct|Data)\.(?:new|define)\b/

/** Ruby declares by calls as much as by keywords: `attr_reader :name` is a method like any other. */
export const ruby: LanguageRules = {
  name: 'ruby',
  extensions: ['.rb', '.rake', '.gemspec', '.ru', '.rbw', '.jbuilder', '.podspec'],
  fileNames: [
    'Rakefile',
    'Gemfile',
    'Guardfile',
    'Capfile',
    'Vagrantfile',
    'Podfile',
    'Fastfile',
    'Brewfile',
    'Dangerfile',
  ],
  interpreters: ['ruby', 'jruby', 'rake'],
  declarations: {
    module: (seen) => named(seen, 'module'),
    class: (seen) => named(seen, 'class'),
    singleton_class: ({ node }) => within(node.childForFieldName('body'), true),
    method,
    singleton_method: (seen) => ({ ...method(seen), ...ownerOf(seen) }),
    alias: (seen) => ({ name: fieldText(seen, 'name'), kind: 'method', isExported: isRubyPublic(seen) }),
    ...alike(['assignment', 'operator_assignment'], constant),
    call: rubyCall,
  },
  regions: /^(?:if|unless|then|else|elsif|begin|if_modifier|unless_modifier)$/,
  imports: { program: required, call: autoloaded },
  bodies: rubyBodies,
}

/** `module A::B` is declared by its whole name. */
function named(seen: NodeContext, kind: 'module' | 'class'): Declared {
  const name = fieldText(seen, 'name').replace(/^::/, '')
  return { name, kind, isExported: true, body: seen.node.childForFieldName('body'), isEntered: true }
}

function method(seen: NodeContext): Declared {
  const name = fieldText(seen, 'name')
  const kind = seen.around.length === 0 ? 'function' : name === 'initialize' ? 'constructor' : 'method'
  return { name, kind, isExported: isRubyPublic(seen), body: seen.node.childForFieldName('body') }
}

/** `def self.build` is its class's whatever section it stands in; `def Config.load` says whose it is. */
function ownerOf(seen: NodeContext): Pick<Declared, 'isExported' | 'owner'> {
  const object = fieldText(seen, 'object')
  return { isExported: true, ...(object !== 'self' && { owner: object }) }
}

/** `MAX = 1`, `Foo::BAR = 2`, `Point = Struct.new(:x) do ... end`. */
function constant(seen: NodeContext): Declared | undefined {
  const { node, text } = seen
  const left = node.childForFieldName('left')
  if (left?.type !== 'constant' && left?.type !== 'scope_resolution') return undefined
  const scope = fieldText({ node: left, text }, 'scope')
  const name = left.type === 'constant' ? textOf(left, text) : fieldText({ node: left, text }, 'name')
  const right = node.childForFieldName('right')
  const isClass = right?.type === 'call' && MAKES_CLASS.test(text.slice(right.startIndex, right.startIndex + 16))
  const body = isClass ? (right.childForFieldName('block')?.childForFieldName('body') ?? null) : null
  return {
    name,
    kind: isClass ? 'class' : 'constant',
    isExported: true,
    ...(scope !== '' && { owner: scope }),
    body,
    isEntered: body !== null,
  }
}

const MAKES_CLASS = /^(?:::)?(?:Class|Module|Struct|Data)\.(?:new|define)\b/

/** A path that is put together while it runs is not known here. */
function required({ text }: NodeContext): readonly NewImport[] {
  const absolute = importsByCall(text, ['require'], 'bare')
  const relative = importsByCall(text, ['require_relative', 'load'], 'bare').map(toRelative)
  return [...absolute, ...relative].filter(({ specifier }) => !specifier.includes('#{'))
}

const toRelative = (each: NewImport): NewImport =>
  /^[./]/.test(each.specifier) ? each : { ...each, specifier: `./${each.specifier}` }

/** `autoload :Foo, 'lib/foo'` */
function autoloaded({ node, text }: NodeContext): NewImport | undefined {
  if (!text.startsWith('autoload', node.startIndex)) return undefined
  const [, name, specifier] = AUTOLOAD.exec(text.slice(node.startIndex, node.endIndex)) ?? []
  return specifier === undefined ? undefined : { specifier, names: [name ?? ''] }
}

const AUTOLOAD = /^autoload\s*\(?\s*:(\w+)\s*,\s*["']([^"'#]+)["']/
