import { expect } from 'vitest'
import { maxSlots, type PadTransaction } from '@wuku/core/ports/pads'
import { changeOf, padOf, padWriter, workflowOf, type PadSample, type WorkflowSample } from '../pad-samples.ts'
import type { StoreCase, StoreWorld } from '../store.ts'
import { casesOf } from '../cases-of.ts'

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id)
const all = { limit: 100, offset: 0 }

/** Writes what is said in one write each, then looks. */
const check =
  (
    said: { readonly workflows?: readonly WorkflowSample[]; readonly pads?: readonly PadSample[] },
    look: (world: StoreWorld & { readonly write: ReturnType<typeof padWriter> }) => Promise<void>,
  ): StoreCase['run'] =>
  async (world) => {
    const write = padWriter(world.store)
    for (const sample of said.workflows ?? []) await write.workflow(sample)
    for (const sample of said.pads ?? []) await write.pad(sample)
    await look({ ...world, write })
  }

/** What is refused leaves everything as it was. */
const checkRefused = (misuse: (pads: PadTransaction) => Promise<unknown>): StoreCase['run'] =>
  check({ workflows: [{ id: 'w' }], pads: [{ id: 'p', workflow: 'w', content: 'kept' }] }, async ({ store, write }) => {
    const before = await write.ask((view) => view.workflow('w'))
    const attempt = store.write('all', async ({ pads }) => {
      await pads.changePad('p', changeOf({ content: 'lost' }))
      await misuse(pads)
    })
    await expect(attempt).rejects.toThrow(Error)
    expect(await write.ask((view) => view.workflow('w'))).toEqual(before)
    expect((await write.ask((view) => view.pad('p')))?.content).toBe('kept')
  })

const texts = [
  '',
  '\r\nCRLF\r\n',
  '家庭👨‍👩‍👧‍👦 旗🇨🇳\u0000\t',
  '組件設計 '.repeat(20_000),
  '\n---\n<!--- block start --->\n',
  '\uFEFF﷽',
]

