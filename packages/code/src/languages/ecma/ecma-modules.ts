import type { SyntaxNode } from '@wuku/core/ports/syntax'
import { importsByCall } from '../called.ts'
import { fieldText, textOf, type NewImport, type NodeContext } from '../rules.ts'

/** `import` and `export ... from` at the top, `require()` and `import()` anywhere. */
export const ecmaImports = {
  program: ({ text }: NodeContext): readonly NewImport[] => importsByCall(text, ['require', 'import']),
  import_statement: importOf,
  export_statement: importOf,
}

/** Names that a statement exports of what is declared elsewhere. */
export const ecmaExports = { export_statement: exportedNames, expression_statement: assignedNames }

function importOf({ node, text }: NodeContext): NewImport | undefined {
  const source = node.childForFieldName('source')
  if (!source) return undefined
  return {
    specifier: textOf(source, text).slice(1, -1),
    names: namesOf(text.slice(node.startIndex, source.startIndex)),
  }
}

/** `import a, { b as c } from` and `export { b } from` name `b`; a default import is `default`, a star everything. */
function namesOf(clause: string): readonly string[] {
  const open = clause.indexOf('{')
  const braces = open < 0 ? '' : clause.slice(open + 1, Math.max(open + 1, clause.indexOf('}', open)))
  const listed = braces
    .replaceAll(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|\/\/.*/g, '')
    .split(',')
    .map((each) =>
      each
        .trim()
        .replace(/^type\s+(?!as\b)/, '')
        .split(/\sas\s/, 1)
        .join('')
        .trimEnd(),
    )
  const star = /\*\s*(?:as\s|from)/.test(clause) ? ['*'] : []
  const byDefault = /^import\s+(?:type\s+)?[\p{L}_$][\p{L}\p{N}_$]*\s*(?:,|from)/u.test(clause) ? ['default'] : []
  return [...byDefault, ...star, ...listed.filter((name) => name !== '')]
}

/** `export { a, b as c }`, `export default a`, `export = a`. */
function exportedNames(seen: NodeContext): readonly string[] {
  const { node, text } = seen
  if (node.childForFieldName('source')) return []
  const [first] = node.namedChildren
  if (first?.type === 'export_clause') return first.namedChildren.map((each) => fieldText({ node: each, text }, 'name'))
  const value = node.childForFieldName('value') ?? first
  return value?.type === 'identifier' ? [textOf(value, text)] : []
}

/** `module.exports = a`, `module.exports = { a, b: c }`, `exports.a = a`; what is not a plain name matches no declaration. */
function assignedNames({ node, text }: NodeContext): readonly string[] {
  let right = node.namedChildren[0] ?? null
  if (right?.type !== 'assignment_expression' || !isOfModule(right, text)) return []
  while (right?.type === 'assignment_expression') right = right.childForFieldName('right')
  if (right?.type === 'identifier') return [textOf(right, text)]
  return right?.type === 'object'
    ? right.namedChildren.map((each) => textOf(each.childForFieldName('value') ?? each, text))
    : []
}

const isOfModule = (assignment: SyntaxNode, text: string): boolean =>
  /^(?:module\.)?exports\b/.test(text.slice(assignment.startIndex, assignment.startIndex + 16))
