import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { owner } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { add } from '@wuku/kernel/operations/add'
import { importArchive } from '../src/import-archive.ts'
import type { ArchivedEntry, ArchivedPad, ArchivedWorkflow } from '@wuku/core/ports/pad-archive'
import { openPads } from './pads-house.ts'
import type { Added } from '../../kernel/src/operations/add-shape.ts'
import { runs } from '../../../test/scale.ts'

const workflow = (id: string, more: Partial<ArchivedWorkflow> = {}): ArchivedEntry => ({
  is: 'workflow',
  id,
  name: `Workflow ${id}`,
  description: null,
  scope: null,
  isActive: true,
  createdAt: 1_000,
  updatedAt: 9_000_000,
  ...more,
})
const pad = (id: string, of: string, more: Partial<ArchivedPad> = {}): ArchivedEntry => ({
  is: 'pad',
  id,
  workflow: of,
  title: `Pad ${id}`,
  content: `潮汐 ${id}`,
  createdAt: 2_000,
  updatedAt: 3_000,
  ...more,
})

/** The engine with an archive that holds these entries; `closed` counts how often it was closed. */
function withArchive(engine: Engine, entries: readonly ArchivedEntry[], unread = 0) {
  const seen = { closed: 0 }
  const openPadArchive: Engine['pads']['openArchive'] = async (root) => ({
    root: `/real/${root}`,
    workflows: entries.filter((entry) => entry.is === 'workflow').length,
    pads: entries.filter((entry) => entry.is === 'pad').length + unread,
    async *read() {
      yield* entries
    },
    close: async () => void seen.closed++,
  })
  return { engine: { ...engine, pads: { ...engine.pads, openArchive: openPadArchive } }, seen }
}

const take = (engine: Engine, entries: readonly ArchivedEntry[], signal = new AbortController().signal) =>
  importArchive({
    caller: owner('tester'),
    root: 'x.db',
    engine: withArchive(engine, entries).engine,
    signal,
    progress: () => {},
  })

/** All that is kept, newest first, without what this store alone knows. */
const kept = (engine: Engine) =>
  engine.read(async ({ pads }) => {
    const { items } = await pads.workflows({ limit: 10_000, offset: 0 })
    return Promise.all(
      items.map(async (each) => ({
        ...each,
        number: 0,
        pads: await Promise.all((await pads.pads(each.id)).map(({ id }) => pads.pad(id))),
      })),
    )
  })

const found = async (engine: Engine, query: string) =>
  (await engine.search.find({ query, within: { kinds: ['pads'] }, of: 'documents', limit: 50 })).hits.map(
    ({ document }) => document.path,
  )

