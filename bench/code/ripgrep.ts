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
 * The words of the question as an agent greps for them: letter for letter, without regard to case; files that hold most
 * different words first, then those that hold them most often.
 */
export const ripgrep = (program: string): Contestant => ({
  name: 'ripgrep',
  takeIn: ({ tree, root }) =>
    Promise.resolve({
      async ask(question) {
        const words = wordsOf(question)
        if (words.length === 0) return []
        return [...(await findWords(words, { program, cwd: tree, folder: root || '.' }))]
          .map(([path, matches]) => ({ path, held: heldOf(words, matches), times: matches.length }))
          .toSorted((a, b) => b.held - a.held || b.times - a.times || (a.path < b.path ? -1 : 1))
          .slice(0, DEEPEST)
          .map(({ path }) => ({ path, text: path }))
      },
      close: async () => {},
    }),
})

/** A match of a longer word is one of a shorter word in it too. */
function heldOf(words: readonly string[], matches: readonly string[]): number {
  const met = new Set(matches)
  return words.filter((word) => met.has(word) || [...met].some((match) => match.includes(word))).length
}

/** Words that nobody would grep for. */
const STOP = new Set(
  'a an and are as at be by can do does for from how in into is it its not of on or that the this to via what when where which why with'.split(
    ' ',
  ),
)

/** The longest first: the first that fits is the one that matches. */
const wordsOf = (question: string): readonly string[] =>
  [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu))]
    .filter((word) => !STOP.has(word))
    .toSorted((a, b) => b.length - a.length)

interface Place {
  readonly program: string
  readonly cwd: string
  readonly folder: string
}

/** Matches in each file, in lower case. */
async function findWords(words: readonly string[], { program, cwd, folder }: Place) {
  const how = ['--only-matching', '--fixed-strings', '--ignore-case', '--no-messages', '--null', '--no-line-number']
  const asked = [...how, '--with-filename', ...words.flatMap((word) => ['-e', word]), '--', folder]
  const { stdout } = await promisify(execFile)(program, asked, { cwd, maxBuffer: 2 ** 28 }).catch(nothingFound)
  const found = new Map<string, string[]>()
  for (const line of stdout.split('\n')) {
    const [path = '', match = ''] = line.split('\0')
    const held = found.get(path.replace(/^\.\//, '')) ?? []
    held.push(match.toLowerCase())
    if (line !== '') found.set(path.replace(/^\.\//, ''), held)
  }
  return found
}

/** It says with 1 that nothing was found. */
function nothingFound(error: { readonly code?: unknown }): { readonly stdout: string } {
  if (error.code === 1) return { stdout: '' }
  throw error
}
