import type { Kind } from '@wuku/core/core-types'
import type { Operation } from '@wuku/kernel/base/operation'
import { argumentNames, inputShape, type ArgumentsShape, type ValueShape } from '@wuku/kernel/arguments/shape'

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

const whenPresent = (kind: StoreContent): Pick<DefaultTool, 'when'> => ({ when: [{ kind, has: true }] })
const without = (kind: StoreContent): Pick<DefaultTool, 'when'> => ({ when: [{ kind, has: false }] })
/** Gives way where notes may be written: a client shows only so many tools. */
const unlessWritable = (kind: Kind): Pick<DefaultTool, 'when'> => ({
  when: [
    { kind, has: true },
    { kind: 'writable', has: false },
  ],
})

/** At most 20 with `more_tools`, in under 5,000 tokens: `bench/results/agents.md`. */
export const defaultTools: readonly DefaultTool[] = [
  { name: 'recall', arguments: ['query', 'kinds', 'project', 'since', 'limit'] },
  { name: 'open', arguments: ['citation', 'before', 'after'] },
  { name: 'sources', arguments: ['source'] },
  { name: 'index', arguments: ['sources'] },
  { name: 'repo_context_pack', ...whenPresent('code'), arguments: ['query', 'project', 'under'] },
  {
    name: 'repo_semantic_search',
    ...whenPresent('code'),
    arguments: ['query', 'project', 'under', 'language', 'limit'],
  },
  { name: 'find_symbol', ...whenPresent('code'), arguments: ['name', 'project', 'include_body', 'limit'] },
  { name: 'find_references', ...whenPresent('code'), arguments: ['name', 'project', 'path', 'limit'] },
  {
    name: 'repo_map',
    ...unlessWritable('code'),
    arguments: ['project', 'query', 'under'],
    descriptions: { query: 'The task, in words.' },
  },
  {
    name: 'repo_history',
    ...whenPresent('code'),
    arguments: ['query', 'project', 'path', 'symbol', 'author', 'since', 'limit'],
  },
  { name: 'repo_reindex', arguments: ['project', 'dry_run'] },
  {
    name: 'get-library-docs',
    ...whenPresent('docs'),
    arguments: ['library', 'query', 'version', 'project', 'mode', 'page'],
  },
  { name: 'import-docs', ...without('docs'), arguments: ['url', 'name', 'version', 'ref'] },
  {
    name: 'search_conversations',
    ...whenPresent('chats'),
    arguments: ['query', 'project', 'since', 'limit'],
    descriptions: { query: 'What it was about, in words or as a question; "*" lists the newest.' },
  },
  {
    name: 'gather_chats',
    ...whenPresent('chats'),
    arguments: ['ids', 'includeTools', 'cursor'],
    descriptions: { cursor: 'Of the answer before, for the rest; with the same ids.' },
  },
  { name: 'timeline', ...unlessWritable('chats'), arguments: ['day', 'since', 'until', 'project'] },
  { name: 'write_note', ...whenPresent('writable'), arguments: ['path', 'text', 'source', 'expected_version'] },
  {
    name: 'edit_note',
    ...whenPresent('writable'),
    arguments: ['path', 'content', 'old', 'section_marker', 'expected_version'],
    descriptions: { content: 'The new text.' },
  },
  { name: 'get-latest-active-workflow', ...whenPresent('pads'), arguments: ['project'] },
  { name: 'create-workflow', arguments: ['name', 'description', 'project'] },
  { name: 'create-scratchpad', ...whenPresent('pads'), arguments: ['workflow_id', 'title', 'content'] },
  { name: 'append-scratchpad', ...whenPresent('pads'), arguments: ['id', 'content'] },
]

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
