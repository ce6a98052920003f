import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.ts'

/** Somebody's notes that are called like nothing of the shop, an archive of conversations held elsewhere, and the repository. */
let shop: Shop
beforeAll(() => void (shop = openShop()))

interface Hit {
  readonly kind: string
  readonly source: string
  readonly inProject: boolean
}

interface Recalled {
  readonly project: string
  readonly hits: readonly Hit[]
  readonly notes: readonly string[]
}

const recall = (...args: readonly string[]): Recalled =>
  JSON.parse(shop.cli('recall', 'retry policy attempts', '--json', ...args)) as Recalled
const settings = (): string => join(shop.folder, 'data', 'settings.yaml')
const refusal = (...args: readonly string[]): string => {
  try {
    return shop.cli(...args)
  } catch (error) {
    return (error as Error).message
  }
}

describe('a project that the user named', () => {
  it('is told by what it has', () => {
    expect(shop.cli('project', 'list')).toContain('No projects yet')
    const said = shop.cli('project', 'add', 'harbour', join(shop.folder, 'elsewhere'), 'history', 'docs/vue@3.5.0')
    expect(said).toContain(`Added to harbour: ${join(shop.folder, 'elsewhere')}, chats/history, docs/vue@3.5.0.`)
    expect(shop.cli('project', 'list', 'Harbour')).toBe(
      `harbour\n  ${join(shop.folder, 'elsewhere')} (notes/elsewhere)\n  chats/history\n  docs/vue@3.5.0\n`,
    )
  })
  it('comes first under its name, whatever its sources are called', () => {
    const { project, hits, notes } = recall('--project', 'HARBOUR')
    expect([project, notes[0]]).toEqual([
      'harbour',
      'Project harbour, ranked first: notes/elsewhere, chats/history, docs/vue@3.5.0.',
    ])
    const own = hits.filter(({ inProject }) => inProject).map(({ kind, source }) => `${kind}/${source}`)
    expect(new Set(own)).toEqual(new Set(['notes/elsewhere', 'chats/history', 'docs/vue@3.5.0']))
    expect(recall('--project', 'harbour', '--kinds', 'notes').hits[0]).toMatchObject({ source: 'elsewhere' })
    expect(recall('--project', 'shop', '--kinds', 'notes').hits[0]).toMatchObject({ source: 'shop-notes' })
  })
  it('leaves out the other versions of a library that it names', () =>
    expect(
      recall('--project', 'harbour', '--kinds', 'docs').hits.filter(({ source }) => source === 'vue@3.4.0'),
    ).toEqual([]))
  it('is not meant by a repository that is no part of it', () => expect(recall('--project', '.').project).toBe('shop'))
  it('is what the repository means once it belongs to it', () => {
    shop.cli('project', 'add', 'harbour', './src')
    const { project, hits } = recall('--project', '.')
    expect(project).toBe('harbour')
    expect(hits.find(({ kind }) => kind === 'code')).toMatchObject({ source: 'shop', inProject: true })
    expect(recall('--project', 'shop').project).toBe('harbour')
    expect(recall('--project', 'elsewhere').project).toBe('harbour')
  })
  it('is taken back, one member or all of it', () => {
    expect(shop.cli('project', 'remove', 'harbour', 'docs/vue@3.5.0')).toContain(
      'Removed from harbour: docs/vue@3.5.0.',
    )
    expect(shop.cli('project', 'remove', 'harbour')).toContain('Removed the project harbour.')
    expect(recall('--project', '.').project).toBe('shop')
    expect(recall('--project', 'harbour').notes[0]).toContain('No source belongs to the project harbour')
  })
})

it('what people wrote into the settings counts as well, and stays as they wrote it', () => {
  const byHand = '# mine\nprojects:\n  pier: [~/elsewhere, notes/burnt, 7] # by hand\n'
  writeFileSync(settings(), byHand)
  const { project, hits } = recall('--project', 'pier', '--kinds', 'notes')
  expect([project, hits[0]?.source]).toEqual(['pier', 'elsewhere'])
  shop.cli('project', 'add', 'pier', 'shop-notes')
  expect(shop.cli('project', 'list')).toBe(
    'pier\n  ~/elsewhere (notes/elsewhere; declared in settings.yaml)\n' +
      '  notes/burnt (no longer here; declared in settings.yaml)\n  notes/shop-notes\n',
  )
  expect(recall('--project', 'pier').notes[0]).toContain('notes/shop-notes, notes/elsewhere')
  expect(refusal('project', 'remove', 'pier', 'notes/burnt')).toContain(`declared in ${settings()}`)
  shop.cli('project', 'remove', 'pier', 'shop-notes')
  expect(readFileSync(settings(), 'utf8')).toBe(byHand)
})

it.each([
  [['add', 'quay'], 'wuku project add quay .'],
  [['add', 'quay', 'nobody'], 'Write a folder as a path: ./nobody'],
  [['remove', 'quay'], 'wuku project list'],
])('a mistake says what to write: project %j', (args, remedy) => expect(refusal('project', ...args)).toContain(remedy))

it('no agent can name one', async () => {
  const agent = await shop.agent('all')
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('project')
})
