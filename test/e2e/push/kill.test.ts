import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { launcher } from '../cli-house.ts'
import { openPushHouse, type Answer, type PushHouse } from './push-house.ts'

/** Several slices are sent: some 50 KB in each. */
const FILES = 60
const words = 'harbour tide pelican lantern valley copper engine ledger marble orchard'.split(' ')

/** Nothing is near another: a search for one must not find the next best. */
const markers =
  'walrus pangolin ocelot ibex narwhal quokka tapir lemur gecko bison jackal marmot osprey python raccoon stoat tortoise urchin vulture weasel yak zebu'.split(
    ' ',
  )

/** Of every version all files are others. */
function writeVersion({ laptop }: PushHouse, version: number): void {
  for (let file = 0; file < FILES; file++) {
    const lines = Array.from(
      { length: 800 },
      (_, at) => `${words[(at + file) % words.length]} ${file}x${at} v${version}line`,
    )
    laptop.write(
      `notes/n${file}.md`,
      `# Note ${file}\n\nThe ${markers[version]} stands here.\n\n${lines.join('\n\n')}\n`,
    )
  }
}

async function openLoaded(): Promise<PushHouse> {
  const house = await openPushHouse()
  writeVersion(house, 0)
  await house.laptop.json('add', 'notes', '--kind', 'notes', '--name', 'notes')
  await house.pushed('notes')
  return house
}

interface State {
  readonly documents: number
  readonly chunks: number
  /** Files that hold the marker of each version. */
  readonly versions: readonly number[]
}

async function stateOf({ ask }: PushHouse, versions: readonly number[]): Promise<State> {
  const { sources } = await ask('sources', {})
  expect(sources.map(({ name }: Answer) => name)).toEqual(['notes'])
  const [{ documents, chunks }] = sources
  // In one question: a push whose laptop was killed may end between two.
  const wanted = versions.map((version) => markers[version] ?? '')
  const { results } = await ask('search', { query: wanted.join(' '), limit: 100 })
  const count = (marker: string) => results.filter(({ snippet }: Answer) => snippet.includes(marker)).length
  return { documents, chunks, versions: wanted.map(count) }
}

const startPush = ({ laptop, proxy }: PushHouse): ChildProcess =>
  spawn(process.execPath, [launcher, 'push', proxy.url, 'notes'], {
    cwd: laptop.folder,
    env: laptop.env,
    stdio: 'ignore',
  })

/** Resolves when the laptop has asked for this so many times. */
async function asked({ proxy }: PushHouse, operation: string, times: number, push: ChildProcess): Promise<void> {
  const count = (): number => proxy.bodies.filter(({ path }) => path.endsWith(`/${operation}`)).length
  while (count() < times && push.exitCode === null) await sleep(2)
}

interface Kill {
  readonly who: 'server' | 'laptop'
  when(house: PushHouse, push: ChildProcess): Promise<void>
}

async function pushAndKill(house: PushHouse, { who, when }: Kill): Promise<void> {
  house.proxy.bodies.length = 0
  const push = startPush(house)
  const ended = once(push, 'exit')
  await when(house, push)
  ;(who === 'server' ? house.server.child : push).kill('SIGKILL')
  if (who === 'server') {
    await house.server.ended
    push.kill('SIGKILL')
    await house.again()
  }
  await ended
}

/** What is there after a kill is the version before or the new one, whole; after the next push it is the new one. */
async function check(house: PushHouse, version: number, kill: Kill): Promise<void> {
  const whole = await stateOf(house, [version - 1])
  expect(whole.versions).toEqual([FILES])
  writeVersion(house, version)
  await pushAndKill(house, kill)
  const [before, after] = (await stateOf(house, [version - 1, version])).versions
  expect([[before, after]]).toEqual([expect.toSatisfy((found) => [`${FILES},0`, `0,${FILES}`].includes(String(found)))])
  await house.pushed('notes')
  expect(await stateOf(house, [version - 1, version])).toEqual({ ...whole, versions: [0, FILES] })
}

const moments: readonly (Kill & { readonly says: string })[] = [
  { says: 'the laptop before anything is sent', who: 'laptop', when: () => sleep(150) },
  { says: 'the laptop in a slice', who: 'laptop', when: (house, push) => asked(house, 'push-files', 1, push) },
  {
    says: 'the laptop between slices',
    who: 'laptop',
    async when(house, push) {
      await asked(house, 'push-files', 1, push)
      await asked(house, 'push-plan', 2, push)
    },
  },
  {
    says: 'the laptop as it waits for the end',
    who: 'laptop',
    when: (house, push) => asked(house, 'push-finish', 1, push),
  },
  { says: 'the server in a slice', who: 'server', when: (house, push) => asked(house, 'push-files', 1, push) },
  {
    says: 'the server as it makes the source',
    who: 'server',
    async when(house, push) {
      await asked(house, 'push-finish', 1, push)
      await sleep(120)
    },
  },
]

it('a push that is killed leaves nothing half, and the next ends as one that was left alone', async () => {
  const house = await openLoaded()
  let version = 0
  for (const { says, ...kill } of moments)
    await check(house, ++version, kill).catch((error: unknown) => {
      throw new Error(`Killed: ${says}`, { cause: error })
    })
})
