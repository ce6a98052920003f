/**
 * Checks the documents of this repository with `wuku verify`, as its guide recommends, without network and in an empty
 * home. The newest commits are enough, since git is asked for paths of older ones.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** The log of changes is about the past, and stays as it is. */
const documents = globSync(['*.md', 'docs/ARCHITECTURE.md', 'docs/reference/*.md'], { cwd: root })
  .filter((path) => path !== 'CHANGELOG.md')
  .toSorted()
const home = mkdtempSync(join(realpathSync(tmpdir()), 'wuku-documents-'))

try {
  wuku('add', '.', '--kind', 'code', '--name', 'wuku', '--exclude', '{test,bench}/**,packages/*/test/**', '--quiet')
  for (const path of documents) wuku('verify', path, '--project', 'wuku')
} finally {
  rmSync(home, { recursive: true, force: true })
}

function wuku(...args: readonly string[]): void {
  const env = { PATH: process.env['PATH'], HOME: home, WUKU_HOME: join(home, 'data'), WUKU_CODE_COMMITS: '300' }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/wuku.js', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  if (status === 0) return
  const wrong = stdout.split('\n').filter((line) => /^line \d+ +(?:gone|changed) /.test(line))
  process.stdout.write(`wuku ${args.join(' ')}\n${wrong.join('\n')}\n${stderr}`)
  process.exitCode = 1
}