describe('what another program kept', () => {
  it('is here afterwards as it was there, and is found', async () => {
    const { engine } = openPads()
    const report = await take(engine, [
      workflow('a', { name: 'React專案', description: '前端開發', scope: 'shop', createdAt: 5_000, updatedAt: 60_000 }),
      pad('a1', 'a', { title: '基礎', content: '組件設計模式\r\n👩‍👩‍👧 🇹🇼\0', createdAt: 6_000, updatedAt: 50_000 }),
      workflow('b', { isActive: false }),
    ])
    expect(report).toEqual({ root: '/real/x.db', name: 'workflows', added: 1, unchanged: 0, bytes: 48, problems: [] })
    const [b, a] = await kept(engine)
    expect(b).toMatchObject({ id: 'b', isActive: false, pads: [], updatedAt: 9_000_000, version: 1 })
    expect(a).toEqual({
      id: 'a',
      number: 0,
      name: 'React專案',
      description: '前端開發',
      scope: 'shop',
      isActive: true,
      createdAt: 5_000,
      updatedAt: 60_000,
      version: 1,
      pads: [
        {
          id: 'a1',
          workflow: 'a',
          slot: 1,
          title: '基礎',
          content: '組件設計模式\r\n👩‍👩‍👧 🇹🇼\0',
          bytes: 48,
          createdAt: 6_000,
          updatedAt: 50_000,
          version: 1,
        },
      ],
    })
    expect((await engine.read((view) => view.pads.history('a1', { limit: 9, offset: 0 }))).items).toMatchObject([
      { version: 1, at: 50_000, by: 'scratchpad-mcp', how: 'import' },
    ])
    expect(await found(engine, '組件')).toEqual(['a1'])
  })

  it('keeps its order, also of what was written in the same second', async () => {
    const { engine } = openPads()
    const times = [
      ['w1', 20],
      ['w2', 30],
      ['w3', 20],
      ['w4', 30],
    ] as const
    await take(
      engine,
      times.flatMap(([id, at]) => [
        workflow(id, { updatedAt: at * 1_000 }),
        ...times.map(([of, when]) => pad(`${id}-${of}`, id, { updatedAt: when })),
      ]),
    )
    const all = await kept(engine)
    expect(all.map(({ id }) => id)).toEqual(['w4', 'w2', 'w3', 'w1'])
    expect(all[0]?.pads.map((each) => each?.id)).toEqual(['w4-w4', 'w4-w2', 'w4-w3', 'w4-w1'])
  })

  it('is taken over whole, however large it is and however many there are', async () => {
    const { engine } = openPads({ padBytes: 10, padsPerWorkflow: 2 })
    const many = Array.from({ length: 5 }, (_, at) => pad(`p${at}`, 'a', { content: '潮'.repeat(4_000) }))
    const report = await take(engine, [workflow('a'), ...many])
    expect([report.added, report.problems]).toEqual([5, []])
    // What is written from now on is limited again.
    await expect(
      engine.pads.write('all', ({ pads }) =>
        pads.changePad('p0', { content: '潮'.repeat(4_001), at: 1, by: 'x', how: 'x' }),
      ),
    ).rejects.toMatchObject({ code: 'too-large' })
  })

  it('a broken record is reported with its place in the old database', async () => {
    const { engine } = openPads()
    const torn = { path: 'scratchpads/torn', said: 'Torn.', remedy: 'Mend it.' }
    const report = await take(engine, [{ is: 'problem', ...torn }, workflow('a'), pad('a1', 'a')])
    expect(report).toMatchObject({ added: 1, problems: [torn] })
  })

  it('scratchpads without a readable workflow are reported', async () => {
    const { engine } = openPads()
    const archived = withArchive(engine, [workflow('a'), pad('a1', 'a')], 3)
    const report = await importArchive({
      caller: owner('tester'),
      root: 'x.db',
      engine: archived.engine,
      signal: new AbortController().signal,
      progress: () => {},
    })
    expect(report).toMatchObject({ added: 1, problems: [{ said: expect.stringContaining('3 of its 4 scratchpads') }] })
  })

  it('a scratchpad whose workflow was deleted meanwhile is reported', async () => {
    const { engine } = openPads()
    const { problems } = await take(engine, [pad('a1', 'a')])
    expect(problems).toMatchObject([{ path: 'scratchpads/a1', said: expect.stringContaining('deleted') }])
  })

  it('has the time of its latest scratchpad, where that is later', async () => {
    const { engine } = openPads()
    await take(engine, [workflow('a', { updatedAt: 1_000 }), pad('a1', 'a', { updatedAt: 2_000 })])
    expect(await kept(engine)).toMatchObject([{ updatedAt: 2_000, version: 1 }])
  })
})

describe('a second time', () => {
  const entries = [workflow('a'), pad('a1', 'a'), pad('a2', 'a'), workflow('b'), pad('b1', 'b')]

  it('importing an archive a second time changes nothing', async () => {
    const { engine } = openPads()
    await take(engine, entries)
    const before = await kept(engine)
    expect(await take(engine, entries)).toMatchObject({ added: 0, unchanged: 3, bytes: 0, problems: [] })
    expect(await kept(engine)).toEqual(before)
  })

  it('leaves what was written here since, and adds what is new there', async () => {
    const { engine } = openPads()
    await take(engine, entries)
    await engine.pads.write('all', ({ pads }) =>
      pads.changePad('a1', { content: 'Newer', at: 9_000_001, by: 'x', how: 'x' }),
    )
    expect(await take(engine, [...entries, pad('b2', 'b')])).toMatchObject({ added: 1, unchanged: 3 })
    expect(await engine.read((view) => view.pads.pad('a1'))).toMatchObject({ content: 'Newer', version: 2 })
    expect(await engine.read((view) => view.pads.workflow('a'))).toMatchObject({ updatedAt: 9_000_001 })
  })

  it('goes on where the first one was stopped', async () => {
    const large = Array.from({ length: 5 }, (_, at) => pad(`p${at}`, 'a', { content: `${at} tide\n`.repeat(50_000) }))
    const whole = openPads()
    await take(whole.engine, [workflow('a'), ...large])
    const { engine } = openPads()
    const stop = new AbortController()
    const { engine: watched, seen } = withArchive(engine, [workflow('a'), ...large])
    const steps: number[] = []
    const progress = ({ done, total }: { readonly done: number; readonly total: number | undefined }): void => {
      steps.push(done, total ?? 0)
      stop.abort()
    }
    await expect(
      importArchive({ caller: owner('tester'), root: 'x.db', engine: watched, signal: stop.signal, progress }),
    ).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect([seen.closed, ...steps]).toEqual([1, 3, 5])
    expect(await take(engine, [workflow('a'), ...large])).toMatchObject({ added: 2, unchanged: 3 })
    expect(await kept(engine)).toEqual(await kept(whole.engine))
  })
})

