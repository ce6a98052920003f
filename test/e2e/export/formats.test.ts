import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openChatsHouse } from '../chats/chats-house.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures')
const named = (folder: string): readonly string[] => readdirSync(join(fixtures, folder))

/** Their maker; nobody has its key any more. */
const MAKER = 'wuku-v3rYUZQyLzPkhDMSPmH15otqZ03LcM_2rXQK4sYfdh8'

describe('an older version', () => {
  it.each(named('packs'))('made a pack that is taken in today: %s', (name) => {
    const house = openChatsHouse()
    expect(house.run('add', join(fixtures, 'packs', name)).stderr).toContain(MAKER)
    expect(house.json('add', join(fixtures, 'packs', name), '--trust', MAKER)).toMatchObject({ added: 1 })
    expect(house.json('recall', 'Saltmarsh')['hits']).toMatchObject([{ source: 'seabook@1.2', path: 'tides.md' }])
  })

  it.each(named('exports'))('made an export that is taken in today: %s', (name) => {
    const house = openChatsHouse()
    const added = { pads: 1, chats: 1, docs: 1, annotations: 1 }
    // What lies here is a copy: an import writes nothing into it.
    expect(house.json('import', join(fixtures, 'exports', name))).toMatchObject({ added, missing: [] })
    for (const word of ['Saltmarsh', 'Cormorant', 'lantern']) expect(house.json('recall', word)['hits']).toHaveLength(1)
  })
})
