import { at, entriesOf, isTree, type Tree, treeOf } from './tree.ts'

export interface NamedSchema {
  readonly name: string
  readonly schema: Tree
}

/** Schemas of the file that operations come to by references, in the order of the file. */
export function usedSchemas(root: Tree): readonly NamedSchema[] {
  const isSwagger = at(root, 'definitions') !== undefined
  const prefix = isSwagger ? '#/definitions/' : '#/components/schemas/'
  const schemas = entriesOf(isSwagger ? at(root, 'definitions') : at(treeOf(at(root, 'components')), 'schemas'))
  const { schemas: _, ...others } = treeOf(at(root, 'components'))
  const byReference = new Map(schemas.map(([name, schema]) => [prefix + escaped(name), { name, schema }]))
  const used = new Set<string>()
  // Trees that were seen are not entered again: aliases of YAML share them.
  const seen = new Set<object>()
  const open: unknown[] = [
    at(root, 'paths'),
    at(root, 'webhooks'),
    others,
    at(root, 'parameters'),
    at(root, 'responses'),
  ]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const reference = isTree(value) ? value['$ref'] : undefined
    if (typeof reference === 'string' && byReference.has(reference) && !used.has(reference)) {
      used.add(reference)
      open.push(byReference.get(reference)?.schema)
    }
    for (const inner of Object.values(value)) open.push(inner)
  }
  return [...byReference].flatMap(([reference, named]) => (used.has(reference) ? [named] : []))
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
