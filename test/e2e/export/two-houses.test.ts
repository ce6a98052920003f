import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { openChatsHouse, type Answer, type ChatsHouse } from '../chats/chats-house.ts'
import { pathOf, sessionOf, talk } from '../chats/talk.ts'

const call = (house: ChatsHouse, name: string, input: object): Answer => {
  const { stdout, stderr } = house.run('call', name, JSON.stringify(input), '--json')
  if (!stdout.startsWith('{')) throw new Error(`${stdout}\n${stderr}`)
  return JSON.parse(stdout)
}

const done = (house: ChatsHouse, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = house.run(...args)
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

interface Full extends ChatsHouse {
  readonly workflow: string
  readonly pad: string
  readonly folder: string
}

/** Scratchpads with a history, conversations of which one file is gone, documentation, a description and a project. */
function openFull(): Full {
  const house = openChatsHouse()
  for (const at of [1, 2])
    house.write(
      pathOf(sessionOf(at)),
      talk(sessionOf(at), [`Where is pelican ${at}?`, `By lantern ${at}, near the quay.`]),
    )
  house.write('manual/tides.md', '# Tides\n\nThe harbour runs dry twice.\n\n```js\nconst tide = "ebb"\n```\n')
  house.write('manual/deep/潮汐.md', '# 潮汐\n\n月亮牵引海水，每天两次涨潮。\n')
  house.write('notes/plan.md', '# Plan\n\nThe barge Cormorant dredges.\n')
  done(house, 'add', '.claude', '--quiet')
  done(house, 'add', 'notes', '--kind', 'notes', '--quiet')
  done(house, 'add', 'manual', '--kind', 'docs', '--name', 'seabook', '--version', '1.2', '--quiet')
  rmSync(join(house.home, pathOf(sessionOf(1))))
  const { workflow } = call(house, 'create-workflow', { name: 'Login page', description: 'how people log in' })
  const { scratchpad } = call(house, 'create-scratchpad', {
    workflow_id: workflow.id,
    title: 'Findings: 1/2',
    content: 'first lantern',
  })
  for (const content of ['second lamp', 'third 灯塔']) call(house, 'append-scratchpad', { id: scratchpad.id, content })
  done(house, 'context', 'add', 'seabook@1.2', 'All about the sea')
  return { ...house, workflow: workflow.id, pad: scratchpad.id, folder: join(house.home, 'out') }
}

let here: Full
beforeAll(() => {
  here = openFull()
  done(here, 'export', here.folder)
})

/** A copy of what was exported, for a test that changes it. */
function copyOfExport(): string {
  const folder = `${here.folder}-${copies.push('')}`
  cpSync(here.folder, folder, { recursive: true })
  return folder
}
const copies: string[] = []

/** Of what tells the machine, or the moment at which it was asked. */
const asked: readonly [operation: string, input: (full: Full) => object, part?: (answer: Answer) => unknown][] = [
  ...['lantern', 'harbour', '涨潮', 'pelican 1', 'Cormorant missing'].map(
    (query): [string, () => object, (answer: Answer) => unknown] => [
      'recall',
      () => ({ query, sources: ['chats/claude', 'docs/seabook@1.2', 'pads/workflows'] }),
      ({ hits }) => hits.map(({ freshness: _freshness, ...hit }: Answer) => hit),
    ],
  ),
  ['tail-scratchpad', ({ pad }) => ({ id: pad, full_content: true })],
  ['scratchpad-history', ({ pad }) => ({ id: pad })],
  ['diff-scratchpad', ({ pad }) => ({ id: pad, from: 1, to: 3 })],
  ['search-scratchpads', () => ({ query: 'lamp' })],
  ['search-workflows', () => ({ query: 'login' })],
  ['search_conversations', () => ({ query: 'pelican' })],
  ['query-docs', () => ({ libraryId: 'seabook', query: 'harbour tide' })],
  [
    'list-documents',
    () => ({ library: 'seabook' }),
    ({ documents }) => documents?.map(({ path, title }: Answer) => ({ path, title })),
  ],
]

describe('wuku export and wuku import', () => {
  it('give the same answers in two houses, and change nothing the second time', () => {
    const there = openChatsHouse()
    expect(done(there, 'import', here.folder)).toContain('Conversations: 2 added')
    for (const [operation, input, part = (answer: Answer) => answer] of asked) {
      const [one, other] = [here, there].map((house) => part(call(house, operation, input(here))))
      expect([operation, other]).toEqual([operation, one])
    }
    expect(here.json('recall', 'lantern')['hits']).not.toEqual([])
    const again = there.json('import', here.folder)
    expect(again['added']).toEqual({ pads: 0, chats: 0, docs: 0, notes: 0, annotations: 0 })
    expect(again['kept']).toMatchObject({ pads: 1, chats: 2, docs: 2 })
    // An index run keeps what has no files there.
    done(there, 'index')
    expect(there.json('recall', 'pelican 1')['hits']).not.toEqual([])
    expect(there.json('recall', '涨潮')['hits']).not.toEqual([])
  })

  it('bring original files that no address has, so documentation goes on', () => {
    const there = openChatsHouse()
    done(there, 'import', here.folder, '--only', 'docs')
    there.write('more/page.md', '# More\n\nOf the walrus.\n')
    done(there, 'docs', 'upload', 'seabook@1.2', 'more/page.md')
    done(there, 'call', 'refresh-library', JSON.stringify({ library: 'seabook', version: '1.2', rebuild: true }))
    for (const query of ['harbour', '涨潮', 'walrus'])
      expect([query, there.json('recall', query)['hits'].length]).toEqual([query, 1])
  })

  it('writes what people can read', () => {
    const pad = readFileSync(join(here.folder, 'pads/Login page/Findings- 1-2.md'), 'utf8')
    expect(pad).toContain('workflow: "Login page"\ntitle: "Findings: 1/2"\n')
    expect(pad).toContain('third 灯塔')
    expect(readFileSync(join(here.folder, 'docs/seabook@1.2/deep/潮汐.md'), 'utf8')).toContain('每天两次涨潮')
    expect(readdirSync(join(here.folder, 'chats/claude'), { recursive: true }).length).toBeGreaterThan(1)
    expect(here.run('export', here.folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not empty'),
    })
  })

  it('make do with a house in which nothing was done yet', () => {
    const house = openChatsHouse()
    const folder = join(house.home, 'out')
    expect(house.run('pack', 'docs', 'seabook').stderr).toContain('There is no library "seabook"')
    expect(existsSync(join(house.home, 'data', 'pack-key.json'))).toBe(false)
    done(house, 'export', folder)
    expect(house.json('import', folder)['added']).toEqual({ pads: 0, chats: 0, docs: 0, notes: 0, annotations: 0 })
    for (const scope of ['--workflow', '--library'])
      expect(house.run('export', `${folder}2`, scope, 'nope')).toMatchObject({ status: 1 })
    expect(readdirSync(house.home).toSorted()).toEqual(['data', 'out'])
  })

  it('keeps what is there, and takes only what is asked for', () => {
    const there = openChatsHouse()
    const some = join(here.home, 'some')
    done(here, 'export', some, '--only', 'docs')
    expect(readdirSync(some).toSorted()).toEqual(['docs', 'manifest.json'])
    done(there, 'import', here.folder, '--only', 'pads')
    call(there, 'append-scratchpad', { id: here.pad, content: 'written there' })
    const text = () => call(there, 'tail-scratchpad', { id: here.pad, full_content: true })
    const before = text()
    done(there, 'import', here.folder)
    expect(text()).toEqual(before)
    expect(there.json('recall', 'harbour')['hits']).not.toEqual([])
    const alone = join(here.home, 'alone')
    done(here, 'export', alone, '--workflow', 'Login page')
    expect(readdirSync(alone).toSorted()).toEqual(['manifest.json', 'pads'])
    done(here, 'export', join(here.home, 'book'), '--library', 'seabook@1.2')
    expect(readdirSync(join(here.home, 'book')).toSorted()).toEqual(['docs', 'manifest.json'])
  })

  it('bring nothing back that was forgotten there, and add what a source lacks', () => {
    const there = openChatsHouse()
    there.write(pathOf(sessionOf(3)), talk(sessionOf(3), ['Where is pelican 3?', 'There.']))
    done(there, 'add', '.claude', '--quiet')
    done(there, 'import', here.folder, '--only', 'chats')
    expect(there.json('sources')['sources'].map(({ documents }: Answer) => documents)).toContain(3)
    done(there, 'forget', `wuku://chats/claude/${sessionOf(1)}`, '--quiet')
    const again = there.json('import', here.folder, '--only', 'chats')
    expect(again).toMatchObject({ added: { chats: 0 }, kept: { chats: 1 }, forgotten: 1 })
    done(there, 'index')
    expect(there.json('sources')['sources'].map(({ documents }: Answer) => documents)).toContain(2)
  })

  it.each<[says: string, damage: (folder: string) => void, told: string]>([
    ['a changed file', (folder) => appendFileSync(join(folder, 'annotations.json'), ' '), 'has other bytes'],
    ['a file that went', (folder) => rmSync(join(folder, 'chats/claude.jsonl')), 'is not there'],
    [
      'a link that leads out',
      (folder) => {
        const file = join(folder, 'annotations.json')
        writeFileSync(`${folder}.json`, readFileSync(file))
        rmSync(file)
        symlinkSync(`${folder}.json`, file)
      },
      'leads out of the folder',
    ],
    [
      'a path that leads out',
      (folder) => rewrite(folder, '"annotations.json"', '"../annotations.json"'),
      'leads out of it',
    ],
    ['a newer format', (folder) => rewrite(folder, '"format": 1', '"format": 9'), 'reads formats up to 1'],
  ])('refuse %s before anything is taken in', (_, damage, told) => {
    const there = openChatsHouse()
    const folder = copyOfExport()
    damage(folder)
    const { status, stderr } = there.run('import', folder)
    expect([status, stderr]).toEqual([status, expect.stringContaining(told)])
    expect(status).not.toBe(0)
    expect(there.json('sources')['sources'].filter(({ documents }: Answer) => documents > 0)).toEqual([])
  })
})

function rewrite(folder: string, from: string, to: string): void {
  const file = join(folder, 'manifest.json')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to))
}

