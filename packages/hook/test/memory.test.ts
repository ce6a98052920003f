import { describe, expect, it } from 'vitest'
import { hashOfRun } from '@wuku/chats/outcomes/mine-runs'
import { inForce, memoryOf } from '../src/memory.ts'
import { AT, memoryWith, SHOP, solved } from './mined.ts'

const HOUR = 3_600_000
const minute = (at: number): number => Math.floor(at / 60_000)

describe('what is known of commands', () => {
  it('is counted over conversations, and the last one counts', () => {
    const { failures } = memoryWith({ failures: [solved] }, { at: AT + HOUR, failures: [{ count: 2, exitCode: 2 }] })
    expect(failures).toMatchObject([{ count: 3, exitCode: 2, at: AT + HOUR, fix: { command: 'npm run test:quick' } }])
  })
  const worked = (at: number, folder = SHOP): readonly string[] => [`${hashOfRun('npm test', folder)}:${minute(at)}`]
  it.each<[says: string, left: number, worked: readonly string[]]>([
    ['a success since takes a failure back', 0, worked(AT + HOUR)],
    ['a success before does not', 1, worked(AT - HOUR)],
    ['a success in another folder does not', 1, worked(AT + HOUR, `${SHOP}/web`)],
  ])('%s', (_says, left, own) =>
    expect(memoryWith({ failures: [solved] }, { worked: own }).failures).toHaveLength(left),
  )
  it('a missing program is one of all folders, until it works', () => {
    const missing = { ...solved, signature: 'python', isMissing: true } as const
    expect(memoryWith({ failures: [{ ...missing, folder: `${SHOP}/a` }, missing] }).failures).toMatchObject([
      { count: 2 },
    ])
    const own = [`${hashOfRun('python')}:${minute(AT + HOUR)}`]
    expect(memoryWith({ failures: [missing] }, { worked: own }).failures).toEqual([])
  })
  it('says what only others share', () => {
    expect(memoryWith({ isShared: true, failures: [solved] }).failures).toMatchObject([{ isShared: true }])
    expect(memoryWith({ isShared: true, failures: [solved] }, { failures: [{}] }).failures).toMatchObject([
      { isShared: false },
    ])
  })
})

describe('orders', () => {
  const inOrder = (...said: readonly (readonly [text: string, more?: object])[]): readonly string[] => {
    const { orders } = memoryWith(
      ...said.map(([text, more], nth) => ({ at: AT + nth * HOUR, orders: [{ text }], ...more })),
    )
    return inForce(orders, orders).map(({ text }) => text)
  }
  it('give way to later ones that contradict them', () =>
    expect(inOrder(['Always use npm.'], ['Never push to main.'], ['From now on use pnpm.'])).toEqual([
      'Never push to main.',
      'From now on use pnpm.',
    ]))
  it('of another project stand', () =>
    expect(inOrder(['Always use npm.'], ['From now on use pnpm.', { project: '/other' }])).toHaveLength(2))
  it('of others are never known', () => expect(inOrder(['Always use npm.', { isShared: true }])).toEqual([]))
})

describe('what concerns a folder', () => {
  const memory = memoryWith(
    { failures: [solved], orders: [{ text: 'a' }] },
    { project: `${SHOP}/web`, failures: [solved], orders: [{ text: 'b' }] },
    { project: '/home/ada', failures: [solved], orders: [{ text: 'c' }] },
    { project: '/other', failures: [solved], orders: [{ text: 'd', scope: 'everywhere' }] },
  )
  it.each<[says: string, root: string, isRepository: boolean, orders: string]>([
    ['a repository and its folders', SHOP, true, 'abd'],
    ['a folder that is no repository, alone', '/home/ada', false, 'cd'],
    ['an unknown one: what holds everywhere', '/new', true, 'd'],
  ])('%s', (_says, root, isRepository, orders) => {
    const here = memoryOf(memory, root, isRepository)
    expect(here.orders.map(({ text }) => text).join('')).toBe(orders)
    expect(here.failures).toHaveLength(orders.length - 1)
  })
})
