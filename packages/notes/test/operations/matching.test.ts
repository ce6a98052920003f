import { everything } from '@wuku/core/ports/access'
import { describe, expect, it } from 'vitest'
import { openTestStore } from '../../../../test/test-store.ts'
import { nameOf, openDocumentIndex } from '@wuku/kernel/documents/document-index'
import { matchDocuments } from '../../src/operations/multi-get.ts'
import { putting, sourceNamed } from '../../../../test/contract/samples.ts'

const paths = ['tides.md', 'deep/tides.md', 'deep/moon.md', 'cafe\u0301.md', 'notes [old].md']

async function match(pattern: string) {
  const store = openTestStore()
  const source = await store.addSource(sourceNamed('sea'))
  await store.apply(
    putting(
      source.id,
      paths.map((path) => ({ path, text: path })),
    ),
  )
  return store.read(everything, async (view) => {
    const { found, errors } = await matchDocuments(await openDocumentIndex(view, ['notes']), pattern)
    return { found: found.map(nameOf), errors }
  })
}

describe('documents of a list', () => {
  it.each([
    ['sea/tides.md, deep/moon.md', ['sea/tides.md', 'sea/deep/moon.md']],
    ['moon.md', ['sea/deep/moon.md']],
    ['caf\u00E9.md', ['sea/cafe\u0301.md']],
    ['notes [old].md', ['sea/notes [old].md']],
    ['moon.md, deep/*', ['sea/deep/moon.md', 'sea/deep/tides.md']],
  ])('%s', async (pattern, found) => expect(await match(pattern)).toEqual({ found, errors: [] }))

  it('tells of many wrong names in few words, and guesses at the first', async () => {
    const { found, errors } = await match(Array.from({ length: 3_000 }, (_, at) => `x${at}/tidez.md`).join(','))
    expect([found, errors.length]).toEqual([[], 21])
    expect(errors[0]).toMatch(/^File not found: x0\/tidez\.md \(did you mean: .*tides\.md/)
    expect(errors.slice(-2)).toEqual(['File not found: x19/tidez.md', 'And 2980 more like these.'])
  })

  it('refuses more globs than anybody needs', () =>
    expect(match(Array.from({ length: 21 }, (_, at) => `*${at}`).join(','))).rejects.toThrow(/more than 20 globs/))
})
