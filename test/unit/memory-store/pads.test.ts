import { describe, expect, it } from 'vitest'
import { createPadTransaction, createPadView, emptyPads, type PadsState } from '../../memory-store/pads.ts'
import type { PadTransaction } from '@wuku/core/ports/pads'
import { changeOf, padOf, workflowOf } from '../../contract/pad-samples.ts'

/** A desk over one workflow `w` with one pad `p`, and what the state is now. */
async function createPadWriter(): Promise<{ readonly transaction: PadTransaction; readonly now: () => PadsState }> {
  let state = emptyPads
  const now = (): PadsState => state
  const transaction = createPadTransaction(now, (next) => {
    state = next
  })
  await transaction.addWorkflow(workflowOf({ id: 'w' }))
  await transaction.addPad(padOf({ id: 'p', workflow: 'w', content: 'ebb' }))
  return { transaction, now }
}

const half = '\ud83d'

describe('refuses misuse', () => {
  const misuses: Readonly<Record<string, (transaction: PadTransaction) => Promise<unknown>>> = {
    'half a character in a text': (transaction) => transaction.changePad('p', changeOf({ content: half })),
    'half a character in a title': (transaction) => transaction.addPad(padOf({ id: 'q', workflow: 'w', title: half })),
    'half a character in a name': (transaction) => transaction.changeWorkflow('w', { name: half, at: 1 }),
    'an empty id': (transaction) => transaction.addPad(padOf({ id: '', workflow: 'w' })),
    'a time that is none': (transaction) => transaction.changePad('p', changeOf({ at: Number.NaN })),
    'a page of less than nothing': (transaction) => transaction.workflows({ limit: -1, offset: 0 }),
    'half a page': (transaction) => transaction.history('p', { limit: 1, offset: 0.5 }),
    'a keyword that is not folded': (transaction) =>
      transaction.hits({ keywords: [{ text: 'React', where: 'within' }] }),
    'an empty keyword': (transaction) => transaction.hits({ keywords: [{ text: '', where: 'within' }] }),
    'keeping no version': (transaction) => transaction.pruneHistory('p', 0),
  }
  it.each(Object.entries(misuses))('%s', async (_, misuse) => {
    const { transaction, now } = await createPadWriter()
    const before = now()
    await expect(misuse(transaction)).rejects.toThrow('Misuse of the store')
    expect(now()).toBe(before)
  })
})

it('leaves a view as it was when it was made', async () => {
  const { transaction, now } = await createPadWriter()
  const view = createPadView(now())
  await transaction.changePad('p', changeOf({ content: 'flood' }))
  expect((await view.pad('p'))?.content).toBe('ebb')
  expect((await transaction.pad('p'))?.content).toBe('flood')
})
