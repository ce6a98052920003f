import { expect, it } from 'vitest'
import { openHouse } from '../docs-house.ts'

const documents = (text: string) => [
  { path: 'a.md', text: `# Tides\n\n${text} follows the moon.` },
  { path: 'new.md', text: `# New\n\n${text} is new here.` },
]

it.each(['downloading', 'indexing'])('an upload that is stopped while %s leaves nothing of itself', async (stage) => {
  const house = openHouse()
  const first = {
    library: 'tides',
    version: '1',
    documents: [{ path: 'a.md', text: '# Tides\n\nThe ebb follows the moon.' }],
  }
  await house.call('add-documents', first)
  const before = await house.kept()
  const stop = new AbortController()
  const refused = await house.refusal(
    'add-documents',
    { library: 'tides', version: '1', documents: documents('The flood') },
    { signal: stop.signal, progress: (step) => step.stage === stage && step.done > 0 && stop.abort() },
  )
  expect(refused.code).toBe('cancelled')
  expect(await house.kept()).toEqual(before)
  const again = { library: 'tides', version: '1', documents: documents('The flood') }
  expect(await house.call('add-documents', again)).toMatchObject({ success_count: 2, unchanged_count: 0 })
})
