import { beforeAll, describe, expect, it } from 'vitest'
import { displayWidth } from '@wuku/text/show/width'
import { lastLine, openHouse, type Ended } from './cli-house.ts'
import { runCommand } from './run-command.ts'

const house = openHouse()
beforeAll(async () => {
  await house.wuku('add', house.notes, '--name', 'demo')
})

const wuku = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> =>
  runCommand(args, { cwd: house.folder, env: { ...house.env, ...env } })

const chinese = { LANG: 'zh_CN.UTF-8' }

describe('a Chinese reader', () => {
  it.each<[args: readonly string[], word: string]>([
    [['help'], '五个知识库，一次搜索。'],
    [['help', 'docs', 'import'], '从仓库、网站、其 llms.txt 或单个页面导入'],
    [['recall', 'harbour dry'], '个段落'],
    [['recall', 'zzzqqq'], '没有找到“zzzqqq”。'],
    [['index'], '已是最新'],
    [['sources'], '最新'],
    [['pads'], '还没有工作流。'],
    [['docs'], '没有文档库。'],
    [['status'], 'QMD 索引状态：'],
    [['doctor'], '没有接入任何智能体。'],
    [['open', 'demo/tides.md'], '3: The moon pulls the sea'],
  ])('of wuku %j reads Chinese', async (args, word) => {
    const { stdout, stderr } = await wuku(chinese, ...args)
    expect(stderr).toBe('')
    expect(stdout).toContain(word)
  })

  it('finds help within a screen', async () => {
    const { stdout } = await wuku(chinese, 'help')
    expect(stdout.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
  })

  it('is told what is wrong, and how to mend it', async () => {
    const { stderr, code } = await wuku(chinese, 'sources', 'nope')
    expect(stderr).toBe('✗ 没有名为“nope”的来源。\n  → 现有来源：demo。\n')
    expect(code).toBe(1)
  })
})

describe('the language', () => {
  it.each<[env: NodeJS.ProcessEnv, word: string]>([
    [{}, 'Five storehouses'],
    [{ LANG: 'en_US.UTF-8' }, 'Five storehouses'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'Five storehouses'],
    [{ LANG: 'zh_CN.UTF-8', WUKU_LANGUAGE: 'en' }, 'Five storehouses'],
    [{ WUKU_LANGUAGE: 'zh' }, '五个知识库'],
  ])('by %j', async (env, word) => expect((await wuku(env, 'help')).stdout).toContain(word))

  it('of what a tool answers is English', async () =>
    expect((await wuku(chinese, 'call', 'status')).stdout).toContain('QMD Index Status:'))

  it('of JSON is English', async () => {
    const { stdout } = await wuku(chinese, 'sources', 'nope', '--json')
    expect(lastLine(stdout)).toMatchObject({
      error: { code: 'unknown-source', message: 'There is no source called "nope".' },
    })
  })
})
