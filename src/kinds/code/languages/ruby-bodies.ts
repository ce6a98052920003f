import { textOf, type BodyRules } from './rules.ts'

/** Methods, and blocks that are given to a method which declares nothing in them. */
export const rubyBodies: BodyRules = {
  opens: (head) => METHOD.test(head) || (BLOCK.test(head) && !ENTERED.test(head)),
  closes: /^end\b/,
  goesOn: /^(?:rescue|ensure|else)\b/,
  hasStrayEnd: (root, text) => root.namedChildren.some((node) => textOf(node, text) === 'end'),
}

const METHOD = /^(?:[a-z_]+ )?def\s/
const BLOCK = /\bdo(?:\s*\|[^|]*\|)?$/
const ENTERED =
  /^(?:RSpec\.)?(?:namespace|describe|context|feature|shared_\w+|included|class_methods|prepended|extended|concerning|begin)\b|\b(?:Class|Module|Struct|Data)\.(?:new|define)\b/
