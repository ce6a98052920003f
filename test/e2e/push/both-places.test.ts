import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openPadsAgent } from '../pads-house.ts'
import { openPushHouse, type Answer, type PushHouse } from './push-house.ts'

/** The laptop has notes, of which one folder is on the server too; the server has notes of a colleague besides. */
async function openTeam(): Promise<PushHouse> {
  const house = await openPushHouse()
  const { laptop } = house
  laptop.write('own/pelican.md', '# Pelican feeding\n\nThe pelican eats at dawn.\n')
  laptop.write('shared/heron.md', '# Heron watch\n\nThe heron and the pelican share the pond.\n')
  laptop.write('theirs/flight.md', '# Pelican flight\n\nThe pelican flies at dusk over Saltmarsh.\n')
  for (const name of ['own', 'shared', 'theirs']) await laptop.json('add', name, '--kind', 'notes', '--name', name)
  await house.pushed('shared')
  await house.pushed('theirs', '--name', 'colleague')
  await laptop.json('remove', 'theirs', '--yes')
  return house
}

const placesOf = ({ hits }: Answer): readonly string[] => hits.map(({ source, path }: Answer) => `${source}/${path}`)

it('recall and open answer from both, each hit says where it is from, and a server that is down is one line', async () => {
  const house = await openTeam()
  const { laptop, proxy } = house
  const name = new URL(proxy.url).host
  const found = await answered(() => laptop.json('recall', 'pelican', '--weak', '--server', proxy.url))
  expect(placesOf(found).toSorted()).toEqual([`colleague@${name}/flight.md`, 'own/pelican.md', 'shared/heron.md'])
  const scores = found['hits'].map(({ score }: Answer) => score)
  expect(scores).toEqual(scores.toSorted((one: number, other: number) => other - one))
  const folded = found['hits'].find(({ path }: Answer) => path === 'heron.md')
  expect(folded['also']).toEqual([expect.stringContaining(`wuku://notes/shared@${name}/heron.md`)])
  const { citation } = found['hits'].find(({ source }: Answer) => source === `colleague@${name}`)
  const opened = await laptop.json('open', citation, '--server', proxy.url)
  expect(opened).toMatchObject({ source: `colleague@${name}`, text: expect.stringContaining('flies at dusk') })
  const only = await answered(() =>
    laptop.json('recall', 'pelican', '--weak', '--sources', `colleague@${name}`, '--server', proxy.url),
  )
  expect(placesOf(only)).toEqual([`colleague@${name}/flight.md`])
  await answersAnAgent(house, name)
  await bearsAServerThatIsDown(house)
})

async function answersAnAgent({ laptop, proxy }: PushHouse, name: string): Promise<void> {
  const agent = await openPadsAgent(laptop.env as Readonly<Record<string, string>>, [
    '--server',
    proxy.url,
    '--no-watch',
  ])
  const { tools } = await agent.client.listTools()
  expect(tools.find((tool) => tool.name === 'recall')?.description).toContain(`@${name}`)
  const { citation } = (await answered(() => agent.call('recall', { query: 'pelican dusk Saltmarsh' })))['hits'][0]
  expect(citation).toContain(`wuku://notes/colleague@${name}/flight.md`)
  const opened = await agent.call('open', { citation })
  expect(opened['text']).toContain('flies at dusk')
}

async function bearsAServerThatIsDown({ laptop }: PushHouse): Promise<void> {
  const refusing = await laptop.json('recall', 'pelican', '--weak', '--server', 'http://127.0.0.1:9')
  expect(placesOf(refusing)).toEqual(['own/pelican.md', 'shared/heron.md'])
  expect(refusing['notes'][0]).toContain('cannot be reached')
  const silent = await laptop.json('recall', 'pelican', '--weak', '--server', await silentServer())
  expect(placesOf(silent)).toEqual(['own/pelican.md', 'shared/heron.md'])
  expect(silent['notes'][0]).toContain('did not answer within 3 s')
}

/** A machine at its limit is late, and the answer says so: then it is asked again. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (!answer['notes'].some((note: string) => note.includes('did not answer'))) return answer
  }
}

/** Takes connections, and never says a word. */
async function silentServer(): Promise<string> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
