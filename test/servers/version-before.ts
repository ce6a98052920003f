import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')
/** The last commit that users had before the newest steps of PostgreSQL's schema. Another, with further steps of it. */
const COMMIT = 'cdf648939'
/** Version of the schema that its programs know, and the steps that came since. */
export const VERSION_BEFORE = 5
export const STEPS_SINCE = 3

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 30,
  }).trim()

/** The launcher of that program, built from the history of the repository; `undefined` in a copy without it. */
export function buildVersionBefore(): string | undefined {
  const commit = commitBefore()
  if (commit === undefined) return undefined
  const place = join(repository, '.cache', 'before', commit.slice(0, 12))
  const launcher = join(place, 'bin/wuku.js')
  if (existsSync(place)) return launcher
  const aside = `${place}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  const archive = join(aside, 'files.tar')
  git('archive', '--output', archive, commit, '--', '.', ':!test', ':!bench')
  execFileSync('tar', ['-xf', archive, '-C', aside])
  rmSync(archive)
  linkModules(aside)
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: aside, stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(aside, place)
  return launcher
}

function commitBefore(): string | undefined {
  try {
    return git('rev-parse', '--verify', '--quiet', `${COMMIT}^{commit}`)
  } catch {
    return undefined
  }
}

/** Packages of others are those of this checkout; those of wuku are its own. */
function linkModules(place: string): void {
  const modules = join(place, 'node_modules')
  mkdirSync(join(modules, '@wuku'), { recursive: true })
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (name !== '@wuku') symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(place, 'packages')))
    if (existsSync(join(place, 'packages', name, 'package.json')))
      symlinkSync(join('../../packages', name), join(modules, '@wuku', name))
}
