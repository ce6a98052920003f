import { describe, expect, it } from 'vitest'
import { opened } from '../../../test/servers/connectors/closing.ts'
import {
  addComment,
  addIssue,
  fillGitHub,
  startGitHub,
  type FakeGitHub,
} from '../../../test/servers/connectors/github-server.ts'
import { openConnectedHouse, type ConnectedHouse } from './connected-house.ts'

async function shopOf(count: number): Promise<{ server: FakeGitHub; house: ConnectedHouse }> {
  const server = await opened(startGitHub())
  fillGitHub(server, count)
  const house = openConnectedHouse()
  await house.add('https://github.com/acme/shop/issues', server.url)
  return { server, house }
}

const issueOf = (server: FakeGitHub, number: number) => {
  const issue = server.repository.issues.get(number)
  if (!issue) throw new Error(`There is no issue ${number}.`)
  return issue
}

const pathOf = (server: FakeGitHub, number: number): string =>
  `${issueOf(server, number).isPull ? 'pulls' : 'issues'}/${number}`

describe('a repository of GitHub', () => {
  it('is read whole: each issue with its comments, its reviews and what they say about lines', async () => {
    const { server, house } = await shopOf(40)
    const texts = await house.texts()
    expect(texts.size).toBe(40)
    for (const issue of server.repository.issues.values()) {
      const text = texts.get(pathOf(server, issue.number)) ?? ''
      for (const part of [issue.title, issue.body, ...issue.comments, ...issue.reviews, ...issue.reviewComments])
        expect(text).toContain(typeof part === 'string' ? part : part.body)
      if (issue.isPull) expect(text).toContain('src/tax.ts:12 at abc1234')
    }
  })
  it('costs hardly a request when nothing changed', async () => {
    const { server, house } = await shopOf(400)
    server.asked.length = 0
    const { added, changed, removed, unchanged } = await house.index()
    expect([added, changed, removed, unchanged]).toEqual([0, 0, 0, 400])
    // Three lists; those of the last five minutes are looked at once more.
    expect(server.asked.length).toBeLessThanOrEqual(6)
  })
  it('follows edits, comments and new issues, and reads nothing else again', async () => {
    const { server, house } = await shopOf(40)
    const edited = issueOf(server, 7)
    edited.title = 'Renamed 票据'
    edited.updatedAt = server.tick()
    const comment = addComment(server, issueOf(server, 9), 'Seen in production too')
    addIssue(server, { number: 41, word: 'fresh' })
    const { added, changed } = await house.index()
    expect([added, changed]).toEqual([1, 2])
    const texts = await house.texts()
    expect(texts.get(pathOf(server, 7))).toContain('Renamed 票据')
    expect(texts.get(pathOf(server, 9))).toContain(comment.body)
  })
  it('follows an edit of a comment that leaves the time of its issue alone', async () => {
    const { server, house } = await shopOf(10)
    const comment = addComment(server, issueOf(server, 3), 'First words')
    await house.index()
    comment.body = 'Second words'
    comment.updatedAt = server.tick()
    await house.index()
    expect((await house.texts()).get(pathOf(server, 3))).toContain('Second words')
  })
  it('removes with a census what the service says is gone, and only then', async () => {
    const { server, house } = await shopOf(40)
    issueOf(server, 5).isDeleted = true
    issueOf(server, 6).comments.splice(0)
    expect((await house.index()).removed).toBe(0)
    expect((await house.index({ census: true })).removed).toBe(1)
    expect((await house.texts()).has(pathOf(server, 5))).toBe(false)
    expect((await house.state()).lastCensus).toBeGreaterThan(0)
  })
  it('removes nothing after a census that lost a third, and says so', async () => {
    const { server, house } = await shopOf(300)
    server.faults.endAfter = 2
    const report = await house.index({ census: true })
    expect(report.removed).toBe(0)
    expect((await house.texts()).size).toBe(300)
    expect(String(report.problems[0]?.said)).toContain('200 of 300')
  })
  it('asks for each candidate before it goes, where a listing ended early without saying so', async () => {
    const { server, house } = await shopOf(450)
    server.faults.endAfter = 4
    expect((await house.index({ census: true })).removed).toBe(0)
    expect((await house.texts()).size).toBe(450)
  })
  it('goes by the clock of the service, a day ahead or behind', async () => {
    for (const skew of [86_400_000, -86_400_000]) {
      const start = skew + Date.now() - Date.parse('2026-01-01T00:00:00Z')
      const server = await opened(startGitHub('acme/shop', 1, start))
      fillGitHub(server, 20)
      const house = openConnectedHouse()
      await house.add('https://github.com/acme/shop/issues', server.url)
      addComment(server, issueOf(server, 4), 'Ahead of its time')
      expect((await house.index()).changed).toBe(1)
    }
  })
  it('takes names with slashes, breaks and signs that turn the writing for text, and links of its own for citations', async () => {
    const { server, house } = await shopOf(3)
    const issue = issueOf(server, 2)
    Object.assign(issue, {
      title: 'a/b \u202Etxt.exe\n# not a heading',
      labels: ['area/tax', 'good first issue'],
      body: 'See https://github.com/acme/shop/issues/3#issuecomment-77 and `https://github.com/acme/shop/issues/3`.',
      updatedAt: server.tick(),
    })
    await house.index()
    const text = (await house.texts()).get(pathOf(server, 2)) ?? ''
    expect(text.split('\n')[0]).toContain('# not a heading (#2)')
    expect(text).toContain('See wuku://notes/shop/issues/3#comment-77 and `https://github.com/acme/shop/issues/3`.')
    const find = async (query: string) =>
      (await house.engine.search.find({ query, limit: 5, of: 'documents' })).hits.length
    expect([await find('label:area/tax'), await find('label:"good first issue"'), await find('label:none')]).toEqual([
      1, 1, 0,
    ])
  })
  it('leaves out a text of 50 MB, says why, and reads the others', async () => {
    const { server, house } = await shopOf(3)
    Object.assign(issueOf(server, 2), { body: 'x'.repeat(50 * 1024 * 1024), updatedAt: server.tick() })
    const { skipped } = await house.index()
    expect(skipped.map(({ path, why }) => `${path}: ${why}`)).toEqual([
      `${pathOf(server, 2)}: its text is longer than 8 MB`,
    ])
    expect(Object.keys((await house.state()).skipped ?? {})).toEqual(['its text is longer than 8 MB'])
    expect((await house.texts()).size).toBe(2)
  })
  it('reads pull requests alone where the address says so', async () => {
    const server = await opened(startGitHub())
    fillGitHub(server, 30)
    const house = openConnectedHouse()
    await house.add('https://github.com/acme/shop/pulls', server.url)
    const texts = await house.texts()
    expect(texts.size).toBe([...server.repository.issues.values()].filter(({ isPull }) => isPull).length)
    expect([...texts.keys()].every((path) => path.startsWith('pulls/'))).toBe(true)
  })
})

