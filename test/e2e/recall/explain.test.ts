import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(() => void (shop = openShop()))

interface Hit {
  readonly citation: string
  readonly kind: string
  readonly score: number
  readonly why?: { readonly parts: readonly { readonly by: string; readonly adds: number }[]; readonly seen: string }
}

interface Answer {
  readonly hits: readonly Hit[]
  readonly explanation?: {
    readonly words: readonly { readonly word: string; readonly passages: number; readonly share: number }[]
    readonly passages: number
    readonly tokens: number
  }
}

const recall = (...args: readonly string[]): Answer =>
  JSON.parse(shop.cli('recall', ...args, '--weak', '--budget', '50000', '--json')) as Answer
const sumOf = (hit: Hit): number =>
  Math.round((hit.why?.parts ?? []).reduce((sum, { adds }) => sum + adds, 0) * 1000) / 1000

describe('the parts of a score', () => {
  it.each<readonly string[]>([
    ['retry policy attempts'],
    ['retryPolicy'],
    ['"retry policy"'],
    ['retry policy', '--project', '.'],
    ['what did we decide about the retry policy'],
    ['which commit added the retry policy'],
    ['pause', '--kinds', 'code'],
    ['attempts', '--kinds', 'chats'],
    ['重试 policy'],
    ['path:retry.md'],
  ])('of question %# add up to it, and change nothing', (...question) => {
    const plain = recall(...question)
    const { hits } = recall(...question, '--explain')
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.map(({ citation, score }) => [citation, score])).toEqual(
      plain.hits.map(({ citation, score }) => [citation, score]),
    )
    expect(hits.map(sumOf)).toEqual(hits.map(({ score }) => score))
    expect(plain.hits.filter((hit) => 'why' in hit)).toEqual([])
    expect('explanation' in plain).toBe(false)
  })
  it('name what speaks for a file of code', () => {
    const [hit] = recall('retryPolicy', '--kinds', 'code', '--explain').hits
    expect(hit?.why?.parts.map(({ by }) => by)).toEqual(expect.arrayContaining(['words', 'definition', 'name']))
    expect(hit?.why?.seen).toBe('own')
  })
})

it('an explained answer tells how rare its words are, and what an agent reads of it', () => {
  const { explanation } = recall('retry nowhereatall', '--explain')
  expect(explanation?.words.map(({ word }) => word)).toContain('retry')
  expect(explanation?.passages).toBeGreaterThan(explanation?.words[0]?.passages ?? 0)
  expect(explanation?.tokens).toBeGreaterThan(50)
})
it('a terminal shows the parts', () =>
  expect(shop.cli('recall', 'retryPolicy', '--explain')).toMatch(/^ +Score: \+0\.\d{3} words .*\(own\)$/m))
