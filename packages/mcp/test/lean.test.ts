import { countTokens } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { storehouses } from '@wuku/storehouses/storehouses'
import { kinds, type Kind } from '@wuku/core/core-types'
import { inputShape } from '@wuku/kernel/arguments/shape'
import { toolsetTokens } from '../src/toolset-tokens.ts'
import { defaultTools, type StoreContent } from '../src/default-tools.ts'
import { writeInstructions } from '../src/guide.ts'
import { definitionsOf, listedIn, tokensOf } from '../../../bench/tool-choice/definitions.ts'

const allOperations = await loadOperations()
const namesOf = (inside: readonly StoreContent[], readOnly = false): readonly string[] =>
  listedIn(allOperations, { tools: '', inside, readOnly }).map(({ operation }) => operation.name)

const everywhere = ['recall', 'open', 'sources', 'repo_reindex', 'import-docs', 'create-workflow', 'more_tools']
/** Offered once `index` is an operation for agents. */
const own = (names: readonly string[]): readonly string[] => names.filter((name) => name !== 'index')

describe('the tools that are offered by default', () => {
  it('are the ways in, where nothing is here', () => expect(own(namesOf([]))).toEqual(everywhere))
  it('are no more with notes alone', () => expect(own(namesOf(['notes']))).toEqual(everywhere))
  it.each(kinds.filter((kind) => kind !== 'notes'))('are more once there is something of %s', (kind) =>
    expect(namesOf([kind]).filter((name) => !everywhere.includes(name)).length).toBeGreaterThan(0),
  )
  it.each([[kinds], [[...kinds, 'writable']]] as readonly (readonly [readonly StoreContent[]])[])(
    'are 20 at most, in at most 5,000 tokens, with %j',
    (inside) => {
      expect(namesOf(inside).length).toBeLessThanOrEqual(20)
      expect(tokensOf(definitionsOf(allOperations, { tools: '', inside }))).toBeLessThanOrEqual(5_000)
    },
  )
  it('write notes only where a source of notes is writable', () => {
    const writers = (inside: readonly StoreContent[], readOnly = false) =>
      namesOf(inside, readOnly).filter((name) => name.endsWith('_note'))
    expect(writers(kinds)).toEqual([])
    expect(writers(['notes', 'writable'])).toEqual(['write_note', 'edit_note'])
    expect(writers(['notes', 'writable'], true)).toEqual([])
  })
  it('change nothing where only reading is allowed', () =>
    expect(namesOf(kinds, true).filter((name) => /create|append|import|reindex/.test(name))).toEqual([]))
  it('declare arguments that exist, and every one that is needed', () => {
    for (const { name, arguments: declared } of defaultTools) {
      const operation = allOperations.find((known) => known.name === name)
      const { properties = {}, required = [] } = operation ? inputShape(operation) : {}
      const keys = declared.map((word) => (word in properties ? word : operation?.aliases?.[word]))
      expect({ name, keys: keys.filter((key) => !(key !== undefined && key in properties)) }).toEqual({
        name,
        keys: [],
      })
      expect({ name, left: required.filter((key) => !keys.includes(key)) }).toEqual({ name, left: [] })
    }
  })
  it('are not each the one to begin with', () => {
    const listed = listedIn(allOperations, { tools: '', inside: kinds }).map(({ operation }) => operation)
    const firsts = listed.filter(({ description }) => /\bfirst\b|begin here|start here/i.test(description))
    expect(firsts.map(({ name }) => name)).toEqual([])
  })
  it('say when not to use them, and what instead', () => {
    const listed = listedIn(allOperations, { tools: '', inside: kinds }).map(({ operation }) => operation)
    const names = listed.map(({ name }) => name)
    const alone = listed.filter(
      ({ name, description }) => !names.some((other) => other !== name && description.includes(other)),
    )
    expect(alone.map(({ name }) => name)).toEqual(
      ['index', 'repo_reindex', 'more_tools'].filter((name) => names.includes(name)),
    )
  })
})

describe('instructions', () => {
  const written = (inside: readonly Kind[]) =>
    writeInstructions({
      tools: new Set(namesOf(inside)),
      holds: storehouses.filter(({ kind }) => inside.includes(kind)).map(({ summary: says }) => says),
    })
  const operationNames = new Set(allOperations.map(({ name }) => name))
  it.each([[[]], [['notes']], [kinds]] as readonly (readonly [readonly Kind[]])[])(
    'name only tools that are listed: %j',
    (inside) => {
      const named = [...written(inside).matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
      expect(named.filter((name) => operationNames.has(name) && !namesOf(inside).includes(name))).toEqual([])
    },
  )
  it('stay under 2,000 characters with all five storehouses', () => expect(written(kinds).length).toBeLessThan(2_000))
  it('cost less than 450 tokens', () => expect(countTokens(written(kinds))).toBeLessThan(450))
})

describe('a listing that was asked for', () => {
  it('of all tools has every operation of agents, in full', () => {
    const listed = listedIn(allOperations, { tools: 'all', inside: [] })
    expect(listed.length).toBe(allOperations.filter(({ group, isHidden }) => group !== 'admin' && !isHidden).length)
    expect(listed.filter(({ lean }) => lean)).toEqual([])
  })
  it('leaves out arguments that have no effect', () => {
    const text = JSON.stringify(definitionsOf(allOperations, { tools: 'all', inside: kinds }))
    expect(text).not.toMatch(/undeclared|max_embedding_chunks|useJieba|include_guidance/)
  })
  it('of what is replaced has its names in full, beside the default', () => {
    const listed = listedIn(allOperations, { tools: 'default,compat:qmd', inside: ['notes'] })
    expect(own(listed.map(({ operation }) => operation.name)).filter((name) => !everywhere.includes(name))).toEqual([
      'search',
      'vsearch',
      'query',
      'get',
      'multi_get',
      'status',
    ])
  })
})

it.each(Object.entries(toolsetTokens))('`wuku mcp --help` says what %s costs: about %i tokens', (tools, tokens) =>
  expect(Math.abs(tokensOf(definitionsOf(allOperations, { tools, inside: kinds })) - tokens)).toBeLessThan(100),
)
