import { expect, it } from 'vitest'
import { feedOf, plant, see, type Tree } from './trees.ts'

const said = 'Its name suggests keys or passwords; it is not read.'

const secret = [
  '.boto',
  '.dockercfg',
  '.htpasswd',
  '.my.cnf',
  '.pgpass',
  '.s3cfg',
  '.vault-token',
  'a.ppk',
  'a.tfvars',
  'a.tfvars.json',
  'prod.env',
  '.env',
  '.env.local',
  '.envrc',
  '.ENV.production',
  '.git-credentials',
  '.netrc',
  '.npmrc',
  '.pypirc',
  'Credentials.JSON',
  'ID_RSA',
  'a.jks',
  'a.kdbx',
  'a.key',
  'a.p12',
  'a.pem',
  'a.pfx',
  'a.tfstate',
  'a.tfstate.backup',
  'credentials',
  'credentials.csv',
  'credentials.ini',
  'credentials.toml',
  'credentials.txt',
  'credentials.yaml',
  'credentials.yml',
  'deep/er/server.key',
  'id_ecdsa_sk.bak',
  'id_ed25519',
  'id_work',
  'master.passwd',
  'shadow',
  'ssh_host_rsa_key',
]
const harmless = ['credentials.md', 'id_card.md', 'id_rsa.md', 'id_rsa.pub', 'key.md', 'keys.txt', 'my-credentials.txt']
const hiddenOnly = ['.env.example', '.env.local.sample', '.env.template']

const treeOf = (paths: readonly string[]): Tree => Object.fromEntries(paths.map((path) => [path, 'x']))

it('refuses secrets that a pattern takes, hidden or not', async () => {
  const feed = feedOf(plant(treeOf([...secret, ...harmless, ...hiddenOnly])), { patterns: ['**/*'] })
  expect(await see(feed)).toEqual({
    items: harmless,
    skipped: hiddenOnly.map((path) => `${path}: hidden`),
    problems: secret.toSorted().map((path) => `${path}: ${said}`),
    complete: true,
  })
})

it('reports no problem for secrets that nobody asked for', async () => {
  const seen = await see(feedOf(plant({ 'a.md': '', '.env': '', 'server.pem': '', '.ssh/id_rsa': '' })))
  expect(seen).toEqual({
    items: ['a.md'],
    skipped: ['.env: hidden', '.ssh/: hidden', 'server.pem: not matched by **/*.md'],
    problems: [],
    complete: true,
  })
})

it.each([
  ['by a pattern', {}, ['**/*']],
  ['by name', {}, ['.ssh/**']],
  ['by .wukuignore', { '.wukuignore': '!.ssh' }, ['**/*.md']],
])('refuses a folder of keys that is asked for %s', async (_, more, patterns) => {
  const seen = await see(feedOf(plant({ '.ssh/config': '', '.ssh/readme.md': '', ...more }), { patterns }))
  expect([seen.items, seen.problems]).toEqual([[], [`.ssh: ${said}`]])
})

it('takes example settings back by .wukuignore, and no real ones', async () => {
  const seen = await see(
    feedOf(plant({ '.wukuignore': '!.env*', '.env': '', '.env.example': '' }), { patterns: ['**/.env*'] }),
  )
  expect([seen.items, seen.problems]).toEqual([['.env.example'], [`.env: ${said}`]])
})

it('says nothing of a secret that the user leaves out', async () => {
  const seen = await see(feedOf(plant({ '.gitignore': '*.pem', 'a.pem': '' }), { patterns: ['**/*.pem'] }))
  expect([seen.skipped.at(-1), seen.problems]).toEqual(['a.pem: *.pem in .gitignore', []])
})

it('refuses a root in which keys are kept', async () => {
  const root = plant({ '.ssh/notes/a.md': '' })
  expect((await see(feedOf(`${root}/.ssh/notes`))).problems).toEqual(['.: This is a place where keys are kept.'])
})

/** Obviously made up, and shaped as those of GitHub are. */
const key = `ghp_${'Fake0Key1Fake2Key3'.repeat(2)}`

it('refuses what has a key for its name or its folder, and does not repeat it', async () => {
  const feed = feedOf(
    plant({ [`${key}.md`]: 'x', [`keys/${key}/a.md`]: 'x', '钥匙-and-a-long-name-without-any.md': '' }),
  )
  const keyed = 'Its name contains a key; it is not read.'
  expect(await see(feed)).toMatchObject({
    items: ['钥匙-and-a-long-name-without-any.md'],
    problems: [`[REDACTED:github-token].md: ${keyed}`, `keys/[REDACTED:github-token]: ${keyed}`],
  })
  for (const path of [`${key}.md`, `keys/${key}/a.md`])
    expect(JSON.stringify(await feed.read({ path, stamp: '', bytes: 1, modifiedAt: 0 }))).not.toContain(key)
})

it('refuses to read a secret that no listing gave', async () => {
  const feed = feedOf(plant({ '.env': 'TOKEN=1', '.ssh/readme.md': '' }))
  for (const path of ['.env', '.ssh/readme.md'])
    expect(await feed.read({ path, stamp: '', bytes: 7, modifiedAt: 0 })).toMatchObject({ path, said })
})