describe('wuku pack', () => {
  it('makes a file that another house finds things in at once, without a network', () => {
    const there = openChatsHouse()
    const file = join(here.home, 'sea.wukupack')
    const packed = here.json('pack', 'docs', 'seabook@1.2', '--out', file, '--licence', 'CC0-1.0')
    const body = readFileSync(file).subarray(-packed['body'].bytes)
    expect(zstdDecompressSync(body).toString()).not.toContain(here.home)
    expect(there.run('add', file).stderr).toContain(packed['fingerprint'])
    expect(there.json('sources')['sources']).toEqual([])
    expect(there.json('add', file, '--trust', packed['fingerprint'])).toMatchObject({
      added: 2,
      analysed: 0,
      licence: 'CC0-1.0',
    })
    const query = { libraryId: 'seabook', query: 'harbour tide' }
    expect(call(there, 'query-docs', query)).toEqual(call(here, 'query-docs', query))
    done(there, 'index')
    expect(there.json('recall', '涨潮')['hits']).not.toEqual([])
  })

  it('has no originals: what would be made of them is refused, and forgetting takes a page out', () => {
    const there = openChatsHouse()
    const file = join(here.home, 'sea.wukupack')
    const { fingerprint } = here.json('pack', 'docs', 'seabook', '--out', file)
    done(there, 'add', file, '--trust', fingerprint)
    there.write('more/page.md', '# More\n\nOf the sea.\n')
    const refused: readonly (readonly string[])[] = [
      ['call', 'refresh-library', JSON.stringify({ library: 'seabook', version: '1.2', rebuild: true })],
      ['call', 'delete-document', JSON.stringify({ library: 'seabook', path: 'tides.md' })],
      ['call', 'retry-documents', JSON.stringify({ library: 'seabook' })],
      ['docs', 'upload', 'seabook@1.2', 'more/page.md'],
    ]
    for (const args of refused) {
      const { stdout, stderr } = there.run(...args)
      expect([args, stdout + stderr]).toEqual([args, expect.stringContaining('it has no original files')])
    }
    done(there, 'index', '--force', '--quiet')
    expect(there.json('recall', 'harbour')['hits']).not.toEqual([])
    done(there, 'forget', 'wuku://docs/seabook@1.2/tides.md')
    expect(there.json('recall', 'harbour')['hits']).toEqual([])
    expect(there.json('recall', '涨潮')['hits']).not.toEqual([])
    done(there, 'docs', 'delete', 'seabook')
    expect(there.run('docs', 'purge', '--all').stderr).toContain('seabook@1.2: it is only here')
    expect(there.run('add', file, '--trust', fingerprint).stderr).toContain('Restore or purge that one')
    done(there, 'docs', 'purge', '--all', '--yes')
    expect(there.json('add', file, '--trust', fingerprint)).toMatchObject({ added: 2 })
  })

  it('holds decisions and scratchpads of a project as notes', () => {
    const there = openChatsHouse()
    here.write('shop/main.js', 'export const price = 1\n')
    here.write('shop/docs/decisions/0001-lantern.md', '# Lanterns\n\nWe chose kerosene.\n')
    done(here, 'add', 'shop', '--kind', 'code', '--quiet')
    for (const [name, content, scope] of [
      ['Pier', 'hemp ropes', join(here.home, 'shop')],
      ['Diary', 'a walrus came', undefined],
    ]) {
      const { workflow } = call(here, 'create-workflow', { name, ...(scope && { project_scope: scope }) })
      call(here, 'create-scratchpad', { workflow_id: workflow.id, title: 'Ropes: 1/2', content })
    }
    const file = join(here.home, 'shop.wukupack')
    const { fingerprint, sources } = here.json('pack', 'project', 'shop', '--out', file)
    expect(sources.map(({ name, documents }: Answer) => [name, documents])).toEqual([
      ['shop-decisions', 1],
      ['shop-scratchpads', 1],
    ])
    expect(there.json('add', file, '--trust', fingerprint)).toMatchObject({ added: 2, analysed: 0 })
    const found = (query: string) => there.json('recall', query)['hits'].map(({ citation }: Answer) => citation)
    expect(found('kerosene')).toEqual([
      expect.stringContaining('wuku://notes/shop-decisions/docs/decisions/0001-lantern.md'),
    ])
    expect(found('hemp')).toEqual([expect.stringContaining('wuku://notes/shop-scratchpads/Pier/Ropes')])
    expect(found('walrus')).toEqual([])
    expect(there.run('remove', 'notes/shop-decisions').stderr).toContain('exists only here')
    // They are nowhere else, so they move on with an export.
    const third = openChatsHouse()
    done(there, 'export', join(there.home, 'out'), '--only', 'notes')
    expect(third.json('import', join(there.home, 'out'))['added']).toMatchObject({ notes: 2 })
    done(third, 'index')
    expect(third.json('recall', 'kerosene')['hits']).toEqual(there.json('recall', 'kerosene')['hits'])
  })

  it('holds the notes of a project, and is taken where its key is trusted', () => {
    const there = openChatsHouse()
    mkdirSync(join(here.home, 'packs'))
    const file = join(here.home, 'packs', 'plan.wukupack')
    done(here, 'pack', 'notes', 'notes', '--out', `${file}.of-notes`)
    done(here, 'pack', 'project', join(here.home, 'notes'), '--out', file)
    const { fingerprint } = here.json('pack', 'key')
    done(there, 'settings', 'packs.trusted', fingerprint)
    done(there, 'add', file)
    const hits = (house: ChatsHouse) => house.json('recall', 'Cormorant', '--source', 'notes/notes')['hits']
    expect(hits(there)).toEqual(hits(here))
    expect(done(there, 'add', file)).toContain('is here already')
  })
})

// It is the last one, since it removes what the others ask for.
it('wuku remove and wuku docs purge name what is only here, and what keeps a copy', () => {
  expect(here.run('remove', 'chats/claude').stderr).toContain('wuku export <folder> --only chats')
  done(here, 'docs', 'delete', 'seabook')
  expect(here.run('docs', 'purge', '--all').stderr).toContain('wuku export <folder> --library <library>')
})
