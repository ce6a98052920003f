import { createTermCounter } from '@wuku/text/terms/terms'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { nearest } from '@wuku/text/edits/edit'
import { acceptArguments, type Arguments } from '@wuku/kernel/arguments/accept'
import { inputShape } from '@wuku/kernel/arguments/shape'

type Schema = { readonly [key: string]: unknown }

/**
 * Every client sends the definitions of all tools to its model, which pays for each word of them. The reference pages and
 * the schema files keep what is left out here, and the server holds to it.
 */

/**
 * A schema of arguments without what a model never comes near: how long a text may be, how many a list may hold, arguments of
 * replaced programs that have no effect here, and explanations for people.
 */
export const briefInput = (schema: Schema): Schema => without(schema, (key) => lengths.has(key))

/** A schema of answers without what only documents them: what the keys of an answer mean is clear from the answer. */
export const briefOutput = (schema: Schema): Schema =>
  without(
    schema,
    (key, value) =>
      lengths.has(key) ||
      key === 'minimum' ||
      key === 'maximum' ||
      (key === 'description' && typeof value === 'string') ||
      ((key === 'required' || key === 'enum') && Array.isArray(value)) ||
      (key === 'additionalProperties' && value === false),
  )

const lengths: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems'])

const isUndeclared = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((value as Schema)['undeclared'] === true || (value as Schema)['x-for-people'] === true)

function without(schema: Schema, isLeftOut: (key: string, value: unknown) => boolean): Schema {
  const deeper = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deeper)
    return typeof value === 'object' && value !== null ? without(value as Schema, isLeftOut) : value
  }
  /** A property may itself be called `description`. */
  const eachProperty = (properties: unknown): unknown =>
    Object.fromEntries(
      Object.entries(properties as Schema)
        .filter(([, property]) => !isUndeclared(property))
        .map(([name, property]) => [name, deeper(property)]),
    )
  const retained = Object.entries(schema).filter(([key, value]) => !isLeftOut(key, value))
  return Object.fromEntries(
    retained.map(([key, value]) => [key, key === 'properties' ? eachProperty(value) : deeper(value)]),
  )
}

const input = z.strictObject({
  search: z.string().max(500).optional().describe('What you want to do, in words, or the name of an operation.'),
  run: z.string().max(100).optional().describe('Name of the operation to run.'),
  arguments: z.looseObject({}).optional().describe('Its arguments.'),
})

