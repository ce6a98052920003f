import { estimateTokens } from '@wuku/text/terms/tokens'
import { describe, expect, it } from 'vitest'
import { openCodeHouse, openIndexedShop, type Answer, sharedShop } from './code-house.ts'

describe('repo_context_pack', () => {
  it('brings what is needed to begin an edit', async () => {
    const { at } = await sharedShop()
    const pack = await at.call('repo_context_pack', { query: 'retry a charge when the bank is busy' })
    expect(pack['primaryResults'][0]).toMatchObject({ path: 'src/payment/retry.ts', freshness: 'fresh' })
    expect(pack['primaryResults'][0].snippet).toContain('retryWhenBusy')
    const related = pack['relatedFiles'].map(({ sourcePath }: Answer) => sourcePath)
    expect(related).toEqual(expect.arrayContaining(['src/payment/retry.ts', 'src/payment/checkout.ts']))
    expect(pack['relatedFiles'][0]).toMatchObject({
      sourcePath: 'src/payment/retry.ts',
      depth: 0,
      via: 'seed',
      imports: ['src/payment/gateway.ts:1'],
      importedBy: ['src/payment/checkout.ts:5'],
    })
    expect(pack['tests']).toContainEqual({
      path: 'test/checkout.test.ts',
      covers: expect.stringMatching(/^src\/payment/),
    })
    const paths: readonly string[] = pack['suggestedPaths']
    expect(paths[0]).toBe('src/payment/retry.ts')
    expect(paths.at(-1)).toMatch(/\.test\.ts$/)
    expect(new Set(paths).size).toBe(paths.length)
    expect(pack['responseStats'].estimatedOutputTokens).toBeLessThan(4_000)
  })

  const rows: readonly [says: string, input: object, check: (pack: Answer) => void][] = [
    [
      'paths only',
      { response_mode: 'paths_only' },
      (pack) => {
        expect(Object.keys(pack['relatedFiles'][0])).toEqual(['sourcePath', 'role', 'depth', 'via'])
        expect(pack['primaryResults'][0].snippet).toBeUndefined()
      },
    ],
    [
      'whole objects',
      { response_mode: 'snippets' },
      (pack) => expect(pack['relatedFiles'][0].symbols[0]).toMatchObject({ name: expect.any(String), exported: true }),
    ],
    [
      'no links',
      { max_related_files: 0 },
      (pack) => expect(pack).toMatchObject({ relatedFiles: [], relatedSeedCount: 0, tests: [] }),
    ],
    [
      'seeds alone',
      { related_depth: 0 },
      (pack) => expect(pack['relatedFiles'].every(({ depth }: Answer) => depth === 0)).toBe(true),
    ],
    [
      'two steps',
      { related_depth: 2, max_seed_files: 1, max_related_files: 30, max_results: 1 },
      (pack) => expect(pack['relatedFiles'].some(({ depth }: Answer) => depth === 2)).toBe(true),
    ],
    [
      'declarations of related files',
      { include_related_snippets: true, max_results: 1, query: 'total of a cart' },
      (pack) => {
        expect(pack['relatedSnippets'].length).toBeGreaterThan(0)
        expect(pack['relatedSnippets'][0]).toMatchObject({ freshness: 'fresh', snippet: expect.stringMatching(/./) })
        expect(pack['context'].usedRelatedContextChars).toBeLessThanOrEqual(2_500)
      },
    ],
    [
      'files behind the results, a line of each',
      { budget: 2_000, query: 'order cart money' },
      (pack) => {
        const primary = pack['primaryResults'].map(({ path }: Answer) => path)
        expect(pack['further'].length).toBeGreaterThan(0)
        for (const { path, startLine, snippet } of pack['further']) {
          expect(primary).not.toContain(path)
          expect(startLine).toBeGreaterThan(0)
          expect(snippet).not.toMatch(/\n/)
        }
      },
    ],
    [
      'a budget',
      { budget: 700 },
      (pack) => {
        const { omittedRelatedFiles, omittedResults } = pack['context']
        expect(omittedRelatedFiles + omittedResults).toBeGreaterThan(0)
        expect(pack['primaryResults'].length).toBeGreaterThan(0)
      },
    ],
  ]
  it('is shaped by what is asked', async () => {
    const { at } = await sharedShop()
    for (const [says, input, check] of rows) {
      const pack = await at.call('repo_context_pack', { query: 'checkout', ...input })
      expect([says, pack['context'].primaryResultCount]).toEqual([says, pack['primaryResults'].length])
      check(pack)
    }
  })

  it('keeps its budget, and shows no less code for more of it', async () => {
    const { at } = await sharedShop()
    let before = 0
    for (const budget of [900, 1_000, 1_300, 1_700, 2_400, 4_000]) {
      const pack = await at.call('repo_context_pack', { query: 'total of a cart with discounts', budget })
      const code = pack['primaryResults'].flatMap(({ snippet, more = [] }: Answer) => [
        snippet,
        ...more.map((each: Answer) => each['snippet']),
      ])
      expect(estimateTokens(JSON.stringify(pack))).toBeLessThanOrEqual(budget)
      expect(code.join('').length).toBeGreaterThanOrEqual(before)
      before = code.join('').length
    }
    expect(before).toBeGreaterThan(1_000)
  })

  it('takes a task under another name', async () => {
    const { at } = await sharedShop()
    expect((await at.call('repo_context_pack', { task: 'refund' }))['resultCount']).toBeGreaterThan(0)
    expect(await at.refused('repo_context_pack', { query: 'x', mode: 'semantic' })).toMatch(/vectors-missing/)
  })
})

