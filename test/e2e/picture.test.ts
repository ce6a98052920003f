import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launcher, run } from './cli-house.ts'
import { drawTerminal } from './terminal-picture.ts'
import { storeOf } from './store.ts'

const fixtures = join(import.meta.dirname, '../fixtures/picture')
const pictures = join(import.meta.dirname, '../../docs/images')

/** One picture in each README: what a newcomer sees who adds a folder of notes and a repository, and asks. */
const rows = [
  { file: 'terminal.svg', questions: ['how do I rotate the signing key', '密钥怎么轮换'] },
  { file: 'terminal.zh-CN.svg', questions: ['密钥怎么轮换', 'how do I rotate the signing key'] },
]

it.each(rows)('docs/images/$file shows what wuku prints', async ({ file, questions }) => {
  const folder = await mkdtemp(join(tmpdir(), 'wuku-picture-'))
  const data = join(folder, 'data')
  const env = { PATH: process.env['PATH'], HOME: folder, WUKU_HOME: data, FORCE_COLOR: '1', ...storeOf(data) }
  const wuku = (...args: readonly string[]) => run([process.execPath, launcher, ...args], { cwd: folder, env })
  try {
    await cp(fixtures, folder, { recursive: true })
    await run(['git', 'init', '--quiet', 'shop'], { cwd: folder, env })
    for (const name of ['handbook', 'shop']) expect(await wuku('add', name)).toMatchObject({ code: 0 })
    const printed = []
    for (const question of questions) {
      const { stdout } = await wuku('recall', question)
      printed.push(`\u001B[2m$\u001B[22m \u001B[1mwuku recall ${question}\u001B[22m\n${stdout}`)
    }
    await expect(drawTerminal(printed.join('\n'))).toMatchFileSnapshot(join(pictures, file))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
