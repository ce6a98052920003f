import { everything } from '@wuku/core/ports/access'
import { expect } from 'vitest'
import type { HitField, HitKeyword, HitPlace } from '@wuku/core/ports/pads'
import type { Store } from '@wuku/core/ports/store'
import { changeOf, padOf, padWriter, workflowOf, type PadSample, type WorkflowSample } from '../pad-samples.ts'
import type { StoreCase } from '../store.ts'
import { casesOf } from '../cases-of.ts'

type Row = readonly [workflow: number, slot: number, field: HitField, ...counts: number[]]

const keywordOf = (said: string): HitKeyword =>
  said.startsWith('=') ? { text: said.slice(1), where: 'whole' } : { text: said, where: 'within' }

const hitsOf = (store: Store, keywords: readonly string[], scope?: string): Promise<readonly HitPlace[]> =>
  store.read(everything, ({ pads }) =>
    pads.hits({ keywords: keywords.map(keywordOf), ...(scope === undefined ? {} : { scope }) }),
  )

async function expectHits(store: Store, keywords: readonly string[], rows: readonly Row[]): Promise<void> {
  const places = await hitsOf(store, keywords)
  expect(places.map(({ workflow, slot, field, counts }) => [workflow, slot, field, ...counts])).toEqual(rows)
}

interface Counted {
  readonly text: string
  /** Keywords, with how often they stand in the text; `=` before a whole word. */
  readonly hits: Readonly<Record<string, number>>
}

const counted: readonly Counted[] = [
  { text: 'React reacts, REACT!', hits: { react: 3, '=react': 2, '=reacts': 1, acts: 1, '=rea': 0, vue: 0 } },
  { text: 'banana ananas', hits: { ana: 2, an: 4, '=banana': 1 } },
  { text: 'node.js user_id C++', hits: { '=node.js': 1, node: 1, '=user_id': 1, user: 1, '=c++': 1, '=node': 0 } },
  { text: 'Café ÉTÉ ﬁne', hits: { cafe: 1, ete: 1, fine: 1, '=fin': 0 } },
  { text: '組件設計模式，组件', hits: { 组: 2, 组件: 2, 件设: 1, 组件设计: 1, 组设: 0, 式组: 0 } },
  { text: 'React组件', hits: { react: 1, 组件: 1 } },
  { text: '哈哈哈哈哈', hits: { 哈: 5, 哈哈: 2 } },
  { text: '𠀀𠀁𠀀𠀁', hits: { 𠀀: 2, 𠀀𠀁: 2, 𠀁𠀀: 1 } },
  { text: 'カタカナ', hits: { カ: 2, カタ: 1, カタカ: 1 } },
  { text: '', hits: { react: 0, 组件: 0 } },
  { text: `${'组件 react\r\n'.repeat(5_000)}`, hits: { 组件: 5_000, '=react': 5_000, 件: 5_000 } },
]

const check =
  (
    said: { readonly workflows: readonly WorkflowSample[]; readonly pads?: readonly PadSample[] },
    look: (store: Store) => Promise<void>,
  ): StoreCase['run'] =>
  async ({ store }) => {
    await store.write('all', async ({ pads }) => {
      for (const sample of said.workflows) await pads.addWorkflow(workflowOf(sample))
      for (const sample of said.pads ?? []) await pads.addPad(padOf(sample))
    })
    await look(store)
  }

const example = {
  workflows: [{ id: 'w', name: 'React專案', description: '前端開發' }],
  pads: [
    { id: 'p', workflow: 'w', title: 'React基礎', content: '組件設計模式...' },
    { id: 'q', workflow: 'w', title: '狀態管理', content: 'React hooks...' },
  ],
}

