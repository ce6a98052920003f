import { describe, expect, it } from 'vitest'
import { createPadDesk, createPadView, emptyPads, type PadsState } from '../../memory-store/pads.ts'
import type { PadDesk } from '../../../src/ports/pads.ts'
import { changeOf, padOf, workflowOf } from '../../contract/pad-samples.ts'

/** A desk over one workflow `w` with one pad `p`, and what the state is now. */
async function openDesk(): Promise<{ readonly desk: PadDesk; readonly now: () => PadsState }> {
  let state = emptyPads
  const now = (): PadsState => state
  const desk = createPadDesk(now, (next) => {
    state = next
  })
  await desk.addWorkflow(workflowOf({ id: 'w' }))
  await desk.addPad(padOf({ id: 'p', workflow: 'w', content: 'ebb' }))
  return { desk, now }
}

const half = '\ud83d'

describe('refuses misuse', () => {
  const misuses: Readonly<Record<string, (desk: PadDesk) => Promise<unknown>>> = {
    'half a character in a text': (desk) => desk.changePad('p', changeOf({ content: half })),
    'half a character in a title': (desk) => desk.addPad(padOf({ id: 'q', workflow: 'w', title: half })),
    'half a character in a name': (desk) => desk.changeWorkflow('w', { name: half, at: 1 }),
    'an empty id': (desk) => desk.addPad(padOf({ id: '', workflow: 'w' })),
    'a time that is none': (desk) => desk.changePad('p', changeOf({ at: Number.NaN })),
    'a page of less than nothing': (desk) => desk.workflows({ limit: -1, offset: 0 }),
    'half a page': (desk) => desk.history('p', { limit: 1, offset: 0.5 }),
    'a keyword that is not folded': (desk) => desk.hits({ keywords: [{ text: 'React', where: 'within' }] }),
    'an empty keyword': (desk) => desk.hits({ keywords: [{ text: '', where: 'within' }] }),
    'keeping no version': (desk) => desk.pruneHistory('p', 0),
  }
  it.each(Object.entries(misuses))('%s', async (_, misuse) => {
    const { desk, now } = await openDesk()
    const before = now()
    await expect(misuse(desk)).rejects.toThrow('Misuse of the store')
    expect(now()).toBe(before)
  })
})

it('leaves a view as it was when it was made', async () => {
  const { desk, now } = await openDesk()
  const view = createPadView(now())
  await desk.changePad('p', changeOf({ content: 'flood' }))
  expect((await view.pad('p'))?.content).toBe('ebb')
  expect((await desk.pad('p'))?.content).toBe('flood')
})
