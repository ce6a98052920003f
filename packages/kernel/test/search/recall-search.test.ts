import { expect, it } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import type { ProjectScope } from '../../src/resolve-project.ts'
import { engineWith } from './engine-with.ts'

const text = 'The moon pulls the sea, and the harbour of Saltmarsh runs dry twice a day for an hour at most.'
const sources = {
  own: { 'tides.md': `# Tides\n\n${text}\n` },
  copy: { 'sea.md': `# Sea\n\n${text}\n`, 'ships.md': '# Ships\n\nShips wait before the harbour.\n' },
  near: { 'moon.md': '# Moon harbour\n\nThe moon and the harbour, and nothing else of the sea.\n' },
}

const belongingTo = (name: string, ids: readonly SourceId[], inPlaceOf: readonly SourceId[] = []): ProjectScope => ({
  name,
  sources: new Set(ids),
  inPlaceOf: new Set(inPlaceOf),
  holds: () => false,
  summary: '',
})

const idsOf = async (engine: Awaited<ReturnType<typeof engineWith>>) =>
  new Map((await engine.read((view) => view.sources.list())).map(({ name, id }) => [name, id]))

it('the same text is one hit with both places, where that is asked', async () => {
  const engine = await engineWith(sources)
  const asked = { query: 'moon sea Saltmarsh', limit: 10, of: 'documents' } as const
  const [plain, collapsed] = [
    await engine.search.find(asked),
    await engine.search.find({ ...asked, shown: { collapse: true } }),
  ]
  const withCopies = collapsed.hits.filter(({ also }) => also.length > 0)
  expect(plain.hits.length - collapsed.hits.length).toBe(1)
  expect(withCopies.map(({ citation, also }) => [citation, ...also].length)).toEqual([2])
  expect(plain.hits.every(({ also }) => also.length === 0)).toBe(true)
})

it('a preferred hit comes before equal hits, and not before much better ones', async () => {
  const engine = await engineWith(sources)
  const ids = await idsOf(engine)
  const first = async (query: string, preferred: keyof typeof sources) => {
    const prefer = belongingTo(preferred, [ids.get(preferred) as SourceId])
    const [best] = (await engine.search.find({ query, limit: 10, of: 'documents', prefer })).hits
    return [best?.source.name, best?.isPreferred]
  }
  expect(await first('Saltmarsh harbour dry', 'own')).toEqual(['own', true])
  expect(await first('Saltmarsh harbour dry', 'copy')).toEqual(['copy', true])
  expect((await first('Saltmarsh runs dry twice', 'near'))[1]).toBe(false)
})

it('a source that gives way is not searched', async () => {
  const engine = await engineWith(sources)
  const ids = await idsOf(engine)
  const prefer = belongingTo('own', [ids.get('own') as SourceId], [ids.get('copy') as SourceId])
  const { hits } = await engine.search.find({ query: 'harbour', limit: 10, of: 'documents', prefer })
  expect(new Set(hits.map(({ source }) => source.name))).toEqual(new Set(['own', 'near']))
})