const output = z.strictObject({
  operations: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      inputSchema: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

/** Names with what they are for; the schema of the first alone, since it may be long. */
const MAX_SHOWN = 5

/**
 * The way to what is not listed. It may run whatever its caller may run, so it is declared as what the worst of them does.
 * It is no operation of the house: `run` is given on to the operation itself, which checks, logs and answers.
 */
export const moreToolsOf = (callable: ReadonlyMap<string, Operation>, mayWrite: boolean): Operation =>
  defineOperation({
    name: 'more_tools',
    group: 'core',
    title: 'More tools',
    description:
      'Everything else that wuku can do: versions of a library, file outlines, exporting or deleting conversations, ' +
      'renaming, undoing, statistics, diagnosis. `search` says which operation and with which arguments, then `run` it. ' +
      'Not for what another tool here does.',
    effect: mayWrite ? 'delete' : 'read',
    idempotent: !mayWrite,
    openWorld: true,
    input,
    output,
    aliases: {
      query: 'search',
      q: 'search',
      name: 'run',
      tool: 'run',
      operation: 'run',
      args: 'arguments',
      input: 'arguments',
    },
    searchHint:
      'other more operations tools rename undo delete export statistics usage 其他 更多 工具 操作 导出 撤销 上一次修改 删除 重命名 统计 用量 花费',
    examples: [
      { label: 'Which operation', input: { search: 'rename a scratchpad' } },
      { label: 'Run it', input: { run: 'rename-scratchpad', arguments: { id: '4f0c12', title: 'Plan' } } },
    ],
    run: async ({ search = '' }) => ({ operations: searchTools(search.trim(), callable).map(described) }),
    render: ({ operations }, { search }) => renderOperations(operations, search),
  })

/** The call that a caller of `more_tools` means; `undefined` when it searches. */
export function delegatedCall(moreTools: Operation, given: Arguments, callable: ReadonlyMap<string, Operation>) {
  const { run, arguments: toolArguments = {} } = acceptArguments(moreTools, given) as z.output<typeof input>
  if (run === undefined) return undefined
  const operation = callable.get(run.trim())
  if (operation) return { operation, given: toolArguments }
  const close = nearest(run, [...callable.keys()], { max: 4, limit: 3 })
  throw new WukuError(
    'not-found',
    `There is no operation "${run}".`,
    close.length > 0
      ? `Did you mean ${close.join(' or ')}?`
      : `Ask more_tools with {"search": "what you want to do"}, or {} for all names.`,
  )
}

function searchTools(search: string, callable: ReadonlyMap<string, Operation>): readonly Operation[] {
  const named = callable.get(search)
  if (named) return [named]
  const all = [...callable.values()].filter(({ isHidden }) => !isHidden)
  return search === '' ? all : findTools(search, all).slice(0, MAX_SHOWN)
}

const described = (operation: Operation, at: number, { length }: readonly Operation[]) => {
  const { name, title, description } = operation
  if (length > MAX_SHOWN) return { name, description: title }
  return { name, description, ...(at === 0 && { inputSchema: briefInput(inputShape(operation)) }) }
}

function renderOperations(operations: z.output<typeof output>['operations'], search = ''): string {
  if (operations.length === 0)
    return `No operation is about "${search}". Ask with other words, or with {} for all names.`
  const lines = operations.map(({ name, description, inputSchema }) =>
    [`- ${name}: ${description}`, ...(inputSchema ? [`  arguments: ${JSON.stringify(inputSchema)}`] : [])].join('\n'),
  )
  return [
    ...lines,
    'Run one: more_tools {"run": "<name>", "arguments": {...}}. Its schema: more_tools {"search": "<name>"}.',
  ].join('\n')
}

/** Text of a tool in which words can be looked up. */
type Described = Pick<Operation, 'name' | 'title' | 'description' | 'searchHint'>

/** BM25 with the usual constants. The texts are one or two sentences, so length counts for little. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.4

/** Tools whose name, description or hint holds words of the question, best first; among equals the one that was listed first. */
export function findTools<Tool extends Described>(question: string, tools: readonly Tool[]): readonly Tool[] {
  const read = termReader()
  const queryTerms = read(question)
  const texts = tools.map(({ name, title, description, searchHint = '' }) =>
    read([name, title, description, searchHint].join('\n')),
  )
  const meanLength = texts.reduce((sum, text) => sum + lengthOf(text), 0) / Math.max(texts.length, 1)
  const score = (text: Terms): number => {
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * lengthOf(text)) / meanLength)
    return [...queryTerms.keys()].reduce((sum, term) => {
      const often = text.get(term) ?? 0
      return sum + rarity(term, texts) * ((often * (SATURATION + 1)) / (often + norm))
    }, 0)
  }
  return tools
    .map((tool, at) => ({ tool, score: score(texts[at] ?? new Map()) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

/** How often a text holds each term. */
type Terms = ReadonlyMap<number, number>

const lengthOf = (text: Terms): number => [...text.values()].reduce((sum, often) => sum + often, 0)

function rarity(term: number, texts: readonly Terms[]): number {
  const documentFrequency = texts.filter((text) => text.has(term)).length
  return Math.log(1 + (texts.length - documentFrequency + 0.5) / (documentFrequency + 0.5))
}

function termReader(): (text: string) => Terms {
  const counter = createTermCounter()
  return (text) => {
    const terms = new Map<number, number>()
    counter.add(text, 1)
    counter.drain((term, often) => terms.set(term, often))
    return terms
  }
}
