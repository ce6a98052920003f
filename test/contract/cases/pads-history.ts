import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { PadState } from '@wuku/core/ports/pads'
import { changeOf, padOf, padWriter, workflowOf } from '../pad-samples.ts'
import { casesOf } from '../cases-of.ts'
import { runs } from '../../scale.ts'

const all = { limit: 10_000, offset: 0 }

const anyContent = fc
  .array(
    fc.constantFrom(
      'ebb',
      'flood',
      '潮汐',
      '家庭👨‍👩‍👧‍👦',
      '🇨🇳🇨🇳',
      '\r\n',
      '\n',
      ' ',
      'x'.repeat(300),
      '組件設計'.repeat(80),
    ),
  )
  .map((parts) => parts.join(''))

/** How the text before becomes the text after. */
const anyEdit = fc.oneof(
  anyContent.map((added) => (before: string) => before + added),
  anyContent.map((added) => (before: string) => added + before),
  anyContent.map((added) => () => added),
  fc.tuple(fc.nat(100), fc.nat(100), anyContent).map(([from, gone, added]) => (before: string) => {
    const characters = [...before]
    characters.splice(from % (characters.length + 1), gone, added)
    return characters.join('')
  }),
  fc.constant((before: string) => before),
)

const anyStep = fc.record(
  {
    edit: anyEdit,
    title: fc.constantFrom('題', 'title', 'Title', ''),
    workflow: fc.constantFrom('a', 'b'),
    restores: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
)

export const padHistoryCases = casesOf({
  'tells versions latest first, with who and how': async ({ store }) => {
    const { workflow, pad, change, ask } = padWriter(store)
    await workflow({ id: 'w' })
    await pad({ id: 'p', workflow: 'w', title: 'first', content: '潮', updatedAt: 1_500, by: 'ann', how: 'create' })
    await change('p', { content: '潮汐', at: 2_000, by: 'bob', how: 'append' })
    await change('p', { title: 'second', at: 1_800, by: 'ann', how: 'rename' })
    await change('p', { content: '潮', title: 'first', restores: 1, at: 3_000, by: 'cho', how: 'undo' })
    const { items, total } = await ask((view) => view.history('p', all))
    expect(total).toBe(4)
    expect(items).toEqual([
      { version: 4, at: 3_000, by: 'cho', how: 'undo', bytes: 3, title: 'first', restores: 1 },
      { version: 3, at: 1_800, by: 'ann', how: 'rename', bytes: 6, title: 'second', restores: null },
      { version: 2, at: 2_000, by: 'bob', how: 'append', bytes: 6, title: 'first', restores: null },
      { version: 1, at: 1_500, by: 'ann', how: 'create', bytes: 3, title: 'first', restores: null },
    ])
    expect(await ask((view) => view.history('p', { limit: 2, offset: 1 }))).toEqual({
      items: items.slice(1, 3),
      total: 4,
    })
  },
  'tells what the pad was, also in a workflow that is gone': async ({ store }) => {
    const { workflow, pad, change, ask } = padWriter(store)
    await workflow({ id: 'a' })
    await workflow({ id: 'b' })
    await pad({ id: 'p', workflow: 'a', title: 'one', content: 'ebb' })
    await change('p', { workflow: 'b', content: 'flood' })
    await change('p', { title: 'two' })
    await store.write('all', ({ pads }) => pads.removeWorkflow('a'))
    const states = [
      { content: 'ebb', title: 'one', workflow: 'a' },
      { content: 'flood', title: 'one', workflow: 'b' },
      { content: 'flood', title: 'two', workflow: 'b' },
    ]
    for (const [at, state] of states.entries()) expect(await ask((view) => view.stateAt('p', at + 1))).toEqual(state)
    for (const never of [0, -1, 4, 1.5]) expect(await ask((view) => view.stateAt('p', never))).toBeUndefined()
  },
  'forgets all but the newest versions': async ({ store }) => {
    const { workflow, pad, change, ask } = padWriter(store)
    await workflow({ id: 'w' })
    await workflow({ id: 'v' })
    await pad({ id: 'p', workflow: 'w', content: '0' })
    for (let version = 2; version <= 9; version++)
      await change('p', { content: `${version}`, workflow: version === 7 ? 'v' : 'w' })
    const kept = async (): Promise<unknown> => {
      const { items, total } = await ask((view) => view.history('p', all))
      const states = items.map(({ version }) => ask((view) => view.stateAt('p', version)))
      expect(items).toHaveLength(total)
      return (await Promise.all(states)).map((state) => `${state?.content}${state?.workflow}`)
    }
    await store.write('all', ({ pads }) => pads.pruneHistory('p', 9))
    expect(await kept()).toEqual(['9w', '8w', '7v', '6w', '5w', '4w', '3w', '2w', '0w'])
    await store.write('all', ({ pads }) => pads.pruneHistory('p', 3))
    expect(await kept()).toEqual(['9w', '8w', '7v'])
    expect(await ask((view) => view.stateAt('p', 6))).toBeUndefined()
    await change('p', { content: 'more' })
    expect(await kept()).toEqual(['morew', '9w', '8w', '7v'])
    await store.write('all', ({ pads }) => pads.pruneHistory('p', 1))
    expect(await kept()).toEqual(['morew'])
  },
  'tells every kept version as it was written, after any changes': async ({ store }) => {
    let pads = 0
    await store.write('all', async (transaction) => {
      for (const id of ['a', 'b']) await transaction.pads.addWorkflow(workflowOf({ id }))
    })
    const property = fc.asyncProperty(
      anyContent,
      fc.array(anyStep, { maxLength: 12 }),
      fc.integer({ min: 1, max: 14 }),
      async (first, steps, kept) => {
        const id = `p${pads++}`
        const states: PadState[] = [{ content: first, title: 'title', workflow: 'a' }]
        await store.write('all', (transaction) =>
          transaction.pads.addPad(padOf({ id, workflow: 'a', title: 'title', content: first })),
        )
        for (const { edit, ...step } of steps) {
          const before = states.at(-1) ?? { content: '', title: '', workflow: 'a' }
          const { restores: _, ...said } = step
          const after = { ...before, ...said, content: edit?.(before.content) ?? before.content }
          states.push(after)
          const change = edit ? { ...step, content: after.content } : step
          expect(
            await store.write('all', (transaction) => transaction.pads.changePad(id, changeOf(change))),
          ).toMatchObject(after)
        }
        await store.write('all', (transaction) => transaction.pads.pruneHistory(id, kept))
        await store.read(everything, async (view) => {
          const { total } = await view.pads.history(id, all)
          expect(total).toBe(Math.min(kept, states.length))
          for (const [at, state] of states.entries())
            expect(await view.pads.stateAt(id, at + 1)).toEqual(at < states.length - total ? undefined : state)
        })
      },
    )
    await fc.assert(property, { numRuns: runs(50), seed: 3, endOnFailure: true })
  },
})
