import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { DEEPEST } from './metric.ts'
import type { Contestant } from './contestant.ts'

/** The program itself, where `RIPGREP` or the path names one. */
export const ripgrepProgram = (): string | undefined =>
  [process.env['RIPGREP'] ?? '', 'rg'].find(
    (program) => program !== '' && spawnSync(program, ['--version']).status === 0,
  )

/**
 * The words of the question as an agent greps for them: each for itself, letter for letter, without regard to case; files
 * that hold most different words first, then those with most lines.
 */
export const ripgrep = (program: string): Contestant => ({
  name: 'ripgrep',
  takeIn: ({ tree, root }) =>
    Promise.resolve({
      async ask(question) {
        const held = new Map<string, Held>()
        const place = { program, cwd: tree, folder: root || '.' }
        for (const counts of await Promise.all(wordsOf(question).map((word) => countLines(word, place))))
          for (const [path, lines] of counts) {
            const { words, lines: before } = held.get(path) ?? { words: 0, lines: 0 }
            held.set(path, { words: words + 1, lines: before + lines })
          }
        return [...held]
          .toSorted(([a, x], [b, y]) => y.words - x.words || y.lines - x.lines || (a < b ? -1 : 1))
          .slice(0, DEEPEST)
          .map(([path]) => ({ path, text: path }))
      },
      close: async () => {},
    }),
})

interface Held {
  readonly words: number
  readonly lines: number
}

/** What nobody would grep for. */
const STOP = new Set(
  'a an and are as at be by can do does for from how in into is it its not of on or that the this to via what when where which why with'.split(
    ' ',
  ),
)

const wordsOf = (question: string): readonly string[] => [
  ...new Set((question.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []).filter((word) => !STOP.has(word))),
]

interface Place {
  readonly program: string
  readonly cwd: string
  readonly folder: string
}

async function countLines(
  word: string,
  { program, cwd, folder }: Place,
): Promise<readonly (readonly [string, number])[]> {
  const asked = ['--count', '--fixed-strings', '--ignore-case', '--no-messages', '--null', '-e', word, '--', folder]
  const { stdout } = await promisify(execFile)(program, asked, { cwd, maxBuffer: 2 ** 26 }).catch(nothingFound)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [path = '', lines = '0'] = line.split('\0')
      return [path.replace(/^\.\//, ''), Number(lines)] as const
    })
}

/** It says with 1 that nothing was found. */
function nothingFound(error: { readonly code?: unknown }): { readonly stdout: string } {
  if (error.code === 1) return { stdout: '' }
  throw error
}
