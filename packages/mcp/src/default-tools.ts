import type { Kind } from '@wuku/core/core-types'
import type { Operation } from '@wuku/kernel/base/operation'
import { argumentNames, inputShape, type ValueShape } from '@wuku/kernel/arguments/shape'

/** A storehouse that holds something, or notes that may be written. */
export type StoreContent = Kind | 'writable'

/** A tool that is listed unless somebody chose others, and the few of its arguments that a model needs to know of. */
export interface DefaultTool {
  readonly name: string
  /**
   * Listed only while these storehouses have something, or, as their way in, only while they have nothing. Some give way
   * where notes may be written: a client shows only so many tools.
   */
  readonly when?: Readonly<Partial<Record<StoreContent, boolean>>>
  /**
   * By one word in all tools, whatever the argument is called in the operation: an alias leads there. All others are
   * accepted all the same.
   */
  readonly arguments: readonly string[]
  /** In place of what the operation says of an argument, where that speaks of arguments that are not declared here. */
  readonly descriptions?: Readonly<Record<string, string>>
}

/** At most 20 with `more_tools`, in under 5,000 tokens: `bench/results/agents.md`. */
export const defaultTools: readonly DefaultTool[] = [
  { name: 'recall', arguments: ['query', 'kinds', 'project', 'since', 'limit'] },
  { name: 'open', arguments: ['citation', 'before', 'after'] },
  { name: 'sources', arguments: ['source'] },
  { name: 'index', arguments: ['sources'] },
  { name: 'repo_context_pack', when: { code: true }, arguments: ['query', 'project', 'under'] },
  {
    name: 'repo_semantic_search',
    when: { code: true },
    arguments: ['query', 'project', 'under', 'language', 'limit'],
  },
  { name: 'find_symbol', when: { code: true }, arguments: ['name', 'project', 'include_body', 'limit'] },
  { name: 'find_references', when: { code: true }, arguments: ['name', 'project', 'path', 'limit'] },
  {
    name: 'repo_map',
    when: { code: true, writable: false },
    arguments: ['project', 'query', 'under'],
    descriptions: { query: 'The task, in words.' },
  },
  {
    name: 'repo_history',
    when: { code: true },
    arguments: ['query', 'project', 'path', 'symbol', 'author', 'since', 'limit'],
  },
  { name: 'repo_reindex', arguments: ['project', 'dry_run'] },
  {
    name: 'get-library-docs',
    when: { docs: true },
    arguments: ['library', 'query', 'version', 'project', 'mode', 'page'],
  },
  { name: 'import-docs', when: { docs: false }, arguments: ['url', 'name', 'version', 'ref'] },
  {
    name: 'search_conversations',
    when: { chats: true },
    arguments: ['query', 'project', 'since', 'limit'],
    descriptions: { query: 'What it was about, in words or as a question; "*" lists the newest.' },
  },
  {
    name: 'gather_chats',
    when: { chats: true },
    arguments: ['ids', 'includeTools', 'cursor'],
    descriptions: { cursor: 'Of the answer before, for the rest; with the same ids.' },
  },
  { name: 'timeline', when: { chats: true, writable: false }, arguments: ['day', 'since', 'until', 'project'] },
  { name: 'write_note', when: { writable: true }, arguments: ['path', 'text', 'source', 'expected_version'] },
  {
    name: 'edit_note',
    when: { writable: true },
    arguments: ['path', 'content', 'old', 'section_marker', 'expected_version'],
    descriptions: { content: 'The new text.' },
  },
  { name: 'get-latest-active-workflow', when: { pads: true }, arguments: ['project'] },
  { name: 'create-workflow', arguments: ['name', 'description', 'project'] },
  { name: 'create-scratchpad', when: { pads: true }, arguments: ['workflow_id', 'title', 'content'] },
  { name: 'append-scratchpad', when: { pads: true }, arguments: ['id', 'content'] },
]

/** Default tools for a house that holds something of these storehouses. */
export const defaultToolsFor = (contents: ReadonlySet<StoreContent>): readonly DefaultTool[] =>
  defaultTools.filter(({ when = {} }) =>
    Object.entries(when).every(([kind, has]) => contents.has(kind as StoreContent) === has),
  )

/** The declared arguments, under the words that all tools share; the error names the bounds. */
export function leanInput(operation: Operation, { arguments: names, descriptions = {} }: DefaultTool): ValueShape {
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
