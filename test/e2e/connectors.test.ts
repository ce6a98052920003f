import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { addComment, addIssue, fillGitHub, startGitHub, type FakeGitHub } from '../servers/connectors/github-server.ts'
import { scratchFolder } from '../scratch.ts'
import { runCommand } from './run-command.ts'
import { storeOf } from './store.ts'

interface Machine {
  readonly server: FakeGitHub
  readonly folder: string
  run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }>
  json(...args: readonly string[]): Promise<Answer>
}

/** As much of the answers as is looked at. */
interface Answer {
  readonly sources: readonly { readonly lag: number; readonly lastCensus: string | null }[]
  readonly hits: readonly { readonly citation: string; readonly url: string; readonly about: string }[]
  readonly commits: readonly { readonly issues: unknown }[]
  readonly notes: readonly string[]
}

async function openMachine(): Promise<Machine> {
  const folder = scratchFolder()
  const server = await startGitHub()
  fillGitHub(server, 20)
  server.faults.tokens.push('ghp_secret_of_the_shop')
  onTestFinished(() => server.close())
  const data = join(folder, 'data')
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    WUKU_HOME: data,
    NO_COLOR: '1',
    SHOP_TOKEN: 'ghp_secret_of_the_shop',
    BAD_TOKEN: 'x',
    ...storeOf(data),
  }
  const run: Machine['run'] = async (...args) => {
    const { code, stdout, stderr } = await runCommand(args, { env })
    return { code, said: stdout + stderr }
  }
  const json: Machine['json'] = async (...args) => {
    const { stdout } = await runCommand([...args, '--json'], { env })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Answer
  }
  return { server, folder, run, json }
}

const ADDRESS = 'https://github.com/acme/shop/issues'
const adding = ({ server }: Machine, token = 'SHOP_TOKEN') => [
  'add',
  ADDRESS,
  '--api',
  server.url,
  '--token-env',
  token,
]

it('adds a repository, finds and opens its issues, follows changes, and says how far it is', async () => {
  const machine = await openMachine()
  const { server, run, json } = machine
  expect((await run(...adding(machine), '--dry-run')).said).toMatch(/20 documents[\s\S]*issues\/20[\s\S]*requests/)
  expect((await json('sources')).sources).toEqual([])
  expect((await run(...adding(machine), '--every', '30m')).code).toBe(0)
  const comment = addComment(server, server.repository.issues.get(3) as never, 'The zeppelin rounding')
  const fresh = addIssue(server, { number: 22, word: 'quokka' })
  expect((await run('index', 'shop')).said).toContain('1 added')
  const hit = (await json('recall', 'zeppelin')).hits[0] ?? { citation: '', url: '' }
  const path = server.repository.issues.get(3)?.isPull ? 'pulls/3' : 'issues/3'
  expect(hit).toMatchObject({ citation: `wuku://notes/shop/${path}#comment-${comment.id}`, author: 'lee' })
  expect(hit.url).toContain('https://github.com/acme/shop/')
  expect((await run('open', hit.citation)).said).toContain('The zeppelin rounding')
  expect((await json('recall', 'is:open quokka')).hits).toHaveLength(1)
  expect((await json('recall', 'is:closed quokka')).hits).toHaveLength(0)
  fresh.isDeleted = true
  expect((await run('index', 'shop', '--census')).said).toContain('1 removed')
  const [source] = (await json('sources')).sources
  expect(source).toMatchObject({ host: 'github', items: 20, skipped: [], requests: expect.any(Number) })
  expect(source?.lastCensus).not.toBeNull()
  expect(source?.lag).toBeLessThan(600)
})

it('refuses a wrong token and a wrong place before anything is kept, and writes no token down', async () => {
  const machine = await openMachine()
  const { run, json, folder } = machine
  const wrong = await run(...adding(machine, 'BAD_TOKEN'))
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('--token-env')])
  const nowhere = await run(
    'add',
    'https://github.com/acme/nowhere/issues',
    '--api',
    machine.server.url,
    '--token-env',
    'SHOP_TOKEN',
  )
  expect([nowhere.code, nowhere.said]).toEqual([1, expect.stringContaining('is not there')])
  expect((await run(...adding(machine, 'NO_TOKEN'))).said).toContain('NO_TOKEN is not set')
  expect((await json('sources')).sources).toEqual([])
  await run(...adding(machine))
  expect(() => execFileSync('grep', ['-r', 'ghp_secret_of_the_shop', folder])).toThrow()
})

it('names issues where commits, the branch or a task refer to them, and commits where an issue is opened', async () => {
  const machine = await openMachine()
  const { run, json, folder, server } = machine
  const repository = join(folder, 'shop')
  mkdirSync(repository)
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=Ada', '-c', 'user.email=a@example.com', ...args])
  git('init', '-q', '-b', 'fix/4-rounding')
  writeFileSync(join(repository, 'tax.ts'), 'export const round = Math.round\n')
  git('add', '.')
  git('commit', '-qm', 'Round taxes per line\n\nFixes #2')
  await run('add', repository)
  await run(...adding(machine))
  const id = (number: number) =>
    `wuku://notes/shop/${server.repository.issues.get(number)?.isPull ? 'pulls' : 'issues'}/${number}`
  const history = await json('call', 'repo_history', JSON.stringify({ project_path: repository, path: 'tax.ts' }))
  expect(history.commits[0]?.issues).toMatchObject([{ ref: '#2', citation: id(2) }])
  expect(history.notes.join()).toContain(id(4))
  expect((await run('open', id(2))).said).toMatch(/Named by:\n {2}commit [0-9a-f]{7} .*Round taxes per line/)
  const { hits } = await json('recall', 'round taxes per line', '--kinds', 'code')
  expect(hits[0]?.about).toContain(id(2))
  const pack = await json('call', 'repo_context_pack', JSON.stringify({ project_path: repository, query: 'finish #4' }))
  expect(pack.notes.join()).toContain(id(4))
})
