import type { Command, Flag } from '../../../surfaces/cli/command.ts'
import { runAction, type Group } from '../actions.ts'

export const docsCommand: Command = {
  name: 'docs',
  title: 'Documentation of libraries: list, search, import, upload, refresh, which, diff, files, log, stats',
  positional: ['action', 'words...'],
  flags: () => flags,
  examples: [
    { says: 'What is here', line: 'wuku docs' },
    { says: 'A folder of documents as one version', line: 'wuku add ./docs --kind docs --name react --version 19.0.1' },
    {
      says: 'From a repository, one release',
      line: 'wuku docs import https://github.com/vitejs/vite --ref v7.0.0 --folder docs',
    },
    { says: 'From a web site', line: 'wuku docs import https://hono.dev/llms.txt --name hono' },
    { says: 'How is it done?', line: 'wuku docs search react@19 "effect cleanup" --code' },
    { says: 'In the version that this project uses', line: 'wuku docs search react "use suspense" --project .' },
    { says: 'Which version is that?', line: 'wuku docs which react' },
    { says: 'What changed between two versions', line: 'wuku docs diff react 18.3.1 19.0.1 "refs"' },
    { says: 'Fetched anew', line: 'wuku docs refresh react' },
    { says: 'What failed', line: 'wuku docs files react --failed' },
    { says: 'Only that once more', line: 'wuku docs retry react' },
  ],
  get actions() {
    return actions
  },
  run: (input, shell) => runAction({ name: 'docs', actions, flags, id: /^\/[^/]+\/[^/]+$/ }, input, shell),
}

const importFlags = [
  'name',
  'version',
  'ref',
  'folder',
  'pattern',
  'exclude',
  'include',
  'scope',
  'depth',
  'pages',
  'as',
  'host',
  'keep',
  'plain',
]

const actions: Group['actions'] = {
  list: {
    says: 'What is here: libraries, versions, size',
    flags: ['sort', 'all', 'limit'],
    load: async () => (await import('./list.ts')).list,
  },
  show: {
    says: 'One library: its versions, where it comes from',
    takes: '<library>',
    flags: [],
    load: async () => (await import('./list.ts')).show,
  },
  search: {
    says: 'How is it done? Snippets of one library',
    takes: '<library> <topic>',
    flags: ['code', 'info', 'project', 'page', 'budget', 'weak'],
    load: async () => (await import('./list.ts')).search,
  },
  import: {
    says: 'From a repository, a web site, its llms.txt or one page',
    takes: '<address>',
    flags: importFlags,
    load: async () => (await import('./write.ts')).importDocs,
  },
  upload: {
    says: 'Files of this machine into a version',
    takes: '<library> <files ...>',
    flags: [],
    load: async () => (await import('./write.ts')).upload,
  },
  refresh: {
    says: 'Fetches a version anew',
    takes: '<library>',
    flags: ['rebuild', 'plain'],
    load: async () => (await import('./write.ts')).refresh,
  },
  set: {
    says: 'Its name, description, default version, policy',
    takes: '<library>',
    flags: ['name', 'description', 'default', 'keep'],
    load: async () => (await import('./write.ts')).set,
  },
  archive: {
    says: 'Keeps it and searches it no more',
    takes: '<library>',
    flags: [],
    load: async () => (await import('./write.ts')).archive,
  },
  delete: {
    says: 'A library, a version or a document',
    takes: '<library> [path]',
    flags: ['yes'],
    load: async () => (await import('./write.ts')).remove,
  },
  restore: {
    says: 'Brings back what was archived or deleted',
    takes: '<library>',
    flags: [],
    load: async () => (await import('./write.ts')).restore,
  },
  purge: {
    says: 'Takes out for good what was deleted',
    flags: ['all', 'dryRun', 'yes'],
    load: async () => (await import('./write.ts')).purge,
  },
  files: {
    says: 'The files of a version, and what failed',
    takes: '<library>',
    flags: ['failed', 'limit', 'page'],
    load: async () => (await import('./look.ts')).files,
  },
  retry: {
    says: 'Only what failed, once more',
    takes: '<library> [paths ...]',
    flags: [],
    load: async () => (await import('./write.ts')).retry,
  },
  releases: {
    says: 'Tags of a repository that could be imported',
    takes: '<address>',
    flags: ['host', 'all'],
    load: async () => (await import('./look.ts')).releases,
  },
  which: {
    says: 'The version that a project uses',
    takes: '[library]',
    flags: ['project'],
    load: async () => (await import('./compare.ts')).which,
  },
  diff: {
    says: 'What changed between two versions',
    takes: '<library> <from> <to> [topic]',
    flags: ['budget'],
    load: async () => (await import('./compare.ts')).diff,
  },
  log: {
    says: 'What was done, newest first',
    takes: '[library]',
    flags: ['limit'],
    load: async () => (await import('./look.ts')).log,
  },
  calls: {
    says: 'Who asked what',
    takes: '[library]',
    flags: ['failed', 'limit'],
    load: async () => (await import('./look.ts')).calls,
  },
  stats: {
    says: 'How often, how fast, how well',
    takes: '[library]',
    flags: ['days'],
    load: async () => (await import('./look.ts')).stats,
  },
}
const names = Object.keys(actions)

