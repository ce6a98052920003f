import { msg } from '@wuku/messages/terminal'
import { commandLine } from '@wuku/text/show/shell-words'
import type { Action, ActionRequest } from '../action-groups.ts'
import { usage } from '../arguments.ts'
import type { Input, Shell } from '../command-types.ts'

const IMPORT_FLAGS = 'name version ref folder pattern exclude include scope depth pages as host keep plain'.split(' ')

/** `wuku docs <action>`, in the order in which help lists them. */
export const docsActions: Readonly<Record<string, Action>> = {
  list: {
    description: 'Libraries with versions and sizes',
    takes: '[query]',
    joins: true,
    flags: ['sort', 'all', 'limit'],
    calls: ['list-libraries'],
    input: ({ words: { query }, flags: { sort, all, limit } }) => ({
      query,
      sort,
      page_size: limit,
      status: all === true ? 'all' : undefined,
    }),
  },
  show: {
    description: 'One library: its versions and origins',
    takes: '<library>',
    calls: ['show-library'],
    input: (request) => ({ library: versioned(request)['library'] }),
  },
  search: {
    description: 'Snippets of one library for a topic',
    takes: '<library> <topic>',
    joins: true,
    needs: {
      topic: ['a topic', 'Write: wuku docs search react "effect cleanup"; "all" searches every library.'],
    },
    flags: ['code', 'info', 'project', 'page', 'budget', 'weak', 'failEmpty'],
    calls: ['get-library-docs'],
    input: (request) => {
      const { code, info, ...others } = request.flags
      const { library, version } = versioned(request)
      const mode = code === true ? 'code' : info === true ? 'info' : undefined
      return { library_id: library, version, topic: request.words['topic'], mode, ...others }
    },
  },
  import: {
    description: 'Import from a repository, a web site, its llms.txt or one page',
    takes: '<address>',
    needs: {
      address: ['an address or a folder', 'Write: wuku docs import https://github.com/vuejs/docs --name vue'],
    },
    flags: IMPORT_FLAGS,
    calls: ['import-docs', 'add'],
    ofThisMachine: 'An address may be a folder that lies here.',
    does({ words: { address = '' }, flags: { folder, ...others } }, { isHere }, { print }) {
      if (!isPlace(address, isHere)) return print('import-docs', { url: address, folders: folder, ...others })
      return print('add', folderInput(address, { folder, ...others }))
    },
  },
  upload: {
    description: 'Add local files to a version',
    takes: '<library> <files ...>',
    needs: { files: ['files', 'Write: wuku docs upload react@19.0.1 guide.md api.pdf'] },
    calls: ['add-documents'],
    ofThisMachine: 'Files are read where the operation runs.',
    input: (request) => ({ ...versioned(request), files: request.rest }),
  },
  refresh: {
    description: 'Fetch a version again',
    takes: '<library>',
    flags: ['rebuild', 'plain'],
    calls: ['refresh-library'],
    input: (request) => ({ ...versioned(request), ...request.flags }),
  },
  set: {
    description: 'Change its name, description, default version, policies',
    takes: '<library>',
    flags: ['name', 'description', 'default', 'keep', 'refreshEvery'],
    calls: ['update-library'],
    input: ({ words: { library }, flags: { default: version, refreshEvery, ...others } }) => ({
      library,
      default_version: version === 'newest' ? null : version,
      refresh_every: refreshEvery === 'default' ? null : refreshEvery,
      ...others,
    }),
  },
  archive: {
    description: 'Keep it, but do not search it',
    takes: '<library>',
    calls: ['update-library'],
    input: ({ words: { library } }) => ({ library, status: 'archived' }),
  },
  delete: {
    description: 'Delete a library, a version or a document',
    takes: '<library> [path]',
    flags: ['yes'],
    calls: ['delete-library', 'delete-document'],
    confirms: true,
    does: (request, _shell, { print }) =>
      request.words['path'] === undefined
        ? print('delete-library', versioned(request))
        : print('delete-document', { ...versioned(request), path: request.words['path'], ...request.flags }),
  },
  restore: {
    description: 'Restore what was archived or deleted',
    takes: '<library>',
    calls: ['update-library'],
    input: (request) => ({ ...versioned(request), status: 'active' }),
  },
  purge: {
    description: 'Permanently remove what was deleted',
    flags: ['all', 'dryRun', 'yes'],
    calls: ['purge-libraries'],
    confirms: true,
  },
  files: {
    description: 'The files of a version, with failures',
    takes: '<library>',
    flags: ['failed', 'limit', 'page'],
    calls: ['list-documents'],
    input: (request) => {
      const { failed, limit = 200, page } = request.flags
      return { ...versioned(request), status: failed === true ? 'failed' : undefined, page_size: limit, page }
    },
  },
  retry: {
    description: 'Retry failed files',
    takes: '<library> [paths ...]',
    calls: ['retry-documents'],
    input: (request) => ({ ...versioned(request), ...(request.rest.length > 0 && { paths: request.rest }) }),
  },
  releases: {
    description: 'Tags of a repository that can be imported',
    takes: '<address>',
    needs: { address: ['a repository', 'Write: wuku docs releases https://github.com/vuejs/core'] },
    flags: ['host', 'all'],
    calls: ['list-releases'],
    input: ({ words: { address }, flags }) => ({ url: address, ...flags }),
  },
  which: {
    description: 'The version that a project uses',
    takes: '[library]',
    flags: ['project'],
    calls: ['which-version'],
  },
  diff: {
    description: 'What changed between two versions',
    takes: '<library> <from> <to> [topic]',
    joins: true,
    needs: { from: twoVersions(), to: twoVersions() },
    flags: ['budget'],
    calls: ['diff-library-versions'],
  },
  log: {
    description: 'Imports and changes, newest first',
    takes: '[library]',
    flags: ['limit'],
    calls: ['library-activity'],
    input: ({ words: { library }, flags: { limit } }) => ({
      [isTask(library) ? 'task_id' : 'library']: library,
      page_size: limit,
    }),
  },
  calls: {
    description: 'Calls of agents',
    takes: '[library]',
    flags: ['failed', 'limit'],
    calls: ['list-calls'],
    input: ({ words: { library: operation }, flags: { failed, limit } }) => ({ operation, failed, page_size: limit }),
  },
  stats: {
    description: 'Number, speed and success of calls',
    takes: '[library]',
    flags: ['days'],
    calls: ['library-statistics'],
  },
}

