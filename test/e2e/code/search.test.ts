import { cpSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCodeHouse, openIndexedShop, type Answer, sharedShop } from './code-house.ts'

const pathsOf = (results: readonly Answer[]): readonly string[] => results.map(({ path }) => path as string)

describe('a repository that nobody registered', () => {
  it('says how to index it, and is indexed by the agent that was started in it', async () => {
    const house = openCodeHouse()
    const agent = await house.agent()
    for (const [tool, input] of [
      ['repo_semantic_search', { query: 'cart' }],
      ['repo_context_pack', { query: 'cart' }],
      ['repo_related_files', { path: 'src/money.ts' }],
    ] as const)
      expect(await agent.refused(tool, input)).toMatch(/not been indexed yet[^]*repo_reindex[^]*not-indexed/)
    expect(await agent.call('repo_index_status')).toMatchObject({ status: 'index_missing', index: { exists: false } })
    expect(await agent.call('repo_reindex')).toMatchObject({
      dryRun: true,
      status: 'dry_run_complete',
      changes: { added: 19, unchanged: 0 },
    })
    expect(await agent.call('repo_index_status')).toMatchObject({ status: 'index_missing' })
    const done = await agent.call('repo_reindex', { dry_run: false })
    expect(done).toMatchObject({ status: 'metadata_indexed', projectPath: house.root, changes: { added: 19 } })
    expect(done['stats'].symbols).toBeGreaterThan(30)
    expect(done['stats'].dependencies).toBeGreaterThan(20)
    const { results } = await agent.call('repo_semantic_search', { query: 'cart' })
    expect(results[0].path).toBe('src/cart/cart.ts')
  })

  it('is told that the answer is of others', async () => {
    const house = openCodeHouse()
    await (await house.agent()).call('repo_reindex', { dry_run: false })
    const other = join(dirname(house.root), 'user', 'other')
    cpSync(house.root, other, { recursive: true })
    const agent = await house.agent(other)
    expect(await agent.call('repo_context_pack', { query: 'cart' })).toMatchObject({
      projectPath: house.root,
      outside: expect.stringMatching(/outside of every indexed repository[^]*shop[^]*repo_reindex/),
    })
    expect(await agent.call('repo_index_status')).toMatchObject({ projectPath: other, status: 'index_missing' })
    expect(await agent.call('repo_semantic_search', { query: 'cart', project_path: 'shop' })).toMatchObject({
      projectPath: house.root,
    })
  })

  it('is refused when it lies elsewhere, whether it is there or not', async () => {
    const house = openCodeHouse()
    house.link('out', '/etc')
    const agent = await house.agent()
    for (const path of ['out', '/etc', '/does/not/exist', '../..', '~', `${house.root}/../user`, 'C:\\Windows'])
      for (const [tool, more] of [
        ['repo_semantic_search', { query: 'root' }],
        ['repo_context_pack', { query: 'root' }],
        ['repo_related_files', { path: 'passwd' }],
        ['repo_reindex', { dry_run: false }],
        ['repo_index_status', {}],
        ['repo_doctor', {}],
      ] as const)
        expect([path, tool, await agent.refused(tool, { project_path: path, ...more })]).toEqual([
          path,
          tool,
          expect.stringMatching(/not-registered/),
        ])
    expect(await agent.refused('repo_reindex', { project_path: '/etc' })).toMatch(/wuku add <folder> --kind code/)
  })
})