export const padHitCases: readonly StoreCase[] = [
  ...casesOf({
    'tells where keywords stand': check(example, (store) =>
      expectHits(
        store,
        ['react', '组件', '前'],
        [
          [1, 0, 'name', 1, 0, 0],
          [1, 0, 'description', 0, 0, 1],
          [1, 1, 'title', 1, 0, 0],
          [1, 1, 'content', 0, 1, 0],
          [1, 2, 'content', 1, 0, 0],
        ],
      ),
    ),
  }),
  { says: 'has no row for no keyword', run: check(example, (store) => expectHits(store, [], [])) },
  { says: 'has no row where nothing is', run: check(example, (store) => expectHits(store, ['vue', '组设'], [])) },
  ...counted.flatMap(({ text, hits }) =>
    Object.entries(hits).map(([keyword, count]) => ({
      says: `counts ${count} of "${keyword}" in ${JSON.stringify(text.slice(0, 30))}`,
      run: check(
        { workflows: [{ id: 'w', name: '' }], pads: [{ id: 'p', workflow: 'w', title: '', content: text }] },
        (store) => expectHits(store, [keyword], count === 0 ? [] : [[1, 1, 'content', count]]),
      ),
    })),
  ),
  ...casesOf({
    'looks only into the scope': check(
      {
        workflows: ['a', 'A', '', null].map((scope) => ({ id: `in ${scope}`, name: 'ebb', scope })),
        pads: [{ id: 'p', workflow: 'in a', title: 'ebb' }],
      },
      async (store) => {
        const placesIn = async (scope: string): Promise<unknown> =>
          (await hitsOf(store, ['ebb'], scope)).map(({ workflow, slot, field }) => [workflow, slot, field])
        expect(await placesIn('a')).toEqual([
          [1, 0, 'name'],
          [1, 1, 'title'],
        ])
        expect(await placesIn('A')).toEqual([[2, 0, 'name']])
        expect(await placesIn('')).toEqual([[3, 0, 'name']])
        expect(await placesIn('gone')).toEqual([])
        expect(await hitsOf(store, ['ebb'])).toHaveLength(5)
      },
    ),
    'follows every change': check(example, async (store) => {
      const { change, changeWorkflow, workflow } = padWriter(store)
      await workflow({ id: 'v', name: 'Vue' })
      await change('p', { content: '組件設計模式...\nReact 组件' })
      await change('q', { title: 'hooks' })
      await expectHits(
        store,
        ['react', '组件', 'hooks'],
        [
          [1, 0, 'name', 1, 0, 0],
          [1, 1, 'title', 1, 0, 0],
          [1, 1, 'content', 1, 2, 0],
          [1, 2, 'title', 0, 0, 1],
          [1, 2, 'content', 1, 0, 1],
        ],
      )
      await change('p', { workflow: 'v', content: 'React' })
      await changeWorkflow('w', { name: 'hooks', description: 'React' })
      await store.write('all', ({ pads }) => pads.removePad('q'))
      await expectHits(
        store,
        ['react', '组件', 'hooks'],
        [
          [1, 0, 'name', 0, 0, 1],
          [1, 0, 'description', 1, 0, 0],
          [2, 1, 'title', 1, 0, 0],
          [2, 1, 'content', 1, 0, 0],
        ],
      )
      await store.write('all', ({ pads }) => pads.removeWorkflow('v'))
      await expectHits(store, ['react', '组'], [[1, 0, 'description', 1, 0]])
    }),
    'forgets what a write that fails had counted': check(example, async (store) => {
      const attempt = store.write('all', async ({ pads }) => {
        await pads.changePad('p', changeOf({ content: 'wasted words' }))
        await pads.hits({ keywords: [keywordOf('wasted')] })
        throw new Error('never mind')
      })
      await expect(attempt).rejects.toThrow('never mind')
      await padWriter(store).change('q', { content: 'other words' })
      await expectHits(store, ['wasted'], [])
      await expectHits(store, ['words'], [[1, 2, 'content', 1]])
    }),
    'keeps to its moment, also while words come and go': check(
      { workflows: [{ id: 'w' }], pads: [{ id: 'p', workflow: 'w', content: 'ebbing ebb' }] },
      async (store) => {
        const { change, ask, pad } = padWriter(store)
        const ebb = { keywords: [keywordOf('ebb')] }
        await store.read(everything, async (before) => {
          await ask((view) => view.hits(ebb))
          await change('p', { content: 'flood' })
          await pad({ id: 'gone', workflow: 'w', content: 'brief' })
          await store.write('all', ({ pads }) => pads.removePad('gone'))
          expect(await ask((view) => view.hits(ebb))).toEqual([])
          expect((await before.pads.hits(ebb)).map(({ counts }) => counts)).toEqual([[2]])
          expect(await before.pads.hits({ keywords: [keywordOf('flood')] })).toEqual([])
        })
        expect(await ask((view) => view.hits({ keywords: [keywordOf('flood')] }))).toHaveLength(1)
      },
    ),
    'is complete over thousands of workflows, and as many words as come at once': async ({ store }) => {
      const count = 1_200
      await store.write('all', async ({ pads }) => {
        for (let at = 1; at <= count; at++) {
          await pads.addWorkflow(
            workflowOf({ id: `w${at}`, name: `common word${at}`, scope: at % 2 === 0 ? 'even' : 'odd' }),
          )
          await pads.addPad(
            padOf({
              id: `p${at}`,
              workflow: `w${at}`,
              title: '',
              content: `common 组件${'一二三四五六七八九十'[at % 10]}\n`.repeat(at % 3),
            }),
          )
        }
      })
      const places = await hitsOf(store, ['common', '组件', 'word7', '件四'])
      const order = places.map(({ workflow, slot }) => workflow * 10 + slot)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      const sums = [0, 1, 2, 3].map((at) => places.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0))
      const numbers = Array.from({ length: count }, (_, at) => at + 1)
      const fourths = numbers.filter((at) => at % 10 === 3).reduce((sum, at) => sum + (at % 3), 0)
      // A place counts once: of 组件四 either pair is counted.
      expect(sums).toEqual([
        2 * count,
        count - fourths,
        numbers.filter((at) => String(at).startsWith('7')).length,
        fourths,
      ])
      expect(await hitsOf(store, ['=common'], 'odd')).toHaveLength(count / 2 + count / 3)
    },
  }),
]
