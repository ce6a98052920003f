import { expect, it } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import { owner, type Caller } from '../../src/base/caller.ts'
import type { Engine } from '../../src/base/engine.ts'
import { recall } from '../../src/operations/recall/recall.ts'
import { invoke } from '../../src/invoke/invoke.ts'
import { repeatAnswers } from '../../src/invoke/repeated-answers.ts'
import { engineWith } from '../search/engine-with.ts'

interface House {
  readonly engine: Engine
  readonly files: Record<string, string>
  /** Milliseconds that have passed. */
  now: number
}

async function openHouse(): Promise<House> {
  const files: Record<string, string> = { 'tides.md': '# Tides\n\nThe tide comes at noon.\n' }
  const inside = await engineWith({ sea: files, land: { 'hills.md': '# Hills\n\nNo tide reaches them.\n' } })
  const house: House = {
    files,
    now: 0,
    engine: { ...inside, for: (caller) => ({ ...inside.for(caller), now: () => house.now }) },
  }
  return house
}

const [repeated = recall] = repeatAnswers([recall])

const ask = async (house: House, input: object, caller: Caller = owner('test')): Promise<unknown> => {
  const { output } = await invoke(repeated, input as never, {
    surface: 'rest',
    caller,
    engine: async () => house.engine,
    signal: new AbortController().signal,
    progress: () => {},
  })
  return output
}

type Meanwhile = (house: House) => Promise<void> | void
type Row = readonly [
  says: string,
  meanwhile: Meanwhile,
  second: { input?: object; caller?: Caller },
  isRepeated: boolean,
]

const question = { query: 'tide' }
const reader: Caller = { ...owner('test'), sees: new Set([1 as SourceId]) }
const changeNote: Meanwhile = async ({ files, engine }) => {
  files['tides.md'] = '# Tides\n\nThe tide comes at midnight.\n'
  await engine.index.update({ sources: [], force: true })
}

it.each<Row>([
  ['the same question', () => {}, {}, true],
  ['a moment later', (house) => void (house.now = 1_999), {}, true],
  ['once the answer has aged', (house) => void (house.now = 2_000), {}, false],
  ['another question', () => {}, { input: { query: 'hills' } }, false],
  ['the same question with another limit', () => {}, { input: { query: 'tide', limit: 1 } }, false],
  ['somebody who sees other sources', () => {}, { caller: reader }, false],
  ['after a note has changed', changeNote, {}, false],
])('an answer is given again or made: %s', async (_says, meanwhile, { input = question, caller }, isRepeated) => {
  const house = await openHouse()
  const first = await ask(house, question)
  await meanwhile(house)
  const second = await ask(house, input, caller)
  expect(second === first).toBe(isRepeated)
})

it('operations that do not repeat are left as they are', () => {
  const other = { ...recall, repeats: undefined } as unknown as typeof recall
  expect(repeatAnswers([other])).toEqual([other])
})
