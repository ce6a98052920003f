import { groupCommand } from './actions.ts'
import type { Flag } from './command.ts'
import { docsActions } from './docs-actions.ts'
import { commandLine } from '../../text/shell-words.ts'
import { usage } from './arguments.ts'

const text = (key: string, says: string): Flag => ({ key, names: [`--${key}`], takes: 'text', says })
const list = (key: string, says: string): Flag => ({ key, names: [`--${key}`], takes: 'list', says })
const number = (key: string, says: string): Flag => ({ key, names: [`--${key}`], takes: 'number', says })
const toggle = (key: string, says: string): Flag => ({ key, names: [`--${key}`], takes: 'nothing', says })

const flags: readonly Flag[] = [
  {
    key: 'action',
    names: ['--action'],
    takes: 'text',
    says: `One of ${Object.keys(docsActions).join(', ')}. Default: list.`,
  },
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

export const docsCommand = groupCommand({
  name: 'docs',
  title: 'Documentation of libraries: list, search, import, upload, refresh, which, diff, files, log, stats',
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
  actions: docsActions,
  flags,
  id: /^\/[^/]+\/[^/]+$/,
  needs: {
    library: (action) => [
      'a library',
      `Write: ${commandLine`wuku docs ${action} react@19.0.1`}; "wuku docs" lists them.`,
    ],
  },
  tooMany: (word, action) =>
    usage(`"${commandLine`wuku docs ${action}`}" takes no "${word}".`, 'See: wuku docs --help'),
})
