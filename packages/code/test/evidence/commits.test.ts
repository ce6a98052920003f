import { everything } from '@wuku/core/ports/access'
import { describe, expect, it } from 'vitest'
import { planSearch } from '@wuku/kernel/query/plan'
import { parseQuery } from '@wuku/kernel/query/query'
import { createSourceCache } from '@wuku/kernel/base/source-cache'
import { commitEvidence as evidence } from '../../src/ranking.ts'
import { pathOfPage, writePage } from '@wuku/core/ports/history-page'
import { indexed, type Indexed } from '../graph/indexed.ts'

const page = (...commits: readonly (readonly [subject: string, ...paths: readonly string[]])[]): string =>
  Buffer.from(
    writePage(
      commits.map(([subject, ...paths], at) => ({
        sha: `${at}`.repeat(40),
        author: 'Ada',
        at: 0,
        subject,
        body: '',
        files: paths.map((path) => ({ path, how: 'changed' as const })),
      })),
    ),
  ).toString()

const files = {
  'login.ts': 'export const a = 1\n',
  'tide.ts': 'export const b = 2\n',
  '潮汐.ts': 'export const c = 3\n',
}

const votes = ({ store, source }: Indexed, query: string): Promise<Record<string, number>> =>
  store.read(everything, async (view) => {
    const plan = await planSearch(parseQuery(query), { view })
    const probe = { terms: plan.terms, required: [], excluded: [], k1: 1.2, depth: 10 }
    const documents = await view.documents.list({ sources: [source.id] })
    const read = await evidence.of({ view, sources: [source.id], probe, plan, cache: createSourceCache() })
    const heard = await (await read())(documents)
    return Object.fromEntries(documents.flatMap(({ id, path }) => ((heard.get(id) ?? 0) > 0 ? [[path, 1]] : [])))
  })

describe('what commits say of files', () => {
  const many = Array.from({ length: 21 }, (_, at) => `many/${at}.ts`)
  const history = page(
    ['Expired sessions stay', 'login.ts'],
    ['Harbour gauge, in metres', 'tide.ts', '潮汐.ts'],
    ['Licence header everywhere', 'login.ts', ...many],
  )
  it.each<[query: string, paths: readonly string[]]>([
    ['expired sessions', ['login.ts']],
    ['harbour gauge', ['tide.ts', '潮汐.ts']],
    ['licence header', []],
    ['harbour', []],
    ['nobody said this', []],
  ])('%s', async (query, paths) => {
    const source = await indexed({ ...files, [pathOfPage(1)]: history })
    expect(Object.keys(await votes(source, query)).toSorted()).toEqual([...paths].toSorted())
  })

  it('hears of a page that was written anew', async () => {
    const source = await indexed({ ...files, [pathOfPage(1)]: page(['Harbour gauge', 'tide.ts']) })
    expect(await votes(source, 'harbour gauge')).toEqual({ 'tide.ts': 1 })
    await source.put({ [pathOfPage(1)]: page(['Harbour gauge', 'login.ts']) })
    expect(await votes(source, 'harbour gauge')).toEqual({ 'login.ts': 1 })
  })
})
