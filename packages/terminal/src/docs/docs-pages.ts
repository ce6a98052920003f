import { msg, tr, trCount, type Speaker } from '@wuku/messages/terminal'
import { grouped } from '@wuku/kernel/base/counted'
import type { Snippets } from '@wuku/docs/operations/get-library-docs'
import type { Differences } from '@wuku/docs/operations/diff-library-versions'
import type { LibraryShape, VersionShape } from '@wuku/docs/operations/library-shape'
import type { DocumentList } from '@wuku/docs/operations/list-documents'
import type { LibraryList } from '@wuku/docs/operations/list-libraries'
import type { Releases } from '@wuku/docs/operations/list-releases'
import type { ActivityList, CallList } from '@wuku/docs/operations/record-operations'
import type { UsedVersions } from '@wuku/docs/operations/which-version'
import { minuteOf, SHORTEST, type Page, type Shown } from '../command-page.ts'
import { tablePage, type Column } from '../table.ts'

const libraryColumns = ({ translate }: Page): readonly Column<LibraryShape>[] => [
  { cell: ({ name }) => name, colour: 'bold', align: 'left', maxWidth: 32 },
  { cell: (library) => libraryFacts(library, translate).join(' · '), least: SHORTEST },
]

/** All libraries, a line each. */
export const showLibraries = ({ libraries, total }: LibraryList, page: Page): Shown =>
  tablePage(libraryColumns(page), libraries, page, {
    foot: [
      total === 0
        ? tr('No libraries. Import one: wuku docs import <url>, or wuku add <folder> --kind docs --name <name>')
        : tr(
            msg('marksDefaultVersionSearchOne', {
              libraries: libraries.length,
              value: total > libraries.length ? tr(msg('of', { total })) : '',
            }),
          ),
    ],
  })

function libraryFacts(
  { versions, snippets, status, source_url: url }: LibraryShape,
  translate: Speaker,
): readonly string[] {
  const named = versions.map(({ version, is_default: isDefault }) => (isDefault ? `${version}*` : version))
  return [
    named.slice(0, 4).join(' ') + (named.length > 4 ? ` +${named.length - 4}` : ''),
    trCount(snippets, 'snippet'),
    ...(status === 'active' ? [] : [translate(status)]),
    url ?? '',
  ].filter(Boolean)
}

/** One library with all its versions. */
export function showLibrary(library: LibraryShape, { paint, translate }: Page): Shown {
  const { name, slug, status, description, source_url: url, keep, versions } = library
  return {
    parts: [
      `${paint.bold(name)}  ${paint.cyan(slug)}  ${status === 'active' ? '' : translate(status)}`.trimEnd(),
      ...(description === '' ? [] : [`  ${description}`]),
      paint.dim(`  ${translate(msg('fromKeeps', { url: url ?? msg('uploadedFiles'), keep }))}`),
      ...versions.map(
        (each) => `  ${each.is_default ? '*' : ' '} ${each.version}  ${paint.dim(versionFacts(each, translate))}`,
      ),
    ],
    isDense: true,
  }
}

const versionFacts = (version: VersionShape, translate: Speaker): string =>
  [
    trCount(version.documents, 'document'),
    translate(msg('code', { snippets: version.snippets, codeSnippets: grouped(version.code_snippets) })),
    ...(version.commit === null ? [] : [version.commit.slice(0, 10)]),
    ...(version.indexed_at === null ? [] : [minuteOf(version.indexed_at)]),
    ...(version.status === 'active' ? [] : [translate(version.status)]),
  ].join(' · ')

/** Snippets about a topic. */
export const showSnippets = (answer: Snippets, page: Page): Shown => ({
  parts: answer.documents.map((document, at) => snippetPart(document, at + 1, page)),
  foot: [snippetsFoot(answer)],
})

/** As `recall` prints its hits: number and title, then where it stands, then what it says. */
function snippetPart(document: Snippets['documents'][number], number: number, { paint }: Page): string {
  const { title, description, source, library, version, code, content = '', citation } = document
  const codeLines = code.split('\n').map((line) => (line === '' ? '' : `    ${paint.cyan(line)}`))
  return [
    `${paint.bold(`${number}. ${title}`)}  ${paint.dim(`${library} ${version}`)}`,
    `   ${paint.dim(source)}  ${paint.cyan(citation)}`,
    ...[description, content].filter((text) => text !== ''),
    ...(code === '' ? [] : codeLines),
  ].join('\n')
}