it('any archive, in whatever pieces it came: what is kept is what the archive says', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '潮汐 React', 'a\r\n\0b'))
  const time = fc.integer({ min: 0, max: 4_000_000 })
  const archive = fc.array(
    fc.record({
      name: text,
      isActive: fc.boolean(),
      scope: fc.option(text),
      pads: fc.array(fc.tuple(text, text, time)),
    }),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(archive, fc.nat(8), async (workflows, first) => {
      const entries = workflows.flatMap(({ pads, ...said }, at) => [
        workflow(`w${at}`, said),
        ...pads.map(([title, content, updatedAt], of) => pad(`w${at}p${of}`, `w${at}`, { title, content, updatedAt })),
      ])
      const { engine } = openPads()
      await take(engine, entries.slice(0, first))
      await take(engine, entries)
      const said = (await kept(engine)).map(({ id, name, isActive, scope }) => ({ id, name, isActive, scope }))
      expect(said.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
        workflows.map(({ name, isActive, scope }, at) => ({ id: `w${at}`, name, isActive, scope })),
      )
      for (const entry of entries) {
        if (entry.is !== 'pad') continue
        const { id, workflow: of, title, content, createdAt, updatedAt } = entry
        const same = { workflow: of, title, content, createdAt, updatedAt }
        expect(await engine.read((view) => view.pads.pad(id))).toMatchObject(same)
      }
    }),
    { numRuns: runs(30) },
  )
})

describe('"add" with the kind pads', () => {
  const run = async (given: object, entries: readonly ArchivedEntry[] = []) => {
    const { engine, seen } = withArchive(openPads().engine, entries)
    const context = { engine, caller: owner('tester'), signal: new AbortController().signal, progress: () => {} }
    const output = (await add.run(add.input.parse(given), context)) as Added
    expect(add.output.parse(JSON.parse(JSON.stringify(output)))).toEqual(output)
    return {
      output,
      seen,
      text: add
        .render(output, given)
        .map((block) => block.text)
        .join('\n'),
    }
  }

  it('the answer lists what was imported', async () => {
    const problem = { is: 'problem' as const, path: 'scratchpads/x', said: 'Torn.', remedy: 'Mend it.' }
    const { output, text, seen } = await run({ root: 'x.db', kind: 'pads' }, [workflow('a'), pad('a1', 'a'), problem])
    expect(output).toMatchObject({
      registered: [{ kind: 'pads', name: 'workflows', root: '/real/x.db' }],
      indexed: true,
      added: 1,
      unchanged: 0,
      bytes: 9,
      problems: [{ path: 'scratchpads/x', said: 'Torn.', remedy: 'Mend it.', source: 'workflows' }],
      sources: [{ source: 'workflows', kind: 'pads', added: 1, complete: true }],
    })
    expect(output.seconds).toBeGreaterThan(0)
    expect(text).toMatch(/Added pads\/workflows: \/real\/x\.db[^]*1 added[^]*Torn\./)
    expect(seen.closed).toBe(1)
  })

  it.each<[given: object, message: RegExp]>([
    [{ kind: 'pads' }, /No database was given/],
    [{ kind: 'pads', root: 'x.db', name: 'mine' }, /not take "name"/],
    [{ kind: 'pads', root: 'x.db', noIndex: true, pattern: ['*'] }, /not take "noIndex" or "pattern"/],
    [{ kind: 'pads', from: 'qmd' }, /not take "from"/],
  ])('refuses %j', (given, message) =>
    expect(run(given)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
      remedy: expect.stringContaining('wuku add <database> --kind pads'),
    }),
  )

  it('is the only way: a source of pads is not registered', () =>
    expect(openPads().engine.sources.add({ root: '/x', kind: 'pads', options: {} })).rejects.toMatchObject({
      code: 'bad-input',
      remedy: expect.stringContaining('--kind pads'),
    }))
})
