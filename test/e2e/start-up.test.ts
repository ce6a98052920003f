import { cp, readdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { launcher, openHouse, run } from './cli-house.ts'

const house = openHouse()
beforeAll(async () => {
  await house.wuku('add', house.notes)
})

/** Files of `dist` that V8 ran. */
async function loadedBy(...command: readonly string[]): Promise<readonly string[]> {
  const folder = join(house.folder, `ran-${command[0]}`)
  const env = { ...house.env, NODE_V8_COVERAGE: folder }
  const ended = await run([process.execPath, launcher, ...command], { cwd: house.folder, env })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const reports = (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8'))
  const results = (await Promise.all(reports)).map((each) => JSON.parse(each) as { result: { url: string }[] })
  return results
    .flatMap(({ result }) => result.map(({ url }) => url))
    .filter((url) => url.includes('/dist/app/'))
    .map((url) => fileURLToPath(url))
}

/** Each file costs a fifth of a millisecond, whatever is in it (docs/decisions/0002-start-up.md). */
it.each<{ readonly command: readonly string[]; readonly files: number; readonly bytes: number }>([
  { command: ['version'], files: 4, bytes: 10_000 },
  { command: ['recall', 'cormorant'], files: 35, bytes: 1_800_000 },
  { command: ['session-context'], files: 40, bytes: 900_000 },
])('a cold start of $command.0 reads few files, and little that it does not run', async ({ command, files, bytes }) => {
  const loaded = await loadedBy(...command)
  const texts = await Promise.all(loaded.map((path) => readFile(path, 'utf8')))
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  expect([loaded.length <= files, size <= bytes], `${loaded.length} files, ${size} bytes`).toEqual([true, true])
})

it('a clone that was not built starts from its sources', async () => {
  const clone = join(house.folder, 'clone')
  const repository = dirname(dirname(launcher))
  await cp(join(repository, 'bin'), join(clone, 'bin'), { recursive: true })
  for (const name of ['package.json', 'packages', 'node_modules'])
    await symlink(join(repository, name), join(clone, name))
  const ended = await run([process.execPath, join(clone, 'bin/wuku.js'), 'recall', 'cormorant'], {
    cwd: house.folder,
    env: house.env,
  })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
})