function snippetsFoot({ documents, has_more: hasMore, left_out: left, weaker = 0, notes, page, versions }: Snippets) {
  const answered = versions.map(({ library, version, indexed_at: at }) =>
    tr(msg('indexed', { library, version, at: (at ?? '').slice(0, 10) })),
  )
  return [
    ...notes,
    ...(documents.length > 0 ? [tr(msg('answered2', { answered: answered.join('; ') }))] : []),
    ...(left > 0 ? [tr(msg('morePageBudget', { left }))] : []),
    ...(weaker > 0 ? [tr(msg('farWeakerLeftOutWeak2', { weaker }))] : []),
    ...(hasMore ? [tr(msg('morePage', { page: page + 1 }))] : []),
  ].join('\n')
}

const usedColumns = ({ translate }: Page): readonly Column<UsedVersions['used'][number]>[] => [
  { cell: ({ library, uses }, { bold }) => `${bold(library)} ${uses}` },
  { cell: ({ from }) => from, colour: 'dim' },
  {
    cell: ({ version, nearest }, { red }) =>
      version === null
        ? red(translate(msg('notHereNearest', { nearest: nearest.join(', ') || msg('none') })))
        : translate(msg('answered', { version })),
  },
]

/** Which version of a library a project uses; of every library when none is named. */
export const showUsed = ({ used, notes }: UsedVersions, page: Page): Shown =>
  tablePage(usedColumns(page), used, page, { foot: notes.map(tr) })

export function showDifferences(
  { changes, counts, left_out: left, notes }: Differences,
  { paint, translate }: Page,
): Shown {
  const { added, removed, changed, same } = counts
  const colour = (line: string): string =>
    line.startsWith('+') ? paint.green(line) : line.startsWith('-') ? paint.red(line) : line
  const summary = [
    tr(msg('addedRemovedChangedUnchanged', { added, removed, changed, same })),
    ...(left > 0 ? [tr(msg('notShownBudget', { left }))] : []),
  ]
  return {
    parts: changes.map(({ kind, path, diff }) =>
      [`${paint.bold(path.join(' > '))}  ${paint.dim(translate(kind))}`, ...diff.split('\n').map(colour)].join('\n'),
    ),
    foot: [...notes.map(tr), ...summary],
  }
}

const fileColumns: readonly Column<DocumentList['list'][number]>[] = [
  { cell: ({ path, error }, { red }) => (error === null ? path : `${red('✗')} ${path}`) },
  { cell: ({ chunks, error }) => error ?? trCount(chunks, 'snippet'), colour: 'dim', is: 'word' },
]

export const showFiles = ({ list, total }: DocumentList, page: Page): Shown => {
  const more = total > list.length ? `; --limit ${Math.min(1_000, total)}` : ''
  return tablePage(fileColumns, list, page, { foot: [tr(msg('all', { total: grouped(total), more }))] })
}

const activityColumns: readonly Column<ActivityList['list'][number]>[] = [
  { cell: ({ at }) => minuteOf(at), colour: 'dim' },
  {
    cell: ({ event, status }, { red, green, dim }) =>
      (status === 'error' ? red : status === 'success' ? green : dim)(event),
  },
  { cell: ({ version, target }) => [version, target].filter((each) => each !== null).join(' ') },
  { cell: ({ message }) => message, is: 'word' },
]

export const showActivities = ({ list }: ActivityList, page: Page): Shown => tablePage(activityColumns, list, page)

const callColumns = ({ translate }: Page): readonly Column<CallList['list'][number]>[] => [
  { cell: ({ at }) => minuteOf(at), colour: 'dim' },
  { cell: ({ client }) => client },
  { cell: ({ operation, func_name: name }) => operation ?? name },
  { cell: ({ milliseconds }) => `${milliseconds.toFixed(0)} ms` },
  {
    cell: ({ error, results }, { red, dim }) =>
      error === null
        ? dim(translate(results === null ? '– results' : trCount(results, 'result')))
        : red(translate(error)),
  },
  { cell: ({ input }) => JSON.stringify(input), colour: 'dim' },
]

export const showCalls = ({ list }: CallList, page: Page): Shown => tablePage(callColumns(page), list, page)

const releaseColumns: readonly Column<Releases['releases'][number]>[] = [
  { cell: ({ tag }) => tag },
  { cell: ({ published_at: at }) => (at ?? '').slice(0, 10), colour: 'dim' },
]

export const showReleases = ({ releases, left_out: left }: Releases, page: Page): Shown =>
  tablePage(releaseColumns, releases, page, { foot: left > 0 ? [tr(msg('moreWithAll', { left }))] : [] })