export const padCases: readonly StoreCase[] = [
  ...casesOf({
    'tells a workflow as it was written': check({}, async ({ store, write }) => {
      const draft = workflowOf({ id: 'w', name: 'React專案', description: '前端開發', scope: 'a/b', isActive: false })
      const told = await store.write('all', ({ pads }) => pads.addWorkflow(draft))
      expect(told).toEqual({ ...draft, number: 1, pads: 0, version: 1 })
      expect(await write.ask((view) => view.workflow('w'))).toEqual(told)
      expect(await write.ask((view) => view.workflow('W'))).toBeUndefined()
    }),
    'never gives a number out again': check({ workflows: [{ id: 'a' }, { id: 'b' }] }, async ({ store, write }) => {
      await store.write('all', ({ pads }) => pads.removeWorkflow('b'))
      await write.workflow({ id: 'c' })
      expect((await write.ask((view) => view.workflow('c')))?.number).toBe(3)
    }),
    'changes of a workflow only what is named': check(
      { workflows: [{ id: 'w', name: 'old', description: 'd', scope: 's' }] },
      async ({ write }) => {
        await write.changeWorkflow('w', { name: 'new', at: 2_000 })
        await write.changeWorkflow('w', { description: null, at: 1_500 })
        await write.changeWorkflow('w', { isActive: false, scope: null, at: 3_000 })
        expect(await write.ask((view) => view.workflow('w'))).toMatchObject({
          name: 'new',
          description: null,
          scope: null,
          isActive: false,
          version: 4,
          createdAt: 1_000,
          updatedAt: 3_000,
        })
      },
    ),
    'lists workflows newest first, and of one moment the one that was written later': check(
      { workflows: [{ id: 'a' }, { id: 'b', createdAt: 5_000 }, { id: 'c' }, { id: 'd' }] },
      async ({ write }) => {
        await write.changeWorkflow('a', { at: 1_000 })
        const { items, total } = await write.ask((view) => view.workflows(all))
        expect([idsOf(items), total]).toEqual([['b', 'a', 'd', 'c'], 4])
        const page = await write.ask((view) => view.workflows({ limit: 2, offset: 1 }))
        expect([idsOf(page.items), page.total]).toEqual([['a', 'd'], 4])
        expect(await write.ask((view) => view.workflows({ limit: 2, offset: 9 }))).toEqual({ items: [], total: 4 })
        expect(idsOf(await write.ask((view) => view.workflowsNumbered([1, 2, 4, 77])))).toEqual(['b', 'a', 'd'])
      },
    ),
    'tells scopes apart letter for letter': check(
      {
        workflows: [
          ...['项目', '項目', 'cafe', 'café', 'Cafe', ''].map((scope) => ({ id: `in ${scope}`, scope })),
          { id: 'none', scope: null },
          { id: 'asleep', scope: 'cafe', isActive: false },
        ],
      },
      async ({ write }) => {
        for (const scope of ['项目', '項目', 'café', 'Cafe', ''])
          expect(idsOf((await write.ask((view) => view.workflows({ ...all, scope }))).items)).toEqual([`in ${scope}`])
        const cafe = await write.ask((view) => view.workflows({ ...all, scope: 'cafe' }))
        expect([idsOf(cafe.items), cafe.total]).toEqual([['asleep', 'in cafe'], 2])
        const awake = await write.ask((view) => view.workflows({ ...all, scope: 'cafe', isActive: true }))
        expect([idsOf(awake.items), awake.total]).toEqual([['in cafe'], 1])
        expect((await write.ask((view) => view.workflows({ ...all, isActive: true }))).total).toBe(7)
        const closed = await write.ask((view) => view.workflows({ ...all, isActive: false }))
        expect([idsOf(closed.items), closed.total]).toEqual([['asleep'], 1])
      },
    ),
  }),
  ...texts.map((content) => ({
    says: `keeps a text of ${content.length} units to the letter: ${JSON.stringify(content.slice(0, 20))}`,
    run: check({ workflows: [{ id: 'w' }] }, async ({ store, write }) => {
      const draft = padOf({ id: 'p', workflow: 'w', title: content.slice(0, 50), content })
      const told = await store.write('all', ({ pads }) => pads.addPad(draft))
      const { id, workflow, title, createdAt, updatedAt } = draft
      const facts = {
        id,
        workflow,
        slot: 1,
        title,
        bytes: Buffer.byteLength(content),
        createdAt,
        updatedAt,
        version: 1,
      }
      expect(told).toEqual({ ...facts, content })
      expect(await write.ask((view) => view.pad('p'))).toEqual(told)
      expect(await write.ask((view) => view.padFacts('p'))).toEqual(facts)
      expect(await write.ask((view) => view.everyPad())).toEqual([facts])
      await write.change('p', { content: `${content}\nmore` })
      expect((await write.ask((view) => view.pad('p')))?.content).toBe(`${content}\nmore`)
    }),
  })),
  ...casesOf({
    'has no answer for a pad or a workflow that is not there': check(
      { workflows: [{ id: 'w' }] },
      async ({ write }) => {
        expect(await write.ask((view) => view.pad('w'))).toBeUndefined()
        expect(await write.ask((view) => view.padFacts('p'))).toBeUndefined()
        expect(await write.ask((view) => view.pads('gone'))).toEqual([])
        expect(await write.ask((view) => view.history('p', all))).toEqual({ items: [], total: 0 })
        expect(await write.ask((view) => view.stateAt('p', 1))).toBeUndefined()
      },
    ),
    'counts a workflow as written to with its pads': check(
      {
        workflows: [{ id: 'a' }, { id: 'b' }, { id: 'late', createdAt: 9_000 }],
        pads: [
          { id: 'p', workflow: 'a', createdAt: 500, updatedAt: 3_000 },
          { id: 'q', workflow: 'late' },
        ],
      },
      async ({ write }) => {
        const look = async (): Promise<unknown> =>
          (await write.ask((view) => view.workflows(all))).items.map(({ id, updatedAt, pads, version }) =>
            [id, updatedAt, pads, version].join(' '),
          )
        expect(await look()).toEqual(['late 9000 1 1', 'a 3000 1 1', 'b 1000 0 1'])
        await write.change('p', { title: 'renamed', at: 4_000 })
        expect(await look()).toEqual(['late 9000 1 1', 'a 4000 1 1', 'b 1000 0 1'])
        await write.change('p', { workflow: 'b', at: 4_000 })
        expect(await look()).toEqual(['late 9000 1 1', 'b 4000 1 1', 'a 4000 0 1'])
      },
    ),
    'lists pads newest first': check(
      { workflows: [{ id: 'w' }], pads: ['p', 'q', 'r'].map((id) => ({ id, workflow: 'w' })) },
      async ({ write }) => {
        await write.change('q', { content: 'late', at: 5_000 })
        await write.change('p', { content: 'same moment', at: 5_000 })
        await write.change('p', { content: 'an earlier clock', at: 10 })
        const pads = await write.ask((view) => view.pads('w'))
        expect(pads.map(({ id, updatedAt, version }) => [id, updatedAt, version])).toEqual([
          ['p', 5_000, 3],
          ['q', 5_000, 2],
          ['r', 1_000, 1],
        ])
      },
    ),
    'gives the smallest free slot, also to a pad that moves in': check(
      {
        workflows: [{ id: 'a' }, { id: 'b' }],
        pads: [...['p', 'q', 'r'].map((id) => ({ id, workflow: 'a' })), { id: 's', workflow: 'b' }],
      },
      async ({ store, write }) => {
        const slots = async (): Promise<unknown> =>
          Object.fromEntries(
            (await write.ask((view) => view.everyPad())).map(({ id, workflow, slot }) => [id, `${workflow}${slot}`]),
          )
        expect(await slots()).toEqual({ p: 'a1', q: 'a2', r: 'a3', s: 'b1' })
        await store.write('all', ({ pads }) => pads.removePad('q'))
        await write.change('s', { workflow: 'a' })
        await write.change('r', { workflow: 'a', title: 'stays' })
        await write.pad({ id: 't', workflow: 'a' })
        await write.change('p', { workflow: 'b' })
        expect(await slots()).toEqual({ p: 'b1', r: 'a3', s: 'a2', t: 'a4' })
      },
    ),
    'has room for 1,023 pads in a workflow': check({ workflows: [{ id: 'w' }] }, async ({ store }) => {
      await store.write('all', async ({ pads }) => {
        for (let slot = 1; slot <= maxSlots; slot++)
          expect((await pads.addPad(padOf({ id: `p${slot}`, workflow: 'w' }))).slot).toBe(slot)
        await expect(pads.addPad(padOf({ id: 'more', workflow: 'w' }))).rejects.toThrow('room')
        await pads.removePad('p7')
        expect((await pads.addPad(padOf({ id: 'more', workflow: 'w' }))).slot).toBe(7)
      })
    }),
    'removes a workflow with all its pads and no others': check(
      {
        workflows: [{ id: 'a' }, { id: 'b' }],
        pads: [
          { id: 'p', workflow: 'a' },
          { id: 'q', workflow: 'a' },
          { id: 'r', workflow: 'b' },
        ],
      },
      async ({ store, write }) => {
        await store.write('all', ({ pads }) => pads.removeWorkflow('a'))
        expect(await write.ask((view) => view.workflow('a'))).toBeUndefined()
        expect(idsOf(await write.ask((view) => view.everyPad()))).toEqual(['r'])
        expect(await write.ask((view) => view.pad('p'))).toBeUndefined()
        expect(await write.ask((view) => view.history('q', all))).toEqual({ items: [], total: 0 })
        await write.workflow({ id: 'a' })
        await write.pad({ id: 'p', workflow: 'a', content: 'anew' })
        expect((await write.ask((view) => view.history('p', all))).total).toBe(1)
      },
    ),
    'finds ids by how they begin': check(
      {
        workflows: [{ id: 'ab-1' }, { id: 'b-1' }, { id: 'ab' }],
        pads: [
          { id: 'ab-2', workflow: 'ab' },
          { id: 'a%', workflow: 'ab' },
          { id: 'ab', workflow: 'ab' },
        ],
      },
      async ({ write }) => {
        const ids = (prefix: string, limit: number): Promise<readonly string[]> =>
          write.ask((view) => view.idsFrom(prefix, limit))
        expect(await ids('ab', 9)).toEqual(['ab', 'ab-1', 'ab-2'])
        expect(await ids('ab', 2)).toEqual(['ab', 'ab-1'])
        expect(await ids('a%', 9)).toEqual(['a%'])
        expect(await ids('', 9)).toHaveLength(5)
        expect(await ids('AB', 9)).toEqual([])
      },
    ),
    'shows a write to itself at once, and to others when it is done': check(
      { workflows: [{ id: 'w' }] },
      async ({ store, write }) => {
        await store.write('all', async ({ pads }) => {
          await pads.addPad(padOf({ id: 'p', workflow: 'w', content: 'ebb' }))
          await pads.changePad('p', changeOf({ content: 'flood' }))
          expect(await pads.pad('p')).toMatchObject({ content: 'flood', version: 2 })
          expect((await pads.workflow('w'))?.pads).toBe(1)
          expect(await pads.hits({ keywords: [{ text: 'flood', where: 'whole' }] })).toHaveLength(1)
          expect(await pads.hits({ keywords: [{ text: 'ebb', where: 'within' }] })).toHaveLength(0)
          expect(await write.ask((view) => view.pad('p'))).toBeUndefined()
        })
        expect((await write.ask((view) => view.pad('p')))?.content).toBe('flood')
      },
    ),
  }),
  ...Object.entries<(pads: PadTransaction) => Promise<unknown>>({
    'a workflow whose id is taken': (pads) => pads.addWorkflow(workflowOf({ id: 'w' })),
    'a pad whose id is taken': (pads) => pads.addPad(padOf({ id: 'p', workflow: 'w' })),
    'a pad of no workflow': (pads) => pads.addPad(padOf({ id: 'q', workflow: 'gone' })),
    'a pad that moves nowhere': (pads) => pads.changePad('p', changeOf({ workflow: 'gone' })),
    'a change of a pad that is not there': (pads) => pads.changePad('q', changeOf({ title: 'x' })),
    'a change of a workflow that is not there': (pads) => pads.changeWorkflow('v', { name: 'x', at: 1 }),
    'the removal of a pad that is not there': (pads) => pads.removePad('w'),
    'the removal of a workflow that is not there': (pads) => pads.removeWorkflow('p'),
    'forgetting versions of a pad that is not there': (pads) => pads.pruneHistory('q', 5),
  }).map(([what, misuse]) => ({ says: `refuses ${what}`, run: checkRefused(misuse) })),
  ...casesOf({
    'is the same for another store on the same place': {
      needs: 'share',
      run: check({ workflows: [{ id: 'w' }], pads: [{ id: 'p', workflow: 'w' }] }, async ({ again, store, write }) => {
        const other = await again()
        const write2 = padWriter(other)
        for (let round = 1; round <= 5; round++)
          for (const one of [store, other])
            await one.write('all', async ({ pads }) => {
              const before = await pads.pad('p')
              await pads.changePad('p', changeOf({ content: `${before?.content}ebb${round}\n` }))
            })
        await write2.workflow({ id: 'v' })
        expect(await write.ask((view) => view.pad('p'))).toEqual(await write2.ask((view) => view.pad('p')))
        expect((await write.ask((view) => view.padFacts('p')))?.version).toBe(11)
        expect((await write.ask((view) => view.workflow('v')))?.number).toBe(2)
        const probe = { keywords: [{ text: 'ebb', where: 'within' as const }] }
        expect(await write.ask((view) => view.hits(probe))).toEqual(await write2.ask((view) => view.hits(probe)))
        expect((await write.ask((view) => view.hits(probe))).map(({ counts }) => counts)).toEqual([[10]])
      }),
    },
  }),
]