const text = (key: string, says: string): Flag => ({ key, names: [`--${key}`], takes: 'text', says })
const list = (key: string, says: string): Flag => ({ key, names: [`--${key}`], takes: 'list', says })
const number = (key: string, says: string): Flag => ({ key, names: [`--${key}`], takes: 'number', says })
const toggle = (key: string, says: string): Flag => ({ key, names: [`--${key}`], takes: 'nothing', says })

const flags: readonly Flag[] = [
  { key: 'action', names: ['--action'], takes: 'text', says: `One of ${names.join(', ')}. Default: list.` },
  { key: 'words', names: ['--words'], takes: 'list', says: 'Its library, address, files or topic.' },
  toggle('code', 'search: only snippets that show how.'),
  toggle('info', 'search: only those that explain.'),
  text('project', 'search, which: a repository; the version that it uses answers.'),
  number('page', 'search, files: which page.'),
  toggle('weak', 'search: also what is far weaker than the best.'),
  number('budget', 'search, diff: tokens that the answer may spend.'),
  text('name', 'import, set: what to call the library.'),
  text('version', 'import: what to call the version.'),
  text('ref', 'import: tag, branch or commit.'),
  list('folder', 'import: only below these folders of a repository.'),
  list('pattern', 'import: globs of files to take.'),
  list('exclude', 'import: globs to leave out.'),
  list('include', 'import: globs of addresses of a web site to take.'),
  text('scope', 'import: path, host or domain of a web site. Default: path.'),
  number('depth', 'import: links away from the first page. Default: 3.'),
  number('pages', 'import: most pages. Default: 1000.'),
  text('as', 'import: repository, website or page, where it is not recognised.'),
  text('host', 'import, releases: github, gitea or gitlab, where it is not recognised.'),
  text('keep', 'import, set: which versions stay: all, latest-per-major, "last 3".'),
  toggle('plain', 'import, refresh: no language model writes titles.'),
  toggle('rebuild', 'refresh: out of the originals that are kept here.'),
  text('description', 'set: what the library is.'),
  text('default', 'set: the version that answers; "newest" for the newest.'),
  text('sort', 'list: name, recent or size.'),
  toggle('all', 'list: archived and deleted ones too; releases: every tag; purge: at once.'),
  toggle('yes', 'delete, purge: also what cannot be brought back.'),
  { key: 'dryRun', names: ['--dry-run'], takes: 'nothing', says: 'purge: say what would go.' },
  toggle('failed', 'files, calls: only those that failed.'),
  { key: 'limit', names: ['--limit', '-n'], takes: 'number', says: 'list, files, log, calls: most lines.' },
  number('days', 'stats: how far back.'),
]
