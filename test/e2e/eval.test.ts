import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openHouse, type House } from './cli-house.ts'

let house: House
beforeEach(() => void (house = openHouse()))

const lines = (...records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

it('wuku eval measures questions about what is indexed', async () => {
  await house.wuku('add', house.notes, '--name', 'demo', '--quiet')
  const questions = join(house.folder, 'questions.jsonl')
  const moon = { query: 'what pulls the sea', expected: ['demo/tides.md'] }
  await writeFile(questions, lines(moon, { id: 'q2', query: '涨潮', relevant: ['demo/plans/harbour.md'] }))
  const told = await house.wuku('eval', 'questions.jsonl')
  expect(told).toMatchObject({ code: 0, stderr: '' })
  expect(told.stdout).toContain('2 questions:\n  mode')
  expect(told.stdout).toContain('wanted demo/plans/harbour.md: not found\n         1. notes/demo/潮汐.md')
  const { stdout } = await house.wuku('eval', questions, '--json', '--failures', '0')
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    questions: 2,
    runs: [{ mode: 'lexical', ndcg10: 0.5, hit1: 0.5, failed: 1, failures: [] }],
  })
})

it('wuku eval indexes the documents of a folder for the run alone', async () => {
  const set = join(house.folder, 'set')
  await mkdir(join(set, 'qrels'), { recursive: true })
  await writeFile(
    join(set, 'corpus.jsonl'),
    lines({ _id: 'a/1', title: 'Tides', text: 'The moon pulls.' }, { _id: 'b', title: '', text: 'Dredging in March.' }),
  )
  await writeFile(join(set, 'queries.jsonl'), lines({ _id: 'q', text: 'when is the dredging' }))
  await writeFile(join(set, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq\tb\t1\n')
  const before = await scratchFolders()
  const { code, stdout } = await house.wuku('eval', 'set', '--json', '--compare')
  expect(code).toBe(0)
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    questions: 1,
    runs: [{ mode: 'lexical', hit1: 1 }],
    problems: [],
  })
  expect((await scratchFolders()).filter((name) => !before.includes(name))).toEqual([])
  expect((await house.wuku('sources')).stdout).toContain('Nothing is indexed yet')
})

const scratchFolders = async (): Promise<readonly string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('wuku-eval-'))

it('wuku eval says what is wrong, and what to do', async () => {
  const none = await house.wuku('eval', 'nowhere')
  expect(none.code).toBe(1)
  expect(none.stderr).toContain('There is no file nowhere/queries.jsonl.')
  expect(none.stderr).toContain('Give a folder with queries.jsonl')
  await mkdir(join(house.folder, 'set'))
  await writeFile(join(house.folder, 'set', 'corpus.jsonl'), '{"text": "no name"}\n')
  const nameless = await house.wuku('eval', 'set', '--json')
  expect(nameless.code).toBe(1)
  expect(nameless.stdout).toContain('"code":"bad-input"')
  expect((await house.wuku('eval')).code).toBe(2)
})
