import { expect, it } from 'vitest'
import { createFairQueue, type FairTurnsOptions } from '../src/fair-queue.ts'

const usual: FairTurnsOptions = {
  share: 2,
  shareOverBudget: 1,
  budget: 1_000,
  now: () => 0,
  isExempt: (user) => user === 'local',
}

const open = (more: Partial<FairTurnsOptions> = {}) => createFairQueue<string>({ ...usual, ...more })

type Queue = ReturnType<typeof open>

/** Work is named by its user: "a1", "b1". */
const fill = (queue: Queue, works: string): Queue => {
  for (const work of works.split(' ')) queue.add(work.slice(0, -1), work)
  return queue
}

const takeAll = (queue: Queue, free = 9): string => {
  const taken: string[] = []
  for (let next = queue.dequeue(free, () => true); next; next = queue.dequeue(free, () => true)) taken.push(next.work)
  return taken.join(' ')
}

/** Each work leaves its place before the next begins. */
const takeInTurn = (queue: Queue): string => {
  const taken: string[] = []
  for (let next = queue.dequeue(1, () => true); next; next = queue.dequeue(1, () => true)) {
    taken.push(next.work)
    queue.end(next.user)
  }
  return taken.join(' ')
}

it('users have turns, and work of one user keeps its order', () =>
  expect(takeInTurn(fill(open(), 'a1 a2 a3 a4 b1 b2 c1'))).toBe('a1 b1 c1 a2 b2 a3 a4'))

it('a user who comes later goes before one who had its share', () => {
  const queue = fill(open(), 'a1 a2 a3')
  expect([queue.dequeue(9, () => true), queue.dequeue(9, () => true)]).toMatchObject([{ work: 'a1' }, { work: 'a2' }])
  fill(queue, 'b1 b2 b3')
  expect(takeAll(queue)).toBe('b1 b2 a3 b3')
})

it('a user alone takes all places', () => expect(takeAll(fill(open(), 'a1 a2 a3 a4'), 1)).toBe('a1 a2 a3 a4'))

it('a user with its share leaves the places that are reserved for others', () =>
  expect(takeAll(fill(open({ share: 1, reserve: 1 }), 'a1 a2 a3'), 1)).toBe('a1'))

it('a user over its budget waits behind all others, and keeps to its smaller share', () => {
  const queue = fill(open(), 'a1 a2 a3 b1 b2 b3')
  queue.spend('a', 1_001)
  expect(takeAll(queue)).toBe('b1 b2 b3 a1')
})

it('what was spent is forgotten at the pace of the budget', () => {
  let now = 0
  const queue = fill(open({ now: () => now }), 'a1 a2 b1')
  queue.spend('a', 1_500)
  expect(queue.dequeue(1, () => true)).toMatchObject({ work: 'b1' })
  now = 31_000
  expect(takeAll(queue)).toBe('a1 a2')
})

it('an exempt user has neither shares nor budget', () => {
  const queue = fill(open({ share: 1, reserve: 1 }), 'local1 local2 local3')
  queue.spend('local', 9_000)
  expect(takeAll(queue, 1)).toBe('local1 local2 local3')
})

it('work that is removed is never taken, and others move up', () => {
  const queue = fill(open(), 'a1 a2 b1')
  queue.remove('a', 'a1')
  expect(takeInTurn(queue)).toBe('a2 b1')
})

it('work whose own place is taken holds up no other', () => {
  const queue = fill(open(), 'a1 a2 b1')
  expect(queue.dequeue(1, (work) => work !== 'a1')).toMatchObject({ work: 'a2' })
})

it('nothing begins where no place is free', () => expect(fill(open(), 'a1').dequeue(0, () => true)).toBeUndefined())

it('a hundred works of one user wait, and the next is refused; of an exempt one all do', () => {
  const queue = open()
  const added = (user: string) => Array.from({ length: 101 }, (_, nth) => queue.add(user, `${user}${nth}`))
  expect(added('a').indexOf(false)).toBe(100)
  expect(queue.add('b', 'b1')).toBe(true)
  expect(added('local')).not.toContain(false)
})
