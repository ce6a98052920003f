import { everything } from '@wuku/core/ports/access'
import { describe, expect, it } from 'vitest'
import { planSearch } from '@wuku/kernel/query/plan'
import { parseQuery } from '@wuku/kernel/query/query'
import { createImporters, type Evidence } from '../../src/ranking.ts'
import { indexed, type Indexed } from '../graph/indexed.ts'

const imports = (...paths: readonly string[]): string =>
  paths.map((path, at) => `import { a${at} } from '${path}'\n`).join('')
const files = {
  'src/tide.ts': 'export const a0 = 1\n',
  'src/gauge.ts': `${imports('./tide')}export const a0 = 2\n`,
  'src/harbour.ts': `${imports('./tide', './gauge')}export const a0 = 3\n`,
  'src/main.ts': imports('./tide', './harbour'),
}

const central = (evidence: Evidence, { store, source, cache }: Indexed): Promise<readonly string[]> =>
  store.read(everything, async (view) => {
    const plan = await planSearch(parseQuery('tide'), { view })
    const probe = { terms: plan.terms, required: [], excluded: [], k1: 1.2, depth: 10 }
    const documents = await view.documents.list({ sources: [source.id] })
    const read = await evidence.of({ view, sources: [source.id], probe, plan, cache })
    const heard = await (await read())(documents)
    return documents
      .toSorted((a, b) => (heard.get(b.id) ?? 0) - (heard.get(a.id) ?? 0) || (a.path < b.path ? -1 : 1))
      .map(({ id, path }) => `${path} ${(heard.get(id) ?? 0).toFixed(2)}`)
  })

const expected = ['src/tide.ts 1.00', 'src/gauge.ts 0.50', 'src/harbour.ts 0.50', 'src/main.ts 0.00']

describe('what many import is central', () => {
  it.each([
    ['all imports read at once', {}],
    ['keys looked up, where imports are too many', { mostImports: 1 }],
  ])('%s', async (_, options) => {
    const evidence = createImporters(options)
    const house = await indexed(files)
    expect(await central(evidence, house)).toEqual(expected)
    expect(await central(evidence, house)).toEqual(expected)
  })
  it('hears of a file that is new', async () => {
    const evidence = createImporters()
    const house = await indexed(files)
    await central(evidence, house)
    await house.put({ 'src/late.ts': imports('./gauge'), 'src/later.ts': imports('./gauge') })
    expect((await central(evidence, house)).slice(0, 2)).toEqual(['src/gauge.ts 1.00', 'src/tide.ts 1.00'])
  })
})