describe('repo_semantic_search', () => {
  const rows: readonly [says: string, input: object, first: string, expected: Answer][] = [
    ['intent', { query: 'try again with growing pauses' }, 'src/payment/retry.ts', { symbol: 'retryWhenBusy' }],
    ['a name', { query: 'CurrencyMismatch' }, 'src/money.ts', { symbol: 'CurrencyMismatch' }],
    ['a name in pieces', { query: 'apply discounts' }, 'src/cart/discounts.ts', { symbol: 'applyDiscounts' }],
    ['Python', { query: 'revenue by day', language: 'Python' }, 'reports/daily.py', { symbol: 'revenue_by_day' }],
    ['Chinese', { query: '退款 多久' }, 'docs/payments.md', { role: 'docs' }],
    ['a folder', { query: 'money', under: 'src/cart/' }, 'src/cart/cart.ts', { role: 'source' }],
  ]
  it('finds by intent, by name, in a language and in a folder', async () => {
    const { at } = await sharedShop()
    for (const [says, input, first, expected] of rows) {
      const { results } = await at.call('repo_semantic_search', input)
      expect([says, results[0]]).toEqual([
        says,
        expect.objectContaining({ path: first, freshness: 'fresh', ...expected }),
      ])
    }
  })

  it('says why, where and how it searched', async () => {
    const { at, root } = await sharedShop()
    const answer = await at.call('repo_semantic_search', { query: 'retry when busy' })
    expect(answer).toMatchObject({
      projectPath: root,
      mode: 'hybrid',
      effectiveMode: 'keyword',
      fallback: { reason: 'embedding_unavailable' },
      context: { omittedResults: 0 },
    })
    const [best] = answer['results']
    expect(best.matchTypes).toEqual(['keyword', 'definition', 'name'])
    expect(best.matchReason).toBe('holds retry, busy; defines retryWhenBusy; the file is named so')
    expect(best.snippet).toContain('export async function retryWhenBusy')
    expect(best.citation).toBe(`wuku://code/shop/src/payment/retry.ts#L${best.startLine}-L${best.endLine}`)
    expect((await at.call('open', { citation: best.citation }))['text']).toContain('retryWhenBusy')
    expect(Object.keys(answer).at(-1)).toBe('responseStats')
    expect(answer['responseStats'].estimatedOutputTokens).toBeLessThan(1_200)
  })

  it('names a vendored copy with its file, and opens it', async () => {
    const { at, write, root } = await openIndexedShop()
    write(
      'vendor/pay/retry.ts',
      readFileSync(join(root, 'src/payment/retry.ts'), 'utf8').replace('export', '// A copy.\nexport'),
    )
    await at.call('repo_reindex', { dry_run: false })
    const { results } = await at.call('repo_semantic_search', { query: 'retryWhenBusy with growing pauses' })
    expect(pathsOf(results).filter((path) => path.endsWith('retry.ts'))).toEqual(['src/payment/retry.ts'])
    expect(results[0].twins).toEqual([expect.stringMatching(/^wuku:\/\/code\/shop\/vendor\/pay\/retry\.ts#L/)])
    expect((await at.call('open', { citation: results[0].twins[0] }))['text']).toContain('export')
  })

  it('tells less or more by the mode of the answer', async () => {
    const { at } = await sharedShop()
    const ask = async (mode: string, more: object = {}) =>
      (await at.call('repo_semantic_search', { query: 'charge the card', response_mode: mode, ...more }))['results'][0]
    expect(Object.keys(await ask('paths_only'))).not.toContain('snippet')
    expect((await ask('compact')).snippet.length).toBeLessThanOrEqual(240)
    const whole = await ask('snippets', { max_snippet_chars: 1_200 })
    expect(whole.grepKeywords).toContain('charge')
    expect(whole.score).toBeGreaterThan(0)
    expect((await ask('snippets', { max_snippet_chars: 50 })).snippet.length).toBeLessThanOrEqual(50)
  })

  it('stays within its budgets, and counts what it left out', async () => {
    const { at } = await sharedShop()
    const few = await at.call('repo_semantic_search', { query: 'cart', max_results: 1 })
    expect(few).toMatchObject({ resultCount: 1, context: { hasMore: true } })
    expect(few).not.toHaveProperty('further')
    const usual = await at.call('repo_semantic_search', { query: 'cart' })
    expect(usual['further'].join(' ')).toMatch(/^\S+:\d+-\d+(?: \S+:\d+-\d+){0,3}$/)
    expect(pathsOf(usual['results'])).not.toContain(usual['further'][0].split(':')[0])
    const tight = await at.call('repo_semantic_search', { query: 'order cart money', max_context_chars: 300 })
    expect(tight['context'].usedContextChars).toBeLessThanOrEqual(300)
    expect(tight['context'].truncatedResults).toBeGreaterThan(0)
    const budget = await at.call('repo_semantic_search', { query: 'order cart money', budget: 300 })
    expect(budget['context'].omittedResults).toBe(6 - budget['resultCount'])
    expect(budget['resultCount']).toBeGreaterThan(0)
  })

  it('ranks tests as source when they are wanted', async () => {
    const { at } = await sharedShop()
    const ask = async (include_tests: boolean) =>
      pathsOf((await at.call('repo_semantic_search', { query: 'cart quantities', include_tests }))['results'])
    const [behind, among] = [await ask(false), await ask(true)]
    expect(among.indexOf('test/cart.test.ts')).toBeLessThan(behind.indexOf('test/cart.test.ts'))
  })

  it('refuses what cannot be done, with a way out', async () => {
    const { at } = await openIndexedShop()
    expect(await at.refused('repo_semantic_search', { query: 'x', mode: 'semantic' })).toMatch(/vectors-missing/)
    expect(await at.refused('repo_semantic_search', { query: '' })).toMatch(/query/)
    expect(await at.refused('repo_semantic_search', { query: 'x', max_results: 51 })).toMatch(/max_results/)
    const none = await at.call('repo_semantic_search', { query: 'zzyzx' })
    expect(none).toMatchObject({ resultCount: 0, results: [] })
    expect(none['recommendedNextActions'].at(-1)).toMatch(/code is new, call repo_reindex/)
  })

  it('takes the words that models guess', async () => {
    const { at, root } = await sharedShop()
    const { results } = await at.call('repo_semantic_search', { q: 'retry', path: root, limit: 1 })
    expect(pathsOf(results)).toEqual(['src/payment/retry.ts'])
    const named = await at.call('repo_semantic_search', { query: 'money', cwd: 'shop' })
    expect(named['projectPath']).toBe(root)
    const below = await at.call('repo_semantic_search', { query: 'money', project_path: `${root}/src/payment` })
    for (const path of pathsOf(below['results'])) expect(path).toMatch(/^src\/payment\//)
  })

  it('says what changed since it was indexed', async () => {
    const { at, write, remove } = await openIndexedShop()
    write('src/payment/retry.ts', '// moved\n')
    remove('src/cart/discounts.ts')
    const stale = await at.call('repo_semantic_search', { query: 'retryWhenBusy', max_results: 1 })
    expect(stale['results'][0]).toMatchObject({ path: 'src/payment/retry.ts', freshness: 'stale' })
    expect(stale['recommendedNextActions']).toEqual([expect.stringContaining('repo_reindex')])
    expect(await at.call('repo_index_status')).toMatchObject({
      freshness: { status: 'stale', modifiedFiles: 1, missingFiles: 1, newFiles: 0, staleFiles: 2 },
    })
    await at.call('repo_reindex', { dry_run: false })
    expect(await at.call('repo_index_status')).toMatchObject({ freshness: { status: 'fresh' } })
    const after = await at.call('repo_semantic_search', { query: 'applyDiscounts' })
    expect(pathsOf(after['results'])).not.toContain('src/cart/discounts.ts')
  })
})
