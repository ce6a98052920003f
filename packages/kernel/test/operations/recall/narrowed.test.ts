import { expect, it } from 'vitest'
import { owner } from '../../../src/base/caller.ts'
import { invoke } from '../../../src/invoke/invoke.ts'
import { recall } from '../../../src/operations/recall/recall.ts'
import { engineWith } from '../../search/engine-with.ts'

/** Six notes that hold a little of each question, and many that hold nothing of them. */
const house = Object.fromEntries([
  ...Array.from({ length: 6 }, (_, nth) => [
    `ferry/${nth}.md`,
    `# Ferry ${nth}\n\nThe ferry number ${nth} leaves the pier at seven with ${nth} cars.\n`,
  ]),
  ...Array.from({ length: 300 }, (_, nth) => [
    `moon/${nth}.md`,
    `# Moon ${nth}\n\nThe moon of day ${nth} pulls the sea.\n`,
  ]),
]) as Readonly<Record<string, string>>

const unsure = 'does the captain of the ferry sell coupons near the pier'

async function shown(input: object): Promise<{ readonly sure: string; readonly hits: number }> {
  const engine = await engineWith({ house })
  const call = {
    surface: 'mcp' as const,
    engine: async () => engine,
    caller: owner('test'),
    signal: new AbortController().signal,
    progress: () => {},
  }
  const { sure, hits } = (await invoke(recall, { ...input }, call)).output as { sure: string; hits: readonly object[] }
  return { sure, hits: hits.length }
}

it.each<[says: string, input: object, hits: number]>([
  ['shows three', { query: unsure }, 3],
  ['of a source that is named shows all', { query: unsure, sources: ['house'] }, 6],
  ['of a folder that is named shows all', { query: unsure, under: 'ferry' }, 6],
  ['of one storehouse shows all', { query: unsure, kinds: ['notes'] }, 6],
  ['to a question for a list shows all', { query: `list ${unsure}` }, 6],
])('an unsure answer: %s', async (_says, input, hits) => {
  const answer = await shown(input)
  expect([answer.sure === 'strong', answer.hits]).toEqual([false, hits])
})
