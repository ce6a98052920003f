import { expect, it } from 'vitest'
import { maskHistory } from '../../src/documents/masked-history.ts'
import type { Commit, History } from '@wuku/core/ports/history'

/** Obviously made up, and shaped as those of GitHub are. */
const secret = `ghp_${'Fake0Key1Fake2Key3'.repeat(2)}`
const shown = '[REDACTED:github-token]'

const commitSaying = (text: string): Commit => ({
  sha: 'a'.repeat(40),
  parents: [],
  author: `Ada ${text}`,
  at: 1,
  subject: `换钥匙 ${text}`,
  body: `It was:\n${text}\n`,
  files: [{ path: `keys/${text}.ts`, how: 'renamed', from: `${text}/old.ts` }],
})

const historySaying = (text: string): History => {
  const commit = commitSaying(text)
  const { sha, author, at, subject } = commit
  return {
    repository: async () => ({
      top: '/r',
      head: sha,
      common: '/r/.git',
      remotes: [],
      branch: `fix/${text}`,
      isShallow: false,
    }),
    async *commits() {
      yield commit
    },
    blame: async () => [
      { from: 1, to: 2, commit: { sha, author, at, subject } },
      { from: 3, to: 3, commit: null },
    ],
    changesOf: async () => [commit],
    changesOfFile: async () => [commit],
    isModified: async () => false,
    patch: async () => '',
  }
}

async function listOf<T>(each: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const one of each) all.push(one)
  return all
}

const ask = async (history: History): Promise<readonly unknown[]> => [
  await history.repository(),
  await listOf(history.commits({})),
  await history.blame('a', { from: 1, to: 3 }),
  await history.changesOf('a', { from: 1, to: 3 }, 5),
  await history.changesOfFile('a', 5),
]

it('no answer of a history holds a secret, and all else is as it was', async () =>
  expect(await ask(maskHistory(historySaying(secret)))).toEqual(await ask(historySaying(shown))))

it('why there is none stays said', async () => {
  const none = { ...historySaying(''), repository: async () => ({ why: 'No git.' }) }
  expect(await maskHistory(none).repository()).toEqual({ why: 'No git.' })
})
