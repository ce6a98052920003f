import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { openHouse, type House } from '../../packages/kernel/test/index/archive-house.ts'
import { disagreements } from './sqlite-inspection.ts'
import { scratchFolder } from '../scratch.ts'

let place = ''
let house: House
beforeEach(async () => {
  place = scratchFolder()
  house = await openHouse({}, await openSqlite(join(place, 'store.sqlite')))
})
afterEach(() => house.store.close())

const legible = async (needles: readonly string[]): Promise<readonly string[]> => {
  const files = await Promise.all((await readdir(place)).map((name) => readFile(join(place, name), 'latin1')))
  return needles.filter((needle) => files.some((bytes) => bytes.includes(needle)))
}

/** Letters alone, and nothing that a stemmer would cut. */
const word = (part: string, number: number): string =>
  `q${part}${[...String(number * 7_919)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}zq`

const talk = (number: number): string =>
  [
    `${word('id', number)} 1 ${word('title', number)}`,
    ...[1, 2, 3].map((at) => `m${at}: ${word('said', number * 10 + at)} 潮汐`),
  ].join('\n')

/** The words of a message lie in the rows of terms as they are; the text itself is packed. */
const needlesOf = (number: number): readonly string[] => [
  word('id', number),
  word('title', number),
  ...[1, 2, 3].map((at) => word('said', number * 10 + at)),
]

it('leaves no byte of a conversation, nor of a message', async () => {
  const numbers = Array.from({ length: 300 }, (_, number) => number)
  house.write(Object.fromEntries(numbers.map((number) => [`${number}.log`, talk(number)])))
  await house.index()
  // What was amended lies elsewhere in the file than what was put.
  house.write({ '7.log': `${talk(7)}\nm4: ${word('said', 74)}` })
  await house.index()
  const whole = [...needlesOf(7), word('said', 74), ...needlesOf(200)]
  const part = [word('said', 502)]
  expect(await legible([...whole, ...part])).toEqual([...whole, ...part])
  await house.engine.index.forget({ kind: 'chats', paths: [word('id', 7), word('id', 200)] })
  await house.engine.index.forget({ kind: 'chats', paths: [word('id', 50)], anchors: ['m2'] })
  expect(await legible([...whole, ...part])).toEqual([])
  await house.index()
  expect(await legible([...whole, ...part])).toEqual([])
  const kept = [...needlesOf(8), word('said', 501), word('said', 503)]
  expect(await legible(kept)).toEqual(kept)
  await house.store.close()
  expect(disagreements(join(place, 'store.sqlite'))).toEqual([])
})

it('runs an archive through, and the tables agree', async () => {
  house.write({ 'a.log': talk(1), 'b.log': talk(2), 'c.log': talk(3) })
  await house.index()
  house.write({
    'a.log': `${talk(1)}\nm9: new`,
    'b.log': undefined,
    'moved.log': talk(2),
    'd.log': talk(3).replace(' 1 ', ' 2 '),
  })
  expect(await house.index()).toBe('+1 ~1 >1 -1 =1 ?0; c.log: a copy of d.log, which is kept')
  house.write({ 'a.log': `${talk(1)}\nm9: newer\nm10: newest`, 'moved.log': undefined })
  await house.index()
  expect((await house.documents()).toSorted()).toEqual(
    [`${word('id', 1)} in a.log`, `${word('id', 2)} in moved.log (gone)`, `${word('id', 3)} in d.log`].toSorted(),
  )
  await house.store.close()
  expect(disagreements(join(place, 'store.sqlite'))).toEqual([])
})
