import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { openHouse, run } from './cli-house.ts'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'packages/cli/src/main.ts')

const house = openHouse()
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  // The data folder of one user, whatever store the other tests have.
  const { PATH, HOME, WUKU_HOME } = house.env
  env = { PATH, HOME, WUKU_HOME }
  house.write('../code/tide.ts', 'export const tideOf = (moon: number): number => moon * 2\n')
  await wuku(['add', house.notes, '--kind', 'notes'])
  await wuku(['add', join(house.folder, 'code'), '--kind', 'code'])
})

async function wuku(words: readonly string[], coverage?: string): Promise<void> {
  const place = { cwd: house.folder, env: { ...env, ...(coverage && { NODE_V8_COVERAGE: coverage }) } }
  expect(await run([process.execPath, main, ...words], place)).toMatchObject({ code: 0, stderr: '' })
}

interface Script {
  readonly url: string
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[]
}

interface Range {
  readonly startOffset: number
  readonly count: number
}

/** Modules that V8 loaded, and files of the packages in which a function ran: what stands in a module by itself is none. */
async function modulesOf(words: readonly string[]) {
  const folder = join(house.folder, `ran-${words[0]}`)
  await wuku(words, folder)
  const reports = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  const scripts = reports
    .flatMap((each) => (JSON.parse(each) as { readonly result: readonly Script[] }).result)
    .filter(({ url }) => url.startsWith('file:'))
  const hasRun = ({ functions }: Script): boolean =>
    functions.some(({ functionName, ranges: [whole] }) => {
      const isModule = functionName === '' && whole?.startOffset === 0
      return !isModule && (whole?.count ?? 0) > 0
    })
  const paths = (some: readonly Script[]): ReadonlySet<string> => new Set(some.map(({ url }) => fileURLToPath(url)))
  const isOurs = ({ url }: Script): boolean => /\/packages\/[^/]+\/src\//.test(url)
  return { loaded: paths(scripts), ran: paths(scripts.filter((each) => isOurs(each) && hasRun(each))) }
}

it.each([
  { words: ['sources'], what: 'ran', most: 114 },
  { words: ['recall', 'tide'], what: 'ran', most: 212 },
  { words: ['--help'], what: 'loaded', most: 60 },
] as const)('of "wuku $words" at most $most modules are $what from source', async ({ words, what, most }) => {
  const modules = (await modulesOf(words))[what]
  expect(modules.size, [...modules].toSorted().join('\n')).toBeLessThanOrEqual(most)
})