function twoVersions(): readonly [string, string] {
  return ['two versions', 'Write: wuku docs diff react 18.3.1 19.0.1 "refs"']
}

const isTask = (about = ''): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(about)

/** `react@18` in its parts, for operations that take them apart. */
function versioned({ words: { library = '' } }: ActionRequest) {
  const at = library.indexOf('@', 1)
  return at < 0 ? { library } : { library: library.slice(0, at), version: library.slice(at + 1) }
}

/** Whether the text is a path, or exists here: `docs`, unlike `hono.dev`. */
const isPlace = (written: string, isHere: Shell['isHere']): boolean =>
  /^(?:[/\\~]|\.{1,2}(?:[/\\]|$)|[a-z]:[/\\])/i.test(written) ||
  (!/^(?:[a-z][a-z0-9+.-]*:|git@)/i.test(written) && isHere(written))

const OF_FOLDERS: ReadonlySet<string> = new Set(['name', 'version', 'pattern', 'exclude'])

/** Input for `wuku add <folder> --kind docs`. */
function folderInput(root: string, flags: Input): Input {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined)
  const [other] = given.find(([name]) => !OF_FOLDERS.has(name)) ?? []
  if (other === undefined) return { root, kind: 'docs', ...Object.fromEntries(given) }
  throw usage(
    msg('doesNotApplyLocalFolder', {
      other,
      command: commandLine`wuku docs import ${root} --name <library> --version <version>`,
    }),
  )
}
