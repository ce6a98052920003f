import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../bench/quality/contestant.ts'
import { setsOf } from '../../../bench/quality/set-results.ts'
import { findTrials } from '../../../bench/quality/trials.ts'
import { scratchFolder, writeFiles } from '../../scratch.ts'

describe('the storehouse of a set', () => {
  const check = (files: readonly string[], at: string, expected: readonly string[]) => {
    const folder = scratchFolder()
    for (const path of files)
      writeFiles(folder, { [path]: path.includes('_turn/') ? TURN : '{"_id": "a", "text": "x"}\n' })
    expect(findTrials(join(folder, at), []).map(({ storehouse, name }) => `${storehouse}/${name}`)).toEqual(expected)
  }
  const TURN = '{"_id": "a", "text": "x", "speaker": "Ann", "session": "s/1"}\n'

  it('is notes for texts', () => check(['ir/tides/corpus.jsonl'], '.', ['notes/tides']))
  it('is chats for turns, and for their sessions', () =>
    check(['talk_turn/corpus.jsonl', 'talk_session/corpus.jsonl'], '.', ['chats/talk_session', 'chats/talk_turn']))
  it('is docs for pages of libraries', () => check(['docs/corpus/vue/a.md', 'docs/vue20.jsonl'], '.', ['docs/vue20']))
  it('may be asked of one set alone', () =>
    check(['tides/corpus.jsonl', 'moon/corpus.jsonl'], 'tides', ['notes/tides']))
  it('asks drcd across scripts too', () => check(['drcd/corpus.jsonl'], '.', ['notes/drcd', 'notes/drcd_hans']))
})

it('counts a repository with many questions as much as one with few', () => {
  const scores = { depth: 10, recall: 1, recall100: 1, mrr: 1, empty: 0, p50: 1, p95: 2 }
  const about = { storehouse: 'code', set: 'semble', documents: 0, contestant: 'wuku', indexSeconds: 2 } as const
  const results: readonly Result[] = [
    { ...about, part: 'axios', language: 'javascript', scores: { ...scores, questions: 90, ndcg: 1 } },
    { ...about, part: 'gson', language: 'java', scores: { ...scores, questions: 10, ndcg: 0.5 } },
  ]
  const [set] = setsOf(results)
  expect(set?.language).toBe('several')
  expect(set?.by.get('wuku')).toMatchObject({ indexSeconds: 4, scores: { questions: 100, ndcg: 0.75 } })
})
