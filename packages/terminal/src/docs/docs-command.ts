import { groupCommand } from '../action-groups.ts'
import type { Flag } from '../command-types.ts'
import { docsActions } from './docs-actions.ts'
import { failEmptySearch } from '../flags.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { usage } from '../arguments.ts'

const text = (key: string, description: string): Flag => ({ key, names: [`--${key}`], takes: 'text', description })
const list = (key: string, description: string): Flag => ({ key, names: [`--${key}`], takes: 'list', description })
const number = (key: string, description: string): Flag => ({ key, names: [`--${key}`], takes: 'number', description })
const toggle = (key: string, description: string): Flag => ({ key, names: [`--${key}`], takes: 'nothing', description })

const flags: readonly Flag[] = [
  {
    key: 'action',
    names: ['--action'],
    takes: 'text',
    description: `One of ${Object.keys(docsActions).join(', ')}. Default: list.`,
  },
  { key: 'words', names: ['--words'], takes: 'list', description: 'Library, address, files or topic.' },
  toggle('code', 'search: only snippets with examples.'),
  toggle('info', 'search: only explanations.'),
  text('project', 'search, which: a repository; use the version in that project.'),
  number('page', 'search, files: page number.'),
  failEmptySearch,
  toggle('weak', 'search: include hits that are far weaker than the best.'),
  number('budget', 'search, diff: tokens that the answer may spend.'),
  text('name', 'import, set: name of the library.'),
  text('version', 'import: name of the version.'),
  text('ref', 'import: tag, branch or commit.'),
  list('folder', 'import: only these folders of a repository.'),
  list('pattern', 'import: globs of files to import.'),
  list('exclude', 'import: globs to leave out.'),
  list('include', 'import: globs of addresses of a web site to import.'),
  text('scope', 'import: path, host or domain of a web site. Default: path.'),
  number('depth', 'import: link depth from the first page. Default: 3.'),
  number('pages', 'import: maximum number of pages. Default: 1000.'),
  text('as', 'import: repository, website or page, if not recognised.'),
  text('host', 'import, releases: github, gitea or gitlab, if not recognised.'),
  text('keep', 'import, set: versions to keep: all, latest-per-major, "last 3".'),
  {
    key: 'refreshEvery',
    names: ['--refresh-every'],
    takes: 'text',
    description:
      'set: how often a server fetches it again, such as 7d or 12h; "off" for never, "default" for the setting.',
  },
  toggle('plain', 'import, refresh: do not let a language model write titles.'),
  toggle('rebuild', 'refresh: rebuild from the originals kept here; fetch nothing.'),
  text('description', 'set: description of the library.'),
  text('default', 'set: the version that answers; "newest" for the newest.'),
  text('sort', 'list: name, recent or size.'),
  toggle('all', 'list: include archived and deleted ones; releases: every tag; purge: everything deleted.'),
  toggle('yes', 'delete, purge: even what cannot be restored.'),
  { key: 'dryRun', names: ['--dry-run'], takes: 'nothing', description: 'purge: show what would be removed.' },
  toggle('failed', 'files, calls: only failures.'),
  {
    key: 'limit',
    names: ['--limit', '-n'],
    takes: 'number',
    description: 'list, files, log, calls: maximum number of lines.',
  },
  number('days', 'stats: number of days to go back.'),
]

export const docsCommand = groupCommand({
  name: 'docs',
  title: 'Documentation of libraries: list, search, import, upload, refresh, which, diff, files, log, stats',
  examples: [
    { description: 'List the libraries', line: 'wuku docs' },
    {
      description: 'A folder of documents as one version',
      line: 'wuku add ./docs --kind docs --name react --version 19.0.1',
    },
    {
      description: 'Import a release from a repository',
      line: 'wuku docs import https://github.com/vitejs/vite --ref v7.0.0 --folder docs',
    },
    { description: 'Import from a web site', line: 'wuku docs import https://hono.dev/llms.txt --name hono' },
    { description: 'Search for snippets with code', line: 'wuku docs search react@19 "effect cleanup" --code' },
    { description: 'In the version that this project uses', line: 'wuku docs search react "use suspense" --project .' },
    { description: 'Which version a project uses', line: 'wuku docs which react' },
    { description: 'What changed between two versions', line: 'wuku docs diff react 18.3.1 19.0.1 "refs"' },
    { description: 'Fetch a version again', line: 'wuku docs refresh react' },
    { description: 'Failed files', line: 'wuku docs files react --failed' },
    { description: 'Retry only those', line: 'wuku docs retry react' },
  ],
  actions: docsActions,
  flags,
  id: /^\/[^/]+\/[^/]+$/,
  needs: {
    library: (action) => [
      'a library',
      `Write: ${commandLine`wuku docs ${action} react@19.0.1`}; "wuku docs" lists the libraries.`,
    ],
  },
  tooMany: (word, action) =>
    usage(`Unexpected argument "${word}" of "${commandLine`wuku docs ${action}`}".`, 'See: wuku docs --help'),
})