describe('readers of a private repository', () => {
  it('are its collaborators, by verified e-mail, and nobody else', async () => {
    const server = await opened(startGitHub())
    fillGitHub(server, 5)
    server.people.set('mia', 'mia@acme.example')
    server.people.set('lee', 'lee@acme.example')
    server.repository.readers.add('mia')
    const house = openConnectedHouse()
    for (const name of ['mia', 'lee']) await house.addPerson(`${name}@acme.example`)
    await house.add('https://github.com/acme/shop/issues', server.url)
    expect((await house.texts('mia@acme.example')).size).toBe(5)
    expect((await house.texts('lee@acme.example')).size).toBe(0)
    server.repository.readers.add('lee')
    server.repository.readers.delete('mia')
    await house.index({ readers: true })
    expect((await house.texts('mia@acme.example')).size).toBe(0)
    expect((await house.texts('lee@acme.example')).size).toBe(5)
  })
  it('become nobody when the service refuses to say who they are', async () => {
    const server = await opened(startGitHub())
    fillGitHub(server, 5)
    server.people.set('mia', 'mia@acme.example')
    server.repository.readers.add('mia')
    const house = openConnectedHouse()
    await house.addPerson('mia@acme.example')
    await house.add('https://github.com/acme/shop/issues', server.url)
    server.faults.always = 403
    await house.index({ readers: true })
    expect((await house.texts('mia@acme.example')).size).toBe(0)
  })
})
