import { describe, expect, it } from 'vitest'
import { opened } from '../../../test/servers/connectors/closing.ts'
import { addItem, addNote, startGitLab, type FakeGitLab } from '../../../test/servers/connectors/gitlab-server.ts'
import { everything } from '@wuku/core/ports/access'
import { openConnectedHouse, type ConnectedHouse } from './connected-house.ts'

const ADDRESS = 'https://gitlab.example/acme/web/shop/-/issues'
const emailOf = (name: string): string => `${name}@acme.example`

/** Issues 1 to 4, of which 2 is confidential and 3 has an internal note; merge request 1. Members: a guest, a reporter. */
async function projectOf(): Promise<{ server: FakeGitLab; house: ConnectedHouse }> {
  const server = await opened(startGitLab())
  for (const iid of [1, 2, 3, 4]) addItem(server, { iid, confidential: iid === 2, notes: 1 })
  addNote(server, itemOf(server, 'issues/3'), 'The customer is Initech', true)
  addItem(server, { what: 'merge_requests', iid: 1, notes: 1 })
  const house = openConnectedHouse()
  for (const [name, level] of [
    ['gast', 10],
    ['rita', 20],
    ['else', 0],
  ] as const) {
    server.people.set(name, emailOf(name))
    if (level > 0) server.project.members.set(name, level)
    await house.addPerson(emailOf(name))
  }
  await house.add(ADDRESS, server.url)
  return { server, house }
}

function itemOf(server: FakeGitLab, id: string) {
  const item = server.project.items.get(id)
  if (!item) throw new Error(`There is no ${id}.`)
  return item
}

const seenBy = async (house: ConnectedHouse, name: string): Promise<string> =>
  [...(await house.texts(emailOf(name))).keys()].toSorted().join(' ')

describe('a project of GitLab', () => {
  it('is read with issues, merge requests, notes and the lines that they speak of', async () => {
    const { house } = await projectOf()
    const texts = await house.texts()
    expect(texts.get('issues/1')).toContain('Note 0 of issues 1')
    expect(texts.get('merge_requests/1')).toContain('`fix-1` into `main`')
    expect(texts.get('merge_requests/1')).toContain('src/cart.ts:7 at fedcba9')
  })
  it('keeps confidential issues, internal notes and private code to Reporters and above', async () => {
    const { house } = await projectOf()
    expect(await seenBy(house, 'gast')).toBe('issues/1 issues/3 issues/4')
    expect(await seenBy(house, 'rita')).toBe('issues/1 issues/2 issues/3 issues/3/internal issues/4 merge_requests/1')
    expect(await seenBy(house, 'else')).toBe('')
    expect([...(await house.texts(emailOf('gast'))).values()].join()).not.toContain('Initech')
  })
  it('moves an issue that becomes confidential out of sight, and back', async () => {
    const { server, house } = await projectOf()
    const issue = itemOf(server, 'issues/4')
    Object.assign(issue, { confidential: true, updatedAt: server.tick() })
    await house.index()
    expect(await seenBy(house, 'gast')).toBe('issues/1 issues/3')
    Object.assign(issue, { confidential: false, updatedAt: server.tick() })
    await house.index()
    expect(await seenBy(house, 'gast')).toBe('issues/1 issues/3 issues/4')
  })
  it('hides an issue that becomes confidential when readers are looked at, before the next pass', async () => {
    const { server, house } = await projectOf()
    Object.assign(itemOf(server, 'issues/4'), { confidential: true, updatedAt: server.tick() })
    await house.index({ readers: true })
    expect(await seenBy(house, 'gast')).toBe('issues/1 issues/3')
    server.asked.length = 0
    await house.index({ readers: true })
    expect(server.asked.filter((path) => path.includes('/issues/4'))).toEqual([])
  })
  it('follows who is a member without reading an issue again', async () => {
    const { server, house } = await projectOf()
    server.project.members.set('gast', 30)
    server.project.members.delete('rita')
    server.asked.length = 0
    await house.index({ readers: true })
    expect(server.asked.filter((path) => /issues\/\d/.test(path))).toEqual([])
    expect(await seenBy(house, 'rita')).toBe('')
    expect(await seenBy(house, 'gast')).toContain('issues/2')
    const { items } = await house.store.read(everything, ({ records }) => records.audit({ limit: 9, offset: 0 }))
    const facts = items.map(({ action, facts: { audience, added, removed } }) => [action, audience, added, removed])
    expect(facts).toContainEqual(['source.readers', 'reporters', [emailOf('gast')], [emailOf('rita')]])
  })
  it('shows public issues to everybody with an account, and what is confidential still to Reporters', async () => {
    const { server, house } = await projectOf()
    server.project.visibility = 'public'
    await house.index()
    expect(await seenBy(house, 'else')).toBe('issues/1 issues/3 issues/4 merge_requests/1')
    server.project.visibility = 'private'
    await house.index({ readers: true })
    expect(await seenBy(house, 'gast')).toBe('issues/1 issues/3 issues/4')
  })
  it('is one source by name, with one citation for an item whoever sees it', async () => {
    const { house } = await projectOf()
    const names = await house.engine.read(async (view) => (await view.sources.list()).map(({ name }) => name))
    expect(new Set(names)).toEqual(new Set(['shop']))
    const { hits } = await house.engine.search.find({ query: 'Initech', limit: 5, of: 'documents' })
    expect(hits[0]?.citation).toMatch(/^wuku:\/\/notes\/shop\/issues\/3\/internal#comment-\d+$/)
  })
  it('is removed with all its parts', async () => {
    const { house } = await projectOf()
    await house.engine.sources.remove('shop')
    expect((await house.texts()).size).toBe(0)
  })
  it('follows deletions with a census', async () => {
    const { server, house } = await projectOf()
    itemOf(server, 'issues/3').isDeleted = true
    expect((await house.index({ census: true })).removed).toBe(2)
    expect(await seenBy(house, 'rita')).not.toContain('issues/3')
  })
})
