import { msg } from '@wuku/messages/terminal'
import { groupCommand } from '../action-groups.ts'
import { docsActions } from './docs-actions.ts'
import { failEmptySearch } from '../flags.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { usage } from '../arguments.ts'

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
  flags: {
    '--words A,B': 'Library, address, files or topic.',
    '--code': 'search: only snippets with examples.',
    '--info': 'search: only explanations.',
    '--project TEXT': 'search, which: a repository; use the version in that project.',
    '--page N': 'search, files: page number.',
    ...failEmptySearch,
    '--weak': 'search: include hits that are far weaker than the best.',
    '--budget N': 'search, diff: tokens that the answer may spend.',
    '--name TEXT': 'import, set: name of the library.',
    '--version TEXT': 'import: name of the version.',
    '--ref TEXT': 'import: tag, branch or commit.',
    '--folder A,B': 'import: only these folders of a repository.',
    '--pattern A,B': 'import: globs of files to import.',
    '--exclude A,B': 'import: globs to leave out.',
    '--include A,B': 'import: globs of addresses of a web site to import.',
    '--scope TEXT': 'import: path, host or domain of a web site. Default: path.',
    '--depth N': 'import: link depth from the first page. Default: 3.',
    '--pages N': 'import: maximum number of pages. Default: 1000.',
    '--as TEXT': 'import: repository, website or page, if not recognised.',
    '--host TEXT': 'import, releases: github, gitea or gitlab, if not recognised.',
    '--keep TEXT': 'import, set: versions to keep: all, latest-per-major, "last 3".',
    '--refresh-every TEXT':
      'set: how often a server fetches it again, such as 7d or 12h; "off" for never, "default" for the setting.',
    '--plain': 'import, refresh: do not let a language model write titles.',
    '--rebuild': 'refresh: rebuild from the originals kept here; fetch nothing.',
    '--description TEXT': 'set: description of the library.',
    '--default TEXT': 'set: the version that answers; "newest" for the newest.',
    '--sort TEXT': 'list: name, recent or size.',
    '--all': 'list: include archived and deleted ones; releases: every tag; purge: everything deleted.',
    '--yes': 'delete, purge: even what cannot be restored.',
    '--dry-run': 'purge: show what would be removed.',
    '--failed': 'files, calls: only failures.',
    '--limit, -n N': 'list, files, log, calls: maximum number of lines.',
    '--days N': 'stats: number of days to go back.',
  },
  id: /^\/[^/]+\/[^/]+$/,
  needs: {
    library: (action) => [
      'a library',
      msg('writeLibraryCommand', { command: commandLine`wuku docs ${action} react@19.0.1` }),
    ],
  },
  tooMany: (word, action) => usage(msg('unexpectedArgument3', { word, command: commandLine`wuku docs ${action}` })),
})
