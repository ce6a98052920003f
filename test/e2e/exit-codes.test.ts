import { spawnSync } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openHouse, type House } from './index-house.ts'

/** A sparse file of ten gigabytes is refused by every storehouse. */
function houseWithRefused(): House {
  const house = openHouse({ 'good.md': '# Good\n\nharbour\n', 'huge.md': '', 'x.bin': '\0\0' })
  truncateSync(join(house.notes, 'huge.md'), 10 * 2 ** 30)
  return house
}

describe('the exit code', () => {
  it.each<[says: string, status: number, args: readonly string[]]>([
    ['add of a file that is refused', 1, ['add', 'huge.md', '--kind', 'notes']],
    ['add of a file and of one that is refused', 0, ['add', '.', '--kind', 'notes']],
    ['upload of what is refused', 1, ['docs', 'upload', 'sea@1', 'x.bin']],
    ['upload of what is partly refused', 0, ['docs', 'upload', 'sea@1', 'x.bin', 'good.md']],
    ['call of an upload of what is refused', 1, ['call', 'add-documents', '{"library":"sea","files":["x.bin"]}']],
    ['start with a file that is refused', 1, ['start', 'huge.md']],
  ])('of %s is %i', (_, status, args) => {
    const house = houseWithRefused()
    const inside = args.map((arg) =>
      arg.replace(/^(?:\.|huge\.md|x\.bin|good\.md)$/, (name) => join(house.notes, name)),
    )
    const asked = inside.map((arg) => arg.replace('"x.bin"', JSON.stringify(join(house.notes, 'x.bin'))))
    const ran = house.runInProcess(...asked)
    expect([ran.status, ran.stderr]).toEqual([status, ''])
  })

  it('of work that never ends is 1, and a sentence says so', () => {
    const module = pathToFileURL(join(import.meta.dirname, '../../packages/cli/src/fail-until-done.ts')).href
    const script = `import { failUntilDone } from ${JSON.stringify(module)}
      await failUntilDone({ json: true }, () => new Promise(() => {}))`
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/✗ The process ended before its work was done\.\n {2}→ /)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'internal' } })
  })
})
