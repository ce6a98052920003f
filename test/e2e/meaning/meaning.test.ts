import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHouse } from '../cli-house.ts'
import { openEmbeddingServer, type EmbeddingServer } from './embedding-server.ts'

/** Obviously no key. */
const KEY = 'not-a-key-0123456789'

describe('by meaning', () => {
  const house = openHouse()
  let server: EmbeddingServer

  beforeAll(async () => {
    server = await openEmbeddingServer()
    Object.assign(house.env, {
      WUKU_EMBEDDER_PROVIDER: 'openai',
      WUKU_EMBEDDER_URL: server.url,
      WUKU_EMBEDDER_MODEL: 'concepts-1',
      WUKU_EMBEDDER_KEY: KEY,
    })
    await house.wuku('add', house.notes, '--kind', 'notes')
  })
  afterAll(async () => {
    server.close()
  })

  const json = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await house.wuku(...args, '--json')
    expect(stderr).not.toContain(KEY)
    expect(stdout).not.toContain(KEY)
    return { code, stderr, answer: JSON.parse(stdout.trimEnd().split('\n').at(-1) || 'null') }
  }

  it('nothing is sent because it was indexed', () => expect(server.texts).toEqual([]))

  it('without vectors says what makes them', async () => {
    const { code, stdout, stderr } = await house.wuku('vsearch', 'excavation')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain("Vector index not found. Run 'wuku embed' first to create embeddings.")
  })

  it('a dry run tells what would be sent where, and sends nothing', async () => {
    const { answer } = await json('embed', '--dry-run')
    expect(answer).toMatchObject({
      model: 'openai concepts-1',
      sentTo: new URL(server.url).host,
      embedded: 0,
      active: false,
      dryRun: true,
    })
    expect(answer.missing).toBeGreaterThan(2)
    expect(server.texts).toEqual([])
  })

  it('makes every vector once', async () => {
    const { answer } = await json('embed')
    expect(answer).toMatchObject({ remaining: 0, active: true, problems: [] })
    expect(answer.embedded).toBe(answer.missing)
    const { answer: again } = await json('embed')
    expect(again).toMatchObject({ missing: 0, embedded: 0, active: true })
    expect(new Set(server.texts).size).toBe(server.texts.length)
    expect(server.headers.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true)
  })

  const firstPath = (answer: { hits?: { path: string }[]; results?: { file: string }[] }) =>
    answer.hits?.[0]?.path ?? answer.results?.[0]?.file.replace(/^[^/]+\//, '')

  it.each([
    ['other words', ['vsearch', 'excavation by a vessel'], 'semantic', 'plans/harbour.md'],
    ['the other language', ['vsearch', '疏浚'], 'semantic', 'plans/harbour.md'],
    ['words that stand nowhere, unasked', ['recall', 'excavation'], 'hybrid', 'plans/harbour.md'],
    ['words that do', ['recall', 'Saltmarsh'], 'hybrid', 'tides.md'],
    ['words only', ['recall', 'Saltmarsh', '--mode', 'lexical'], 'lexical', 'tides.md'],
    ['a phrase', ['recall', '"runs dry twice"'], 'lexical', 'tides.md'],
    ['the thorough search', ['query', 'when is the port made deeper by digging'], 'hybrid', 'plans/harbour.md'],
  ])('%s', async (_, args, mode, path) => {
    const { answer } = await json(...args)
    expect([answer.mode, firstPath(answer)]).toEqual([mode, path])
  })

  it('an index run makes the vectors of what is new, and of nothing else', async () => {
    const before = server.texts.length
    house.write('garage.md', '# Garage\n\nThe automobile waits for new tyres.\n')
    await house.wuku('index')
    expect(server.texts.slice(before)).toHaveLength(1)
    const { answer } = await json('vsearch', 'cars')
    expect(firstPath(answer)).toBe('garage.md')
  })

  it('a model that fails leaves words, and the answer says so', async () => {
    server.trouble = (response) => void response.writeHead(401).end(`{"error":{"message":"wrong key ${KEY}"}}`)
    const { code, answer } = await json('recall', 'Saltmarsh tide')
    server.trouble = undefined
    expect([code, answer.mode, firstPath(answer)]).toEqual([0, 'lexical', 'tides.md'])
    expect(answer.notes.join(' ')).toContain('Searched by words only')
  })

  it('a model that hangs is not waited for', async () => {
    server.trouble = () => {}
    house.env['WUKU_EMBEDDER_PATIENCE'] = '200'
    const { answer } = await json('recall', 'Saltmarsh ebb')
    delete house.env['WUKU_EMBEDDER_PATIENCE']
    server.trouble = undefined
    expect([answer.mode, firstPath(answer)]).toEqual(['lexical', 'tides.md'])
    expect(answer.notes.join(' ')).toContain('did not answer within 200 ms')
  })

  it('offline nothing is sent', async () => {
    const before = server.texts.length
    house.env['WUKU_OFFLINE'] = '1'
    const { answer } = await json('recall', 'Saltmarsh flood')
    const { code, stderr } = await house.wuku('embed')
    delete house.env['WUKU_OFFLINE']
    expect(answer.mode).toBe('lexical')
    expect([code, stderr]).toEqual([1, expect.stringContaining('offline')])
    expect(server.texts).toHaveLength(before)
  })

  it('of a source that stays here nothing is sent', async () => {
    house.write('../private/diary.md', '# Diary\n\nThe vessel of my own.\n')
    await house.wuku('add', `${house.folder}/private`, '--kind', 'notes', '--offline')
    const { answer } = await json('embed')
    expect(answer).toMatchObject({ withheld: ['private'], remaining: 0 })
    expect(server.texts.join('\n')).not.toContain('Diary')
  })

  it('forgetting takes vectors along', async () => {
    await house.wuku('remove', 'private')
    await house.wuku('remove', 'notes')
    const { answer } = await json('status')
    expect(answer).toMatchObject({ totalDocuments: 0, needsEmbedding: 0, hasVectorIndex: true })
  })
})
