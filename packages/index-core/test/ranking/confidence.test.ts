import { describe, expect, it } from 'vitest'
import {
  judge,
  judgeInPlace,
  highestConfidence,
  weighWords,
  type EvidenceWord,
  type Judged,
} from '../../src/ranking/confidence.ts'

const word = (raw: string, isHeld: boolean, nats = 5): EvidenceWord => ({ raw, nats, isHeld })
const words = (held: number, lacked: number): readonly EvidenceWord[] => [
  ...Array.from({ length: held }, (_, at) => word(`held${at}`, true)),
  ...Array.from({ length: lacked }, (_, at) => word(`lacked${at}`, false)),
]

const passage = (score: number, asked: readonly EvidenceWord[]): Judged => ({
  score,
  evidence: weighWords(asked, score),
})
const many = (best: Judged, ...scores: readonly number[]): readonly Judged[] => [
  best,
  ...scores.map((score) => ({ ...best, score })),
]

describe('an answer', () => {
  it.each<[says: string, passages: readonly Judged[], sure: string, shown: number]>([
    ['that is empty is none', [], 'none', 0],
    ['whose best holds all rare words is strong', [passage(0.5, words(4, 0))], 'strong', 1],
    ['whose best holds half of them is partial', [passage(0.25, words(2, 2))], 'partial', 1],
    ['whose best holds one word of six is none', [passage(0.06, words(1, 5))], 'none', 1],
    ['that is none shows the three nearest', many(passage(0.06, words(1, 5)), 0.06, 0.06, 0.05), 'none', 3],
    ['that is weak shows three', many(passage(0.2, words(2, 3)), 0.2, 0.19, 0.18, 0.18), 'partial', 3],
    ['that holds a few words in passing is none', many(passage(0.14, words(2, 3)), 0.14, 0.13, 0.12, 0.12), 'none', 3],
    [
      'that lacks the word that says most is not strong',
      [passage(0.7, [...words(4, 0), word('key', false, 8)])],
      'partial',
      1,
    ],
    ['that lacks one of its rare words may be strong', [passage(0.7, words(4, 1))], 'strong', 1],
    [
      'that lacks a word that stands nowhere is not strong',
      [passage(0.7, [...words(5, 0), { ...word('detail', false, 3), isUnknown: true }])],
      'partial',
      1,
    ],
    ['leaves out what is far below its best', many(passage(0.6, words(4, 0)), 0.5, 0.3, 0.1, 0.05), 'strong', 3],
    ['keeps what is half as good', many(passage(0.6, words(4, 0)), 0.31, 0.3, 0.3, 0.3), 'strong', 5],
    ['to a word alone is strong', many(passage(0.4, [word('moon', true, 1)]), 0.4, 0.4, 0.3), 'strong', 4],
    [
      'to two common words is shown whole',
      many(passage(0.3, [word('a', true, 0.5), word('b', true, 0.5)]), 0.3, 0.3, 0.3),
      'partial',
      4,
    ],
    [
      'is as sure as the surest of its first three',
      [passage(0.3, words(1, 5)), passage(0.3, words(5, 1))],
      'strong',
      2,
    ],
  ])('%s', (_, passages, sure, shown) => expect(judge(passages)).toEqual({ sure, shown }))

  it.each<[says: string, passages: readonly Judged[], sure: string, shown: number]>([
    [
      'that is weak shows all that is near its best',
      many(passage(0.2, words(2, 3)), 0.2, 0.19, 0.18, 0.03),
      'partial',
      4,
    ],
    [
      'that holds a few words in passing is none, and shown',
      many(passage(0.14, words(2, 3)), 0.14, 0.13, 0.12, 0.03),
      'none',
      4,
    ],
    ['that is none shows three', many(passage(0.06, words(1, 5)), 0.06, 0.06, 0.05), 'none', 3],
  ])('from one place alone %s', (_, passages, sure, shown) => expect(judgeInPlace(passages)).toEqual({ sure, shown }))
})

describe('a long prompt', () => {
  const prompt = [...words(0, 20), ...Array.from({ length: 10 }, (_, at) => word(`asked${at}`, true))]
  it('is answered by what holds a part of it', () => {
    const { share, nats, isPart } = weighWords(prompt, 0.15)
    expect([isPart, nats]).toEqual([true, 50])
    expect(share).toBeGreaterThan(0.3)
  })
  it('keeps all passages, since each may answer another part', () => {
    const passages = [0.15, 0.1, 0.04, 0.03].map((score) => passage(score, prompt))
    expect(judge(passages).shown).toBe(4)
  })
  it('counts a word that is said twice once', () =>
    expect(weighWords([word('moon', true), word('moon', true)], 0.5).nats).toBe(5))
})

it('several answers are as sure as the surest', () => {
  expect(highestConfidence(['none', 'strong', 'partial'])).toBe('strong')
  expect(highestConfidence([])).toBe('none')
})
