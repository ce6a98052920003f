import type { Kind } from '@wuku/core/core-types'
import type { Operation } from '@wuku/kernel/base/operation'
import { argumentNames, inputShape, type ArgumentsShape, type ValueShape } from '@wuku/kernel/arguments/shape'
import rows from './default-tools.json' with { type: 'json' }

/** A storehouse that holds something, or notes that may be written. */
export type StoreContent = Kind | 'writable'

/** A tool that is listed unless somebody chose others, and the few of its arguments that a model needs to know of. */
export interface DefaultTool {
  readonly name: string
  /** Listed only while this storehouse has something, or, as its way in, only while it has nothing. All must hold. */
  readonly when?: readonly { readonly kind: StoreContent; readonly has: boolean }[]
  /**
   * By one word in all tools, whatever the argument is called in the operation: an alias leads there. All others are
   * accepted all the same.
   */
  readonly arguments: readonly string[]
  /** In place of what the operation says of an argument, where that speaks of arguments that are not declared here. */
  readonly descriptions?: Readonly<Record<string, string>>
}

/** At most 20 with `more_tools`, in under 5,000 tokens: `bench/results/agents.md`. */
export const defaultTools = rows as readonly DefaultTool[]

/** Default tools for a house that holds something of these storehouses. */
export const defaultToolsFor = (contents: ReadonlySet<StoreContent>): readonly DefaultTool[] =>
  defaultTools.filter(({ when = [] }) => when.every(({ kind, has }) => contents.has(kind) === has))

/** The declared arguments, under the words that all tools share; the error names the bounds. */
export function leanInput(operation: Operation, { arguments: names, descriptions = {} }: DefaultTool): ArgumentsShape {
  const { properties = {}, required = [] } = inputShape(operation)
  const keyOf = (name: string): string => keyOfWord(name, operation)
  const needed = names.filter((name) => required.includes(keyOf(name)))
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => {
        const value = leanValue(properties[keyOf(name)] ?? {})
        return [name, { ...value, ...(name in descriptions && { description: descriptions[name] }) }]
      }),
    ),
    ...(needed.length > 0 && { required: needed }),
  }
}

/** The input key that a declared word stands for. */
export const keyOfWord = (word: string, operation: Operation): string =>
  argumentNames(operation).includes(word) ? word : (operation.aliases?.[word] ?? word)

const left: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
])

/** Among several ways to write a value the first plain one counts: a model needs to know one. */
function leanValue({ anyOf, description, ...shape }: ValueShape): ValueShape {
  const plain = anyOf?.find(({ type, enum: choices }) => choices || type === 'string') ?? anyOf?.[0]
  const retained = Object.entries({ ...shape, ...plain }).filter(([keyword]) => !left.has(keyword))
  const items = shape.items && { items: leanValue(shape.items) }
  return { ...Object.fromEntries(retained), ...items, ...(description !== undefined && { description }) }
}
