import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { fieldText, textOf, withoutQuotes } from '../rules.ts'

/** Shells that are close enough to Bash, too. Whatever a script declares, a script that sources it may use. */
export const bash: LanguageRules = {
  name: 'bash',
  extensions: ['.sh', '.bash', '.zsh', '.ksh', '.bats', '.ebuild'],
  fileNames: ['.bashrc', '.bash_profile', '.bash_aliases', '.zshrc', '.profile', 'PKGBUILD', 'APKBUILD'],
  interpreters: ['sh', 'bash', 'zsh', 'ksh', 'dash', 'ash', 'bats'],
  declarations: {
    function_definition: (seen) => ({
      name: fieldText(seen, 'name'),
      kind: 'function',
      isExported: true,
      body: seen.node.childForFieldName('body'),
    }),
    variable_assignment: (seen) => variable(seen.node, seen.text, 'variable'),
    declaration_command: declared,
    command,
  },
  regions:
    /^(?:if_statement|elif_clause|else_clause|list|case_statement|case_item|compound_statement|negated_command)$/,
  imports: { command: sourced },
}

function variable(node: SyntaxNode, text: string, kind: 'variable' | 'constant'): Declared {
  const label = node.childForFieldName('name')
  return { name: label?.type === 'variable_name' ? textOf(label, text) : '', kind, isExported: true }
}

/** `readonly A=1`, `declare -r B=2`, `export C=3 D=4`. */
function declared({ node, text }: NodeContext): readonly Declared[] {
  const head = text.slice(node.startIndex, node.startIndex + 40)
  const kind = /^(?:readonly|(?:declare|typeset|local)\s+-\w*r)/.test(head) ? 'constant' : 'variable'
  return node.namedChildren
    .filter(({ type }) => type === 'variable_assignment')
    .map((each) => variable(each, text, kind))
}

/** `alias ll='ls -l'`, and the tests of Bats. */
function command(seen: NodeContext): Declared | undefined {
  const name = fieldText(seen, 'name')
  const [, first] = seen.node.namedChildren
  const argument = textOf(first, seen.text)
  if (name === 'alias') return { name: /^[^=\s$"']+(?==)/.exec(argument)?.[0] ?? '', kind: 'macro', isExported: true }
  return name === '@test' ? { name: withoutQuotes(argument), kind: 'test', isExported: false } : undefined
}

/** `source x` and `. x`. A path that begins with a variable most often begins with the folder of the script. */
function sourced(seen: NodeContext): NewImport | undefined {
  const name = fieldText(seen, 'name')
  if (name !== 'source' && name !== '.') return undefined
  const [, first] = seen.node.namedChildren
  const path = withoutQuotes(textOf(first, seen.text)).replace(LEADING_EXPANSION, './')
  return path.includes('$') ? undefined : { specifier: path, names: [] }
}

const LEADING_EXPANSION = /^(?:\$\w+|\$\{[^}]*\}|\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`)"?\//
