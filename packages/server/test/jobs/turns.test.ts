import { expect, it, onTestFinished } from 'vitest'
import { openToilHouse, type ToilHouse, type ToilOptions } from './toil.ts'

async function open(options: ToilOptions = {}): Promise<ToilHouse> {
  const house = await openToilHouse(options)
  onTestFinished(() => house.close())
  return house
}

/** Each job has a queue of its own; the first word of its name is its user. */
const start = async (house: ToilHouse, ...names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const [user = ''] = name.split(' ')
    const headers = { prefer: 'respond-async', ...(user !== 'local' && { 'x-test-user': user }) }
    await house.post('/long/toil', { name, queue: queues++ }, 202, headers)
  }
}
let queues = 1

const began = (houses: readonly ToilHouse[]) => expect.poll(() => houses.flatMap(({ begun }) => begun).toSorted())

it('jobs of users begin by turns, however many one of them has added before', async () => {
  const house = await open({ width: 1 })
  await start(house, 'ann first')
  await began([house]).toEqual(['ann first'])
  const others = ['ann 1', 'ann 2', 'ben 1', 'carl 1', 'ben 2']
  await start(house, ...others)
  for (const name of ['ann first', ...others]) house.letGo(name)
  await began([house]).toHaveLength(6)
  expect(house.begun).toEqual(['ann first', 'ben 1', 'carl 1', 'ann 1', 'ben 2', 'ann 2'])
})

it('a job begins at once though another user has more jobs than there are places', async () => {
  const house = await open()
  await start(house, 'ann 1', 'ann 2', 'ann 3', 'ann 4')
  await began([house]).toEqual(['ann 1', 'ann 2'])
  await start(house, 'ben 1')
  await began([house]).toEqual(['ann 1', 'ann 2', 'ben 1'])
})

it('turns hold across instances on the same data', async () => {
  const one = await open({ width: 2 })
  const other = await open({ width: 2, home: one.home })
  await start(one, 'ann 1', 'ann 2', 'ann 3', 'ann 4', 'ann 5', 'ann 6')
  await began([one, other]).toEqual(['ann 1', 'ann 2'])
  await start(other, 'ben 1', 'carl 1')
  await began([one, other]).toEqual(['ann 1', 'ann 2', 'ben 1', 'carl 1'])
})

it('jobs of different users in one queue have turns too', async () => {
  const house = await open()
  const queue = queues++
  const add = (user: string, name: string) =>
    house.post('/long/toil', { name, queue }, 202, { prefer: 'respond-async', 'x-test-user': user })
  await add('ann', 'ann 1')
  await began([house]).toEqual(['ann 1'])
  for (const [user, name] of [
    ['ann', 'ann 2'],
    ['ann', 'ann 3'],
    ['ben', 'ben 1'],
  ] as const)
    await add(user, name)
  for (const name of ['ann 1', 'ann 2', 'ann 3', 'ben 1']) house.letGo(name)
  await began([house]).toHaveLength(4)
  expect(house.begun).toEqual(['ann 1', 'ben 1', 'ann 2', 'ann 3'])
})

it('the local user has all places', async () => {
  const house = await open()
  await start(house, 'local 1', 'local 2', 'local 3', 'local 4')
  await began([house]).toEqual(['local 1', 'local 2', 'local 3'])
})
