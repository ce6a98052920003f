import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { ripgrepProgram } from '../code/ripgrep.ts'

/** Programs that are looked for and not measured. */
const others = [
  {
    name: '@probelabs/probe',
    because: 'it keeps no index and reads the files for each question, so ripgrep stands for its kind here',
  },
  {
    name: '@arabold/docs-mcp-server',
    because: 'it serves the documentation of libraries, so it belongs beside bench/results/docs.md',
  },
]

/** Measurements that a reader would miss on the page. */
export async function sayAbsent(leftOut: readonly number[]): Promise<readonly string[]> {
  const sizes = leftOut.map(
    (size) => `${size.toLocaleString('en')} documents were not measured: the corpus has fewer files.`,
  )
  const programs = await Promise.all(
    others.map(async ({ name, because }) => `${name} was not measured: ${because}; ${await tryInstalling(name)}.`),
  )
  const ripgrep = ripgrepProgram() ? [] : ['ripgrep was not measured: it is neither on the path nor named by RIPGREP.']
  return [...sizes, ...programs, ...ripgrep]
}

/** Nothing is written: what stands in the way shows when npm works out what belongs to it. */
const tryInstalling = (name: string): Promise<string> =>
  promisify(execFile)('npm', ['install', '--dry-run', '--prefix', tmpdir(), '--no-audit', '--no-fund', name]).then(
    () => 'npm would install it here',
    (error: { readonly stderr?: string }) => `npm does not install it here (${reasonIn(error.stderr ?? '')})`,
  )

/** The first line that says more than what npm did. */
const reasonIn = (said: string): string =>
  /npm error (?!code |command |An unknown )(.+?)(?: - .*)?$/m.exec(said)?.[1] ?? 'it does not say why'
