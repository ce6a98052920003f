/** Tests that the change since a commit can affect: `npm run test:changed`, or `npm run test:changed -- <commit>`. */
import { execFileSync, spawnSync } from 'node:child_process'

const [since = 'main'] = process.argv.slice(2)
const base = git('merge-base', '--', since, 'HEAD').trim()
const changed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  .flatMap((names) => names.split('\n'))
  .filter(Boolean)

/** End-to-end tests start the program, so that no import leads to what they test: those of a package, where its subject has some of its own. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  chats: ['test/e2e/chats', 'test/e2e/recall'],
  code: ['test/e2e/code', 'test/e2e/recall'],
  docs: ['test/e2e/docs', 'test/e2e/recall'],
  notes: ['test/e2e/notes', 'test/e2e/recall'],
  pads: ['test/e2e/pads', 'test/e2e/recall'],
  connect: ['test/e2e/cli-connect'],
  instances: ['test/e2e/instances', 'test/e2e/serve'],
  remote: ['test/e2e/push', 'test/e2e/serve'],
  transfer: ['test/e2e/export', 'test/e2e/backup', 'test/e2e/move'],
}
const WHOLE = 'test/e2e'

const wholeProgram = new Set(changed.flatMap(endToEndOf))
const endToEnd = wholeProgram.has(WHOLE) ? [WHOLE] : [...wholeProgram]
const byImports = ['unit', 'slow', 'console', 'contract'].flatMap((name) => ['--project', name])
const steps = [
  ['--changed', base, ...byImports],
  // They read the files of the repository, which no import shows.
  ['--project', 'unit', 'test/clocks.test.ts', 'test/layers.test.ts', 'test/unit'],
  ...(endToEnd.length > 0 ? [['--project', 'e2e', ...endToEnd]] : []),
  ...(changed.some((path) => path.startsWith('packages/console/')) ? [['--project', 'browser']] : []),
]
const statuses = steps.map((args) => spawnSync('vitest', ['run', '--passWithNoTests', ...args], options()).status)
process.exitCode = statuses.find((status) => status !== 0) ?? 0

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' })
}

function options() {
  return { stdio: 'inherit', shell: process.platform === 'win32' } as const
}

function endToEndOf(path: string): readonly string[] {
  const [, name = ''] = /^packages\/([^/]+)\/src\//.exec(path) ?? []
  if (name === 'console') return []
  if (name !== '') return subjects[name] ?? [WHOLE]
  if (path.startsWith('bin/')) return [WHOLE]
  return path.startsWith('test/e2e/') ? [path.endsWith('.test.ts') ? path : WHOLE] : []
}
