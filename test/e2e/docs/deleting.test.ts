import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { serve, type Served } from '../serve/server-house.ts'
import { openDocsHouse, type Answer, type DocsHouse } from './docs-house.ts'

/** Nothing is near another: a search for one must not find the next best. */
const words =
  'walrus pangolin ocelot ibex narwhal quokka tapir lemur gecko bison jackal marmot osprey python raccoon stoat'.split(
    ' ',
  )

/** Enough beside it that an index run takes its time. */
const pages = Array.from({ length: 40 }, (_, at) => ({
  path: `guide/page-${at}.md`,
  text: `# Page ${at}\n\n${Array.from({ length: 60 }, (__, line) => `Harbour ${at}x${line} lantern.`).join('\n\n')}\n`,
}))
const pageOf = (word: string) => ({ path: `${word}.md`, text: `# ${word}\n\nThe ${word} stands in this page.\n` })

async function openLoaded(): Promise<DocsHouse> {
  const at = openDocsHouse()
  const documents = [...pages, ...words.map(pageOf)]
  for (const { path, text } of documents) at.write(`pages/${path}`, text)
  await at.json('add', 'pages', '--kind', 'docs', '--name', 'tide', '--version', '1')
  return at
}

interface Seen {
  readonly isListed: boolean
  readonly hasOriginal: boolean
  readonly isFound: boolean
}

async function look({ ask }: Served, id: number, word: string): Promise<Seen> {
  const found = await ask('/api/v1/operations/recall', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: word, kinds: ['docs'] }),
  })
  const { hits } = (await found.json()) as Answer
  return {
    isListed: (await ask(`/api/v1/documents/${id}`)).status === 200,
    hasOriginal: (await ask(`/api/v1/documents/${id}/content`)).status === 200,
    isFound: JSON.stringify(hits).includes(`${word} stands`),
  }
}

const whole: Seen = { isListed: true, hasOriginal: true, isFound: true }
const gone: Seen = { isListed: false, hasOriginal: false, isFound: false }

interface Kill {
  readonly says: string
  /** `duration`: milliseconds of a deletion that nobody kills, on a server that was just started too. */
  when(original: string, duration: number): Promise<unknown>
}

const untilGone = async (original: string): Promise<void> => {
  while (existsSync(original)) await sleep(1)
}

const kills: readonly Kill[] = [
  ...Array.from({ length: 10 }, (_, at) => ({
    says: `after ${at} tenths of its time`,
    when: (__: string, duration: number) => sleep((duration * at) / 10),
  })),
  // Whatever a deletion begins with, the original is gone before it answers.
  ...[0, 3, 9].map((more) => ({
    says: `as the original goes, and ${more} ms later`,
    when: (original: string) => untilGone(original).then(() => sleep(more)),
  })),
]

it('a document whose deletion is killed is there whole or not at all', async () => {
  const at = await openLoaded()
  let server = await serve(at)
  const { list } = (await (await server.ask('/api/v1/documents?page_size=200')).json()) as Answer
  const idOf = new Map<string, number>(list.map((file: Answer) => [file['path'], file['document_id']]))
  const remove = (word: string): Promise<Response> =>
    server.ask(`/api/v1/documents/${idOf.get(`${word}.md`)}`, { method: 'DELETE' })
  const originalOf = (word: string): string => join(at.env['WUKU_HOME'] ?? '', `blobs/docs/tide-1/1/${word}.md`)
  const [unharmed = '', ...others] = words
  const begun = performance.now()
  expect((await remove(unharmed)).status).toBe(204)
  const took = performance.now() - begun
  const outcomes: Seen[] = []
  for (const [round, { says, when }] of kills.entries()) {
    const word = others[round] ?? ''
    const asked = remove(word).catch(() => undefined)
    await when(originalOf(word), took)
    server.child.kill('SIGKILL')
    await Promise.all([server.ended, asked])
    server = await serve(at)
    const seen = await look(server, idOf.get(`${word}.md`) ?? 0, word)
    outcomes.push(seen)
    expect([says, [whole, gone]]).toEqual([says, expect.arrayContaining([seen])])
  }
  expect(outcomes).toContainEqual(gone)
  const left = async (): Promise<number> =>
    ((await (await server.ask('/api/v1/documents?status=deleted')).json()) as Answer)['total']
  await expect.poll(left).toBe(0)
  const originals = outcomes.map((_, round) => existsSync(originalOf(others[round] ?? '')))
  expect(originals).toEqual(outcomes.map(({ isListed }) => isListed))
})
