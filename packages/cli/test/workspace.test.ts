import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findWorkspace } from '@wuku/settings/user-path'
import { scratchFolder } from '../../../test/scratch.ts'

interface Row {
  readonly says: string
  readonly project?: string
  readonly startedIn?: string
  readonly shellFolder?: string
  readonly found: string | undefined
}

/** Folders are below one of their own, which is the user's; `/` stands for itself. */
function folders() {
  const around = scratchFolder()
  for (const folder of ['me/.local/share/wuku', 'me/repo/.git', 'me/repo/src/deep', 'me/plain', 'me/dots', 'srv/仓库'])
    mkdirSync(join(around, folder), { recursive: true })
  writeFileSync(join(around, 'srv/仓库/.git'), 'gitdir: elsewhere')
  writeFileSync(join(around, 'me/file'), '')
  symlinkSync('repo', join(around, 'me/link'))
  return { around, at: (path: string | undefined) => (path && path !== '/' ? join(around, path) : (path ?? '')) }
}

it.each<Row>([
  { says: 'the repository around the start', startedIn: 'me/repo/src/deep', found: 'me/repo' },
  { says: 'a work tree, whose .git is a file', startedIn: 'srv/仓库', found: 'srv/仓库' },
  { says: 'a folder without git', startedIn: 'me/plain', found: 'me/plain' },
  { says: 'through a link', startedIn: 'me/link', found: 'me/repo' },
  { says: 'what the setting names, before the start', project: 'me/repo', startedIn: 'me/plain', found: 'me/repo' },
  {
    says: 'the start when the setting names nothing real',
    project: 'nowhere',
    startedIn: 'me/plain',
    found: 'me/plain',
  },
  { says: 'the start when the setting names a file', project: 'me/file', startedIn: 'me/plain', found: 'me/plain' },
  { says: 'what the shell says, when the start is /', startedIn: '/', shellFolder: 'me/repo', found: 'me/repo' },
  { says: 'the start before what the shell says', startedIn: 'me/plain', shellFolder: 'me/repo', found: 'me/plain' },
  { says: 'never /', startedIn: '/', found: undefined },
  { says: 'never the home folder', startedIn: 'me', found: undefined },
  { says: 'never a folder above it', startedIn: '', found: undefined },
  { says: 'never the data folder', startedIn: 'me/.local/share/wuku', found: undefined },
  { says: 'never a folder above it', startedIn: 'me/.local', found: undefined },
])('finds $says', async ({ project, startedIn, shellFolder, found }) => {
  const { around, at } = folders()
  const code = { fileBytes: 1, commits: 1, project: at(project), shellFolder: at(shellFolder) }
  const settings = { home: join(around, 'me/.local/share/wuku'), code }
  const surroundings = { env: {}, platform: 'linux' as const, userFolder: join(around, 'me') }
  expect(await findWorkspace(settings, surroundings, startedIn === '' ? around : at(startedIn))).toBe(
    found && at(found),
  )
})

it('is a folder of a home that is a repository, not the home', async () => {
  const { around, at } = folders()
  mkdirSync(at('me/.git'))
  const code = { fileBytes: 1, commits: 1, project: '~/plain', shellFolder: '' }
  const surroundings = { env: {}, platform: 'linux' as const, userFolder: at('me') }
  expect(await findWorkspace({ home: join(around, 'data'), code }, surroundings, '/')).toBe(at('me/plain'))
})
