import type { SyntaxNode } from '@wuku/core/ports/syntax'
import { docOf } from '../../comments.ts'
import { fieldText, textOf, type Declared, type LanguageRules, type NewImport, type NodeContext } from '../rules.ts'

/** `.pyi` files and notebooks' exports are read the same way. */
export const python: LanguageRules = {
  name: 'python',
  extensions: ['.py', '.pyi', '.pyw'],
  fileNames: ['SConstruct', 'SConscript', 'wscript'],
  interpreters: ['python', 'pypy', 'uv'],
  declarations: {
    function_definition: callable,
    class_definition: classOf,
    expression_statement: assigned,
    type_alias_statement: typeAlias,
  },
  transparent: ['decorated_definition'],
  regions: /^(?:block|if_statement|elif_clause|else_clause|try_statement|except_clause|finally_clause|with_statement)$/,
  imports: { import_statement: modulesNamed, import_from_statement: readNamedImport },
  bodies: { opens: (head) => /^(?:async\s+)?def\b.*:$/.test(head) },
  innerDoc,
}

/** One underscore in front means private by agreement; two on both sides is a name that Python itself gave. */
function isExported({ around }: NodeContext, name: string): boolean {
  const isHidden = name.startsWith('_') && !/^__.*__$/.test(name)
  return !isHidden && (around.at(-1)?.isExported ?? true)
}

function callable(seen: NodeContext): Declared {
  const name = fieldText(seen, 'name')
  const kind = seen.around.length === 0 ? 'function' : name === '__init__' ? 'constructor' : 'method'
  return { name, kind, isExported: isExported(seen, name), body: seen.node.childForFieldName('body') }
}

function classOf(seen: NodeContext): Declared {
  const name = fieldText(seen, 'name')
  const body = seen.node.childForFieldName('body')
  return { name, kind: 'class', isExported: isExported(seen, name), body, isEntered: true }
}

function typeAlias(seen: NodeContext): Declared {
  const name = /^[^[\s]*/.exec(fieldText(seen, 'left'))?.[0] ?? ''
  return { name, kind: 'type', isExported: isExported(seen, name) }
}

/** `MAX: int = 3`, `a, b = 1, 2`, `x: str`. Attributes of other objects (`x.y = 3`) are declared there. */
function assigned(seen: NodeContext): readonly Declared[] | undefined {
  const [assignment] = seen.node.namedChildren
  if (assignment?.type !== 'assignment') return undefined
  const left = assignment.childForFieldName('left')
  const isLambda = assignment.childForFieldName('right')?.type === 'lambda'
  return targetsIn(left).map((target) => {
    const name = textOf(target, seen.text)
    const kind = isLambda
      ? 'function'
      : seen.around.length > 0
        ? 'field'
        : /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u.test(name)
          ? 'constant'
          : 'variable'
    return { name, kind, isExported: isExported(seen, name) }
  })
}

function targetsIn(left: SyntaxNode | null): readonly SyntaxNode[] {
  const targets = left?.type === 'identifier' ? [left] : left?.type === 'pattern_list' ? left.namedChildren : []
  return targets.filter(({ type }) => type === 'identifier')
}

/** `import os, a.b as c` */
const modulesNamedIn = ({ node, text }: NodeContext): readonly string[] =>
  node.namedChildren
    .filter(({ type }) => type !== 'comment')
    .map((each) => fieldText({ node: each, text }, 'name') || textOf(each, text))

function modulesNamed(seen: NodeContext): readonly NewImport[] {
  return modulesNamedIn(seen).map((specifier) => ({ specifier, names: [] }))
}

/** `from ..x import y as z, w`: the first child is the module, the others are what is taken. */
function readNamedImport(seen: NodeContext): NewImport {
  const specifier = fieldText(seen, 'module_name').replaceAll(/\s/g, '')
  const [, ...names] = modulesNamedIn(seen)
  return { specifier, names }
}

/** A string that stands first in a body says what it is for. */
function innerDoc({ node, text }: NodeContext): string | undefined {
  if (node.type !== 'function_definition' && node.type !== 'class_definition') return undefined
  const statement = node.childForFieldName('body')?.namedChildren[0]
  const expression = statement?.type === 'expression_statement' ? statement.namedChildren[0] : undefined
  return expression?.type === 'string' ? docOf([textOf(expression, text).replaceAll(QUOTES, '')]) : undefined
}

const QUOTES = /^[rRuUbB]*(?:"{3}|'{3}|["'])|(?:"{3}|'{3}|["'])$/g
