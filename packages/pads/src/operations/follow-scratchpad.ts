import { z } from 'zod'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import type { PadView } from '@wuku/core/ports/pads'
import { padId } from '../pad-shapes.ts'

const output = z.strictObject({
  event: z
    .enum(['same', 'added', 'rewritten', 'deleted'])
    .describe('added: the text goes on as you have seen it; same: nothing happened within the time.'),
  version: z.int().min(1).describe('The version that it has now.'),
  by: z.string().describe('The program that wrote last; empty unless something was written.'),
  how: z.string().describe('The tool that it used.'),
  text: z.string().describe('What was added.'),
  unended: z.string().describe('The last line before what was added, where that goes on within it.'),
})

export type Followed = z.output<typeof output>

export const followScratchpad = defineOperation({
  name: 'follow-scratchpad',
  title: 'Follow a scratchpad',
  description: 'Waits until a scratchpad is written to, and answers with what was added.',
  searchHint: 'follow tail wait scratchpad changes',
  effect: 'read',
  input: z.strictObject({
    id: padId,
    version: z.int().min(1).describe('The version that you have seen.'),
    wait_seconds: z.int().min(0).max(60).default(30).describe('How long to wait for another one.'),
  }),
  output,
  route: { method: 'GET', path: '/pads/scratchpads/{id}/following' },
  examples: [{ label: 'What comes after version 3', input: { id: '9b1d…', version: 3 } }],
  async run({ id, version, wait_seconds: seconds }, { engine, signal }) {
    for (let waited = 0; ; waited += POLL_MS) {
      const now = await pollVersion(engine, id, version)
      if (now.event !== 'same' || signal.aborted || waited >= seconds * 1_000) return now
      await pause(POLL_MS, signal)
    }
  },
})

/** Looking at a version costs a fraction of a millisecond, and nobody reads faster. */
const POLL_MS = 200

const pollVersion = (engine: Engine, id: string, version: number): Promise<Followed> =>
  engine.read(async ({ pads }) => {
    const nothing = { version, by: '', how: '', text: '', unended: '' }
    const facts = await pads.padFacts(id)
    if (!facts) return { ...nothing, event: 'deleted' }
    return facts.version === version ? { ...nothing, event: 'same' } : written(pads, id, version)
  })

/** A version that is kept no more was followed by too much to be shown as an addition. */
async function written(pads: PadView, id: string, version: number): Promise<Followed> {
  const [pad, seen] = [await pads.pad(id), await pads.stateAt(id, version)]
  const [last] = (await pads.history(id, { limit: 1, offset: 0 })).items
  const facts = { version: pad?.version ?? version, by: last?.by ?? '', how: last?.how ?? '' }
  if (!pad || !seen || !pad.content.startsWith(seen.content))
    return { ...facts, event: pad ? 'rewritten' : 'deleted', text: '', unended: '' }
  const before = seen.content
  return {
    ...facts,
    event: 'added',
    text: pad.content.slice(before.length),
    unended: before.slice(before.lastIndexOf('\n') + 1),
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = (): void => resolve()
  const timer = setTimeout(done, milliseconds)
  signal.addEventListener('abort', done, { once: true })
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', done)
}
