import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { displayWidth } from '@wuku/text/show/width'
import { openHouse } from './cli-house.ts'
import { openTerminal } from './terminal-house.ts'

const house = openHouse()
const long = '一个名字非常非常长的来源'

beforeAll(async () => {
  house.write(`${long}/更深一层的目录/潮汐与月亮.md`, `# 潮汐与月亮之间的关系\n\n${'月亮牵引海水。'.repeat(20)}\n`)
  house.write('huge.md', '')
  await truncate(join(house.notes, 'huge.md'), 30_000_000)
  await house.wuku('add', house.notes, '--name', long)
  const groups = ['--groups', '月亮与海水,crew-of-the-harbour']
  await house.wuku(
    'users',
    'add',
    '一个名字非常非常长的管理员',
    '--role',
    'admin',
    '--email',
    'harbour@example.com',
    ...groups,
  )
})

/** Lines that were written, as they stand at the end; a line that is redrawn counts as it was last. */
const linesOf = (written: string): readonly string[] =>
  written
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\r').at(-1)?.replace('\u001B[K', '') ?? '')

/** Addresses and commands are there to be copied. */
const isWhole = (line: string): boolean => /^\s*(?:\S+$|(?:claude|codex|gemini) mcp add )/.test(line)

const rows: readonly (readonly string[])[] = [
  ['sources'],
  ['index'],
  ['recall', '潮汐与月亮'],
  ['search', '潮汐'],
  ['doctor'],
  ['status'],
  ['docs'],
  ['pads'],
  ['users'],
  ['keys'],
  ['audit'],
]
it.each(rows.flatMap((args) => ['en', 'zh'].map((language) => [args, language] as const)))(
  'wuku %j in %s keeps to 80 columns',
  async (args, language) => {
    const env = { ...house.env, WUKU_LANGUAGE: language }
    const terminal = openTerminal(args, { columns: 80, rows: 40 }, { cwd: house.folder, env })
    await terminal.ended
    // `stty` prints what the terminal is, at the end.
    const [, printed = ''] = /^\S+\r?\n([\s\S]*)\r?\nspeed \d+ baud/.exec(terminal.written()) ?? []
    expect(printed).not.toBe('')
    expect(linesOf(printed).filter((line) => displayWidth(line) > 80 && !isWhole(line))).toEqual([])
  },
)

it('an index without a change is one line, also with a problem, and no failure', async () => {
  const { code, stdout } = await house.wuku('index')
  expect(code).toBe(0)
  expect(stdout).toBe(`notes/${long} is up to date: 4 documents. 1 problem: wuku index --verbose\n`)
})
