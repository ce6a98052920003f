import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { openTestStore } from '../../test-store.ts'
import type { HitField, HitKeyword, PadTransaction, PadView } from '@wuku/core/ports/pads'
import type { Store } from '@wuku/core/ports/store'
import { fold } from '@wuku/text/terms/fold'
import { countFolded } from '@wuku/text/terms/hits'
import { changeOf, padOf, workflowOf } from '../pad-samples.ts'
import { casesOf } from '../cases-of.ts'
import { runs } from '../../scale.ts'

/** Words of scripts with blanks end with one, so that none grows so long that it would be cut. */
const latin = ['React ', 'reactor, ', 'user_id\n', 'Café\t', 'C++ ', 'ABC ', '12', `\r\n${'x'.repeat(100)} `]
const cjk = ['組件', '组', '件設計', '哈哈哈', '哈', 'カタカナ', '한국어', '𠀀𠀁', 'ท่าน']
const words = [...latin, ...cjk, '\n', '\n\n', '👨‍👩‍👧', '\u0301', '\u3099', '\u200d']
const anyText = fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((parts) => parts.join(''))
const anyLine = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(''))

const keywords: readonly HitKeyword[] = [
  ...[
    'react',
    'rea',
    'user',
    'cafe',
    '12',
    'xx',
    'abc',
    '组件',
    '组',
    '设',
    '哈哈',
    'カタ',
    '𠀀',
    '𠀁𠀀',
    '한국',
    '组件设计',
    '哈哈哈',
    'カタカ',
    '𠀀𠀁𠀀',
    '한국어',
  ].map((text) => ({ text, where: 'within' as const })),
  ...['react', 'reactor', 'c++', 'user_id', '12'].map((text) => ({ text, where: 'whole' as const })),
]

const anyPad = fc.constantFrom('p', 'q', 'r', 's', 't')
const anyWorkflow = fc.constantFrom('a', 'b', 'c')
const anyScope = fc.constantFrom('one', 'two', null)

/** What is wished for at the transaction; wishes that its state does not allow are dropped. */
type Wish = (transaction: PadTransaction) => Promise<unknown>

const anyWish: fc.Arbitrary<Wish> = fc.oneof(
  fc.tuple(anyWorkflow, anyLine, anyLine, anyScope).map(
    ([id, name, description, scope]): Wish =>
      async (transaction) =>
        (await transaction.workflow(id))
          ? transaction.changeWorkflow(id, { name, description, scope, at: 2_000 })
          : transaction.addWorkflow(workflowOf({ id, name, description, scope })),
  ),
  fc.tuple(anyPad, anyWorkflow, anyLine, anyText).map(
    ([id, workflow, title, content]): Wish =>
      async (transaction) =>
        (await transaction.workflow(workflow)) && !(await transaction.padFacts(id))
          ? transaction.addPad(padOf({ id, workflow, title, content }))
          : undefined,
  ),
  fc.tuple(anyPad, anyText).map(([id, added]): Wish => async (transaction) => {
    const pad = await transaction.pad(id)
    return pad && transaction.changePad(id, changeOf({ content: pad.content + added }))
  }),
  fc.tuple(anyPad, fc.nat(60), fc.nat(20), anyText).map(([id, from, gone, added]): Wish => async (transaction) => {
    const pad = await transaction.pad(id)
    const content = [...(pad?.content ?? '')].toSpliced(from, gone, added).join('')
    return pad && transaction.changePad(id, changeOf({ content }))
  }),
  fc.tuple(anyPad, anyWorkflow, anyLine).map(
    ([id, workflow, title]): Wish =>
      async (transaction) =>
        (await transaction.workflow(workflow)) && (await transaction.padFacts(id))
          ? transaction.changePad(id, changeOf({ workflow, title }))
          : undefined,
  ),
  anyPad.map(
    (id): Wish =>
      async (transaction) =>
        (await transaction.padFacts(id)) ? transaction.removePad(id) : undefined,
  ),
  anyWorkflow.map(
    (id): Wish =>
      async (transaction) =>
        (await transaction.workflow(id)) ? transaction.removeWorkflow(id) : undefined,
  ),
  fc.tuple(anyPad, fc.integer({ min: 1, max: 4 })).map(
    ([id, kept]): Wish =>
      async (transaction) =>
        (await transaction.padFacts(id)) ? transaction.pruneHistory(id, kept) : undefined,
  ),
)

const all = { limit: 1_000, offset: 0 }

/** All that a view can tell of workflows and pads, in plain data. */
async function tellAll(view: PadView): Promise<unknown> {
  const { items, total } = await view.workflows(all)
  const facts = (await view.everyPad()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ofPad = async (id: string): Promise<unknown> => {
    const history = await view.history(id, all)
    const states = history.items.map(({ version }) => view.stateAt(id, version))
    return { pad: await view.pad(id), history, states: await Promise.all(states) }
  }
  return {
    items,
    total,
    facts,
    pads: await Promise.all(facts.map(({ id }) => ofPad(id))),
    lists: await Promise.all(items.map(({ id }) => view.pads(id))),
    ids: await view.idsFrom('', 1_000),
    hits: await view.hits({ keywords }),
    inScope: await view.hits({ keywords, scope: 'one' }),
  }
}

/** Every text by its place. */
async function textsIn(view: PadView): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const numbers = new Map<string, number>()
  const put = (workflow: number, slot: number, field: HitField, text: string | null) =>
    void texts.set(`${workflow} ${slot} ${field}`, text ?? '')
  for (const { id, number, name, description } of (await view.workflows(all)).items) {
    numbers.set(id, number)
    put(number, 0, 'name', name)
    put(number, 0, 'description', description)
  }
  for (const { id, workflow, slot, title } of await view.everyPad()) {
    const number = numbers.get(workflow) ?? 0
    put(number, slot, 'title', title)
    put(number, slot, 'content', (await view.pad(id))?.content ?? '')
  }
  return texts
}

const timesIn = (text: string, keyword: string): number => fold(text).split(keyword).length - 1

/** Against what a reader of all texts would count, letter by letter. */
async function expectTruth(view: PadView): Promise<void> {
  const texts = await textsIn(view)
  for (const keyword of keywords) {
    const truth = [...texts].flatMap(([place, text]) => {
      const count = keyword.where === 'whole' ? countFolded(fold(text), [keyword])[0] : timesIn(text, keyword.text)
      return count ? [[place, count]] : []
    })
    const places = await view.hits({ keywords: [keyword] })
    const counted = places.map(({ workflow, slot, field, counts }) => [`${workflow} ${slot} ${field}`, counts[0]])
    expect(counted.toSorted(), JSON.stringify(keyword)).toEqual(truth.toSorted())
  }
}

export const padRandomCases = casesOf({
  'tells the same of pads after any writes': async ({ store }) => {
    const truth = openTestStore()
    const both = (work: (one: Store) => Promise<unknown>): Promise<unknown> => work(truth).then(() => work(store))
    const property = fc.asyncProperty(
      fc.array(fc.array(anyWish, { maxLength: 4 }), { maxLength: 5 }),
      async (writes) => {
        for (const wishes of writes)
          await both((one) =>
            one.write('all', async ({ pads }) => {
              for (const wish of wishes) await wish(pads)
            }),
          )
        const told = (one: Store): Promise<unknown> => one.read(everything, (view) => tellAll(view.pads))
        expect(await told(store)).toEqual(await told(truth))
        await store.read(everything, (view) => expectTruth(view.pads))
      },
    )
    await fc.assert(property, { numRuns: runs(80), seed: 7, endOnFailure: true })
  },
})