describe('repo_related_files', () => {
  it('knows both ends of every import', async () => {
    const { at } = await sharedShop()
    const money = await at.call('repo_related_files', { path: 'src/money.ts' })
    expect(money).toMatchObject({ path: 'src/money.ts', role: 'source', freshness: 'fresh', counts: { imports: 0 } })
    expect(money['importedBy']).toEqual(expect.arrayContaining(['src/cart/cart.ts:1', 'src/payment/gateway.ts:1']))
    const python = await at.call('repo_related_files', { path: 'daily.py', response_mode: 'full' })
    expect(python['path']).toBe('reports/daily.py')
    expect(python['imports']).toContainEqual({ specifier: '.orders', resolvedPath: 'reports/orders.py', line: 5 })
    expect(python['imports']).toContainEqual({ specifier: 'collections', resolvedPath: null, line: 3 })
    expect(python['importedBy']).toEqual([{ path: 'tests/test_daily.py', specifier: 'reports.daily', line: 1 }])
  })

  it('counts what it leaves out', async () => {
    const { at } = await sharedShop()
    const few = await at.call('repo_related_files', { path: 'src/money.ts', max_results: 1 })
    expect(few['importedBy']).toHaveLength(1)
    expect(few['omitted'].importedBy).toBe(few['counts'].importedBy - 1)
  })

  it('takes every way to write a path, and refuses one that is not there', async () => {
    const { at, root } = await sharedShop()
    for (const path of [
      `${root}/src/money.ts`,
      './src/money.ts',
      'money.ts',
      'wuku://code/shop/src/money.ts',
      'src/money.ts:3',
    ])
      expect([path, (await at.call('repo_related_files', { path }))['path']]).toEqual([path, 'src/money.ts'])
    expect(await at.refused('repo_related_files', { path: 'src/mony.ts' })).toMatch(/Did you mean src\/money\.ts/)
    expect(await at.refused('repo_related_files', { path: '../../etc/passwd' })).toMatch(/not-found/)
  })
})

describe('the index', () => {
  it('leaves out secrets and what tools made, and says so', async () => {
    const house = openCodeHouse({ git: true })
    house.write('.env', 'TOKEN=zzyzxfake\n')
    house.write('node_modules/x/index.js', 'module.exports = 1\n')
    for (const picture of 'abcdef') house.write(`pictures/${picture}.png`, '')
    const agent = await house.agent()
    const done = await agent.call('repo_reindex', { dry_run: false, index_embeddings: true, target_chunk_chars: 100 })
    expect(done['skippedSummary'].byReason).toMatchObject({ secret: 1, ignored: expect.any(Number) })
    const reasons: readonly string[] = done['skippedSummary'].samples.map(({ reason }: Answer) => reason)
    expect(reasons).toEqual(['secret', 'binary', 'binary', 'binary', 'binary'])
    expect(done['notes']).toEqual([expect.stringContaining('target_chunk_chars'), expect.stringContaining('vectors')])
    expect((await agent.call('repo_semantic_search', { query: 'zzyzxfake' }))['results']).toEqual([])
    const full = await agent.call('repo_reindex', { response_mode: 'full' })
    expect(full['files'].map(({ path }: Answer) => path)).not.toContain('.env')
    expect(full['skipped'].map(({ relativePath }: Answer) => relativePath)).toContain('.env')
  })

  it('counts what is new, changed, touched and gone', async () => {
    const { at, write, touch, remove } = await openIndexedShop()
    write('src/new.ts', 'export const fresh = 1\n')
    write('src/index.ts', 'export {}\n')
    touch('src/money.ts')
    remove('README.md')
    const { freshness } = await at.call('repo_index_status')
    expect(freshness).toMatchObject({
      status: 'stale',
      newFiles: 1,
      modifiedFiles: 1,
      missingFiles: 1,
      metadataChangedFiles: 1,
    })
    expect(freshness.samples).toContainEqual({ path: 'src/new.ts', reason: 'new' })
    const dry = await at.call('repo_reindex')
    expect(dry['changes']).toMatchObject({ added: 1, changed: 1, removed: 1 })
  })

  it('notices new commits', async () => {
    const { at, git, write } = await openIndexedShop({ git: true })
    expect((await at.call('repo_index_status'))['freshness']).toMatchObject({ status: 'fresh', newCommits: false })
    write('docs/refunds.md', '# Refunds\n')
    git('add', '-A')
    git('commit', '-q', '-m', 'Say how refunds work')
    expect((await at.call('repo_index_status'))['freshness']).toMatchObject({ newFiles: 1, newCommits: true })
  })
})

describe('repo_doctor', () => {
  it('examines everything that a search stands on', async () => {
    const house = openCodeHouse({ git: true })
    const agent = await house.agent()
    const before = await agent.call('repo_doctor')
    expect(before).toMatchObject({ status: 'warn', projectPath: house.root })
    expect(before['recommendedNextActions']).toContain('Call repo_reindex with dry_run false.')
    await agent.call('repo_reindex', { dry_run: false })
    const { status, checks } = await agent.call('repo_doctor', { response_mode: 'full' })
    expect(status).toBe('ok')
    expect(checks.at(-1)['summary']).toMatch(/No embedding model is configured[^]*None are needed/)
    expect(checks.map(({ name }: Answer) => name)).toEqual([
      'node_runtime',
      'native_modules',
      'project_path',
      'environment',
      'git',
      'index',
      'embeddings',
    ])
  })

  it('warns of a repository without git', async () => {
    const { at } = await sharedShop()
    const { checks } = await at.call('repo_doctor')
    expect(checks).toContainEqual(expect.objectContaining({ name: 'git', status: 'warn' }))
  })
})
