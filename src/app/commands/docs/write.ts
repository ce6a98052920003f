import { existsSync } from 'node:fs'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Input, Outcome, Shell } from '../../../surfaces/cli/command.ts'
import { commandLine } from '../../../text/shell-words.ts'
import type { Action } from '../actions.ts'
import { confirmed } from '../confirm.ts'
import { libraryIn, noMore, run, splitVersion } from './run.ts'

/** From a repository, a web site, its llms.txt, one page, or a folder of this machine. */
export const importDocs: Action = ({ words: [url, ...rest], flags }, shell) => {
  if (url === undefined)
    throw usage(
      '"wuku docs import" needs an address or a folder.',
      'Write: wuku docs import https://github.com/vuejs/docs --name vue',
    )
  noMore(rest, 'import')
  const { folder, ...others } = flags
  if (isPlace(url)) return importFolder(url, flags, shell)
  return run('import-docs', { url, folders: folder, ...others }, shell)
}

/** Written as a path, or there: `docs` beside `hono.dev`. */
const isPlace = (written: string): boolean =>
  /^(?:[/\\~]|\.{1,2}(?:[/\\]|$)|[a-z]:[/\\])/i.test(written) ||
  (!/^(?:[a-z][a-z0-9+.-]*:|git@)/i.test(written) && existsSync(written))

const OF_FOLDERS: ReadonlySet<string> = new Set(['name', 'version', 'pattern', 'exclude'])

/** What `wuku add <folder> --kind docs` does. */
function importFolder(root: string, flags: Input, shell: Shell): Promise<Outcome> {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined)
  const [other] = given.find(([name]) => !OF_FOLDERS.has(name)) ?? []
  if (other !== undefined)
    throw usage(
      `"--${other}" does not apply to a local folder.`,
      `Write: ${commandLine`wuku docs import ${root} --name <library> --version <version>`}; --pattern and --exclude choose files.`,
    )
  return run('add', { root, kind: 'docs', ...Object.fromEntries(given) }, shell)
}

/** Files of this machine into a version. */
export const upload: Action = ({ words }, shell) => {
  const [library, files] = libraryIn(words, 'upload')
  if (files.length === 0)
    throw usage('"wuku docs upload" needs files.', 'Write: wuku docs upload react@19.0.1 guide.md api.pdf')
  return run('add-documents', { ...splitVersion(library), files }, shell)
}

export const refresh: Action = ({ words, flags }, shell) => {
  const [library, rest] = libraryIn(words, 'refresh')
  noMore(rest, 'refresh')
  return run('refresh-library', { ...splitVersion(library), rebuild: flags['rebuild'], plain: flags['plain'] }, shell)
}

/** `wuku docs set react --default 18.3.1 --keep latest-per-major` */
export const set: Action = ({ words, flags }, shell) => {
  const [library, rest] = libraryIn(words, 'set')
  noMore(rest, 'set')
  const { name, description, keep, default: version } = flags
  const defaultVersion = version === 'newest' ? null : version
  return run('update-library', { library, name, description, keep, default_version: defaultVersion }, shell)
}

export const archive: Action = ({ words }, shell) => {
  const [library, rest] = libraryIn(words, 'archive')
  noMore(rest, 'archive')
  return run('update-library', { library, status: 'archived' }, shell)
}

/** A library, or one of its versions. */
export const restore: Action = ({ words }, shell) => {
  const [library, rest] = libraryIn(words, 'restore')
  noMore(rest, 'restore')
  return run('update-library', { ...splitVersion(library), status: 'active' }, shell)
}

export const remove: Action = ({ words, flags }, shell) => {
  const [library, [path, ...rest]] = libraryIn(words, 'delete')
  noMore(rest, 'delete')
  if (path === undefined) return run('delete-library', splitVersion(library), shell)
  return confirmed(shell, (yes) =>
    run('delete-document', { ...splitVersion(library), path, yes: yes || flags['yes'] }, shell),
  )
}

export const purge: Action = ({ words, flags }, shell) => {
  noMore(words, 'purge')
  const { all, dryRun, yes: given } = flags
  return confirmed(shell, (yes) => run('purge-libraries', { all, dryRun, yes: yes || given }, shell))
}

export const retry: Action = ({ words }, shell) => {
  const [library, paths] = libraryIn(words, 'retry')
  return run('retry-documents', { ...splitVersion(library), ...(paths.length > 0 && { paths }) }, shell)
}
