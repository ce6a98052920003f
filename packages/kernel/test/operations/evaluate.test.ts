import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { owner } from '../../src/base/caller.ts'
import { evaluate } from '../../src/operations/evaluate.ts'
import type { Evaluation } from '../../src/operations/evaluation.ts'
import { conceptEmbedder, openMeaningHouse } from '../meaning/meaning-house.ts'

interface Asked {
  readonly lines: readonly object[]
  readonly options?: object
  readonly withVectors?: boolean
  readonly signal?: AbortSignal
}

/** Two sources: sea/tides.md, sea/harbour.md with a copy, garage/tyres.md. */
async function answer({ lines, options = {}, withVectors = false, signal }: Asked) {
  const embedder = conceptEmbedder()
  const { engine } = await openMeaningHouse(withVectors ? { embedder: () => embedder } : {})
  if (withVectors) await engine.models.embed({ sources: [] })
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const output = (await evaluate.run(evaluate.input.parse({ path: 'q.jsonl', ...options }), {
    engine: {
      ...engine,
      workspace: {
        ...engine.workspace,
        readUserFile: (path: string) => (path === 'q.jsonl' ? Promise.resolve(text) : notThere()),
      },
    },
    caller: owner('test'),
    signal: signal ?? new AbortController().signal,
    progress: () => {},
  })) as Evaluation
  const [block] = evaluate.render(output, {})
  return { output, text: block?.type === 'text' ? block.text : '' }
}

const notThere = () => Promise.reject(new WukuError('not-found', 'It is not there.', 'Name another.'))

const found = { query: 'moon sea', expected: ['sea/tides.md'] }
const missed = { id: 'm', query: 'moon', expected: ['garage/tyres.md', 'wuku://notes/sea/tides.md'] }
const lost = { query: 'tides', expected: ['garage/tyres.md'] }

describe('eval', () => {
  it('eval measures the given questions', async () => {
    const { output } = await answer({ lines: [found, lost] })
    expect(output.runs).toMatchObject([
      { mode: 'lexical', ndcg10: 0.5, recall10: 0.5, mrr10: 0.5, hit1: 0.5, hit5: 0.5, withoutResult: 0, failed: 1 },
    ])
    expect(output.problems).toEqual([])
  })

  it('counts what is expected and not found', async () => {
    const { output } = await answer({ lines: [missed] })
    expect(output.runs).toMatchObject([{ recall10: 0.5, mrr10: 1, failed: 0 }])
  })

  it('lists failed questions, worst first, with what was found instead', async () => {
    const { output, text } = await answer({ lines: [lost, { ...lost, id: 'w', query: 'nothingness' }] })
    expect(output.runs[0]?.failures).toMatchObject([
      { id: '1', ndcg10: 0, expected: [{ name: 'garage/tyres.md', rank: null }], found: ['notes/sea/tides.md'] },
      { id: 'w', found: [] },
    ])
    expect(text).toContain('wanted garage/tyres.md: not found\n         1. notes/sea/tides.md')
    expect(text).toContain('found nothing')
  })

  it('lists as many failed questions as requested', async () => {
    const { output, text } = await answer({ lines: [lost, lost, lost], options: { failures: 1 } })
    expect([output.runs[0]?.failed, output.runs[0]?.failures.length]).toEqual([3, 1])
    expect(text).toContain('and 2 more: --failures 3 lists all.')
  })

  it('names what is expected and not indexed, and leaves out questions that expect nothing', async () => {
    const lines = [{ query: 'tides', expected: ['gone.md'] }, { query: 'who knows' }]
    const { output } = await answer({ lines })
    expect(output.questions).toBe(1)
    expect(output.problems).toMatchObject([{ path: 'gone.md', said: 'No such document is indexed.' }])
    expect(output.notes).toEqual(['1 question left out: no expected document is named.'])
  })

  it('searches only the given sources', async () => {
    const { output } = await answer({ lines: [found], options: { sources: ['garage'] } })
    expect(output.runs).toMatchObject([{ withoutResult: 1, hit1: 0 }])
  })

  it('compares all modes where there are vectors', async () => {
    const lines = [{ query: 'excavation', expected: ['sea/harbour.md', 'sea/copy.md'] }]
    const { output } = await answer({ lines, options: { compare: true }, withVectors: true })
    expect(output.runs.map(({ mode, hit1 }) => `${mode} ${hit1}`)).toEqual(['lexical 0', 'semantic 1', 'hybrid 1'])
  })

  it('says why it compares words alone', async () => {
    const { output } = await answer({ lines: [found], options: { compare: true } })
    expect(output.runs.map(({ mode }) => mode)).toEqual(['lexical'])
    expect(output.notes).toEqual([expect.stringMatching(/^By words only: .*wuku embed/)])
  })

  it('is an error where meaning alone was asked for and cannot be had', () =>
    expect(answer({ lines: [found], options: { mode: 'semantic' } })).rejects.toMatchObject({
      code: 'vectors-missing',
    }))

  it('stops when it is stopped', () =>
    expect(answer({ lines: [found], signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' }))
})
