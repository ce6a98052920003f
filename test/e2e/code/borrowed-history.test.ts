import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { openCodeHouse, type CodeHouse } from './code-house.ts'

/** A repository beside the one that is read. */
interface Private {
  readonly objects: string
  readonly head: string
}

function keepPrivate({ root, env }: CodeHouse): Private {
  const folder = join(dirname(root), 'private')
  mkdirSync(folder)
  writeFileSync(join(folder, 'plans.txt'), 'buy the harbour\n')
  const git = (...args: readonly string[]): string =>
    spawnSync('git', ['-c', 'user.name=Mallory', '-c', 'user.email=m@example.org', ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    }).stdout.trim()
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'Zanzibar plans of the harbour')
  return { objects: join(folder, '.git/objects'), head: git('rev-parse', 'HEAD') }
}

it.each<[says: string, lead: (own: string, from: string) => void, told: RegExp]>([
  ['alternates', (own, from) => writeFileSync(join(own, 'info/alternates'), `${from}\n`), /borrows objects/],
  [
    'links',
    (own, from) => {
      for (const name of readdirSync(from).filter((each) => each.length === 2)) {
        rmSync(join(own, name), { recursive: true, force: true })
        symlinkSync(join(from, name), join(own, name))
      }
    },
    /contains links/,
  ],
])('nothing of a private history is told through %s', async (_, lead, told) => {
  const house = openCodeHouse({ git: true })
  const { objects, head } = keepPrivate(house)
  lead(join(house.root, '.git/objects'), objects)
  house.write('.git/HEAD', `${head}\n`)
  const added = house.run('add', '.', '--kind', 'code', '--name', 'shop')
  expect([added.status, added.stdout + added.stderr]).toEqual([0, expect.stringMatching(told)])
  const at = await house.agent()
  const answers = [
    house.run('index').stdout,
    house.run('recall', 'Zanzibar harbour plans').stdout,
    house.run('open', 'wuku://code/shop/.git/history/0001').stdout,
    JSON.stringify(await at.client.callTool({ name: 'recall', arguments: { query: 'Zanzibar harbour plans' } })),
    await at.refused('repo_history', { query: 'Zanzibar' }),
    await at.refused('repo_history', { query: head }),
    await at.refused('repo_history', { path: 'plans.txt' }),
    await at.refused('open', { citation: `wuku://code/shop/.git/history/0001#${head}` }),
  ].map((answer) => answer.replaceAll('Zanzibar harbour plans', '<the query>').replaceAll('query: Zanzibar', ''))
  expect(answers.filter((answer) => /Mallory|Zanzibar plans|plans of the harbour/.test(answer))).toEqual([])
})
