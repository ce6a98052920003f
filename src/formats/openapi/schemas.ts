import { codeSpan } from '../writing/markdown.ts'
import { at, firstEntries, isTree, listOf, referenceOf, resolve, type Tree, treeOf, wordsOf } from './tree.ts'
import { limitWords, typeWords } from './types.ts'
import { onOneLine } from './words.ts'

export interface SchemaBudget {
  /** Lists in lists, each of which may name a schema of its own. */
  readonly depth: number
  readonly lines: number
}

/** The properties of a schema as a nested list. A schema that holds itself is named there, and so is what is too deep. */
export function schemaList(root: Tree, schema: unknown, budget: SchemaBudget): string {
  const lines: string[] = []
  writeProperties({ root, lines, budget, depth: 0, open: [], steps: { left: MOST_STEPS } }, schema)
  if (lines.length > budget.lines) lines.splice(budget.lines, lines.length, '- …')
  return lines.join('\n')
}

interface Listing {
  readonly root: Tree
  readonly lines: string[]
  readonly budget: SchemaBudget
  readonly depth: number
  /** Schemas around this one. */
  readonly open: readonly Tree[]
  readonly steps: { left: number }
}

function writeProperties(listing: Listing, value: unknown): void {
  const { root, lines, budget, depth, open } = listing
  const schema = resolve(root, value)
  if (listing.steps.left-- <= 0) return
  if (open.includes(schema) || depth > budget.depth || open.length > MOST_OPEN || lines.length > budget.lines) return
  const inner: Listing = { ...listing, open: [...open, schema] }
  for (const part of listOf(at(schema, 'allOf'))) writeProperties(inner, part)
  writeChoices(inner, schema)
  const required = new Set(listOf(at(schema, 'required')).slice(0, MOST_REQUIRED).map(wordsOf))
  for (const [name, property] of propertiesOf(schema)) {
    if (lines.length > budget.lines) return
    lines.push(`${'  '.repeat(depth)}- ${codeSpan(name) || '`""`'} ${facts(root, property, required.has(name))}`)
    writeProperties({ ...inner, depth: depth + 1 }, property)
  }
  if (at(schema, 'items') !== undefined) writeProperties(inner, at(schema, 'items'))
  if (isTree(at(schema, 'additionalProperties'))) writeProperties(inner, at(schema, 'additionalProperties'))
}

/** Arrays of arrays and parts of parts do not make the list deeper, but the stack. */
const MOST_OPEN = 30
/** Parts of parts that say nothing make no lines, but twice as many steps at each level. */
const MOST_STEPS = 2_000
/** Of one schema; it is listed wherever it is named. */
const MOST_REQUIRED = 1_000

const propertiesOf = (schema: Tree): readonly (readonly [string, unknown])[] => firstEntries(at(schema, 'properties'))

/** What may be chosen from is told apart by a line of its own, save from nothing but scalars. */
function writeChoices(listing: Listing, schema: Tree): void {
  const { root, lines, depth, budget } = listing
  const choices = [...listOf(at(schema, 'oneOf')), ...listOf(at(schema, 'anyOf'))].slice(0, MOST_CHOICES)
  for (const choice of choices) {
    const resolved = resolve(root, choice)
    if (propertiesOf(resolved).length === 0 && at(resolved, 'allOf') === undefined) continue
    if (lines.length > budget.lines) return
    const title = wordsOf(at(resolved, 'title'))
    const name = referenceOf(treeOf(choice)) === undefined && title !== '' ? title : typeWords(choice)
    lines.push(`${'  '.repeat(depth)}- either ${name}`)
    writeProperties({ ...listing, depth: depth + 1 }, choice)
  }
}

const MOST_CHOICES = 12

function facts(root: Tree, property: unknown, isRequired: boolean): string {
  const resolved = resolve(root, property)
  const about = onOneLine(wordsOf(at(treeOf(property), 'description')) || wordsOf(at(resolved, 'description')))
  const words = [typeWords(property), ...(isRequired ? ['required'] : []), ...limitWords(resolved)].join(', ')
  return `(${words})${about === '' ? '' : `: ${about}`}`
}
