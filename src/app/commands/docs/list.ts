import { counted, grouped } from '../../../engine/operations/counted.ts'
import type { LibraryShape, VersionShape } from '../../../kinds/docs/operations/library-shape.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { displayWidth, padEnd } from '../../../surfaces/cli/terminal.ts'
import type { Action } from '../actions.ts'
import { cut, pageFor, type Page } from '../pads/layout.ts'
import { ask, libraryIn, noMore, splitVersion, withoutGaps } from './run.ts'
import type { Snippets } from '../../../kinds/docs/operations/get-library-docs.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'

interface Libraries {
  readonly libraries: readonly LibraryShape[]
  readonly total: number
}

/** All libraries, a line each. */
export const list: Action = async ({ words, flags }, shell) => {
  const { out } = shell.terminal
  const { sort, all, limit } = flags
  const input = {
    query: words.join(' ') || undefined,
    sort,
    page_size: limit,
    status: all === true ? 'all' : undefined,
  }
  const answer = await ask<Libraries>(shell, 'list-libraries', withoutGaps(input))
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, (await shell.engine()).now())
  const widest = Math.max(0, ...answer.libraries.map(({ name }) => displayWidth(name)))
  for (const library of answer.libraries) out.write(`${lineOf(library, Math.min(widest, 32), page)}\n`)
  if (!shell.quiet || answer.total === 0) out.write(`${page.paint.dim(foot(answer))}\n`)
  return 'done'
}

function lineOf(library: LibraryShape, width: number, page: Page): string {
  const versions = library.versions.map(({ version, is_default: isDefault }) => (isDefault ? `${version}*` : version))
  const facts = [
    versions.slice(0, 4).join(' ') + (versions.length > 4 ? ` +${versions.length - 4}` : ''),
    counted(library.snippets, 'snippet'),
    ...(library.status === 'active' ? [] : [library.status]),
    library.source_url ?? '',
  ]
  const head = page.paint.bold(padEnd(cut(library.name, width, page), width))
  return `${head}  ${cut(facts.filter(Boolean).join(' · '), page.out.columns - width - 2, page)}`
}

function foot({ libraries, total }: Libraries): string {
  if (total === 0)
    return 'No libraries. Import one: wuku docs import <url>, or wuku add <folder> --kind docs --name <name>'
  const more = total > libraries.length ? ` of ${total}` : ''
  return `${counted(libraries.length, 'library')}${more}. * marks the default version. To search one: wuku docs search <library> "<topic>"`
}

/** One library with all its versions. */
export const show: Action = async ({ words }, shell) => {
  const [library, rest] = libraryIn(words, 'show')
  noMore(rest, 'show')
  const { out } = shell.terminal
  const answer = await ask<LibraryShape>(shell, 'show-library', { library: splitVersion(library).library })
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const { paint } = pageFor(out, (await shell.engine()).now())
  const head = [
    `${paint.bold(answer.name)}  ${paint.cyan(answer.slug)}  ${answer.status === 'active' ? '' : answer.status}`.trimEnd(),
    ...(answer.description === '' ? [] : [`  ${answer.description}`]),
    paint.dim(`  from ${answer.source_url ?? 'uploaded files'} · keeps ${answer.keep}`),
  ]
  out.write(`${[...head, ...answer.versions.map((version) => versionLine(version, paint.dim))].join('\n')}\n`)
  return 'done'
}

function versionLine(version: VersionShape, dim: (text: string) => string): string {
  const facts = [
    counted(version.documents, 'document'),
    `${counted(version.snippets, 'snippet')} (${grouped(version.code_snippets)} with code)`,
    ...(version.commit === null ? [] : [version.commit.slice(0, 10)]),
    ...(version.indexed_at === null ? [] : [version.indexed_at.slice(0, 16).replace('T', ' ')]),
    ...(version.status === 'active' ? [] : [version.status]),
  ]
  return `  ${version.is_default ? '*' : ' '} ${version.version}  ${dim(facts.join(' · '))}`
}

/** Snippets about a topic. */
export const search: Action = async ({ words, flags }, shell) => {
  const [library, rest] = libraryIn(words, 'search')
  if (rest.length === 0)
    throw usage(
      '"wuku docs search" needs a topic.',
      'Write: wuku docs search react "effect cleanup"; "all" searches every library.',
    )
  const { out } = shell.terminal
  const { library: named, version } = splitVersion(library)
  const { code, info, project, page: number, budget, weak } = flags
  const mode = code === true ? 'code' : info === true ? 'info' : undefined
  const input = { library_id: named, topic: rest.join(' '), version, mode, project, page: number, budget, weak }
  const answer = await ask<Snippets>(shell, 'get-library-docs', withoutGaps(input))
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, (await shell.engine()).now())
  const parts = answer.documents.map((document, at) => partOf(document, at + 1, page))
  if (!shell.quiet || parts.length === 0) parts.push(page.paint.dim(searchFoot(answer)))
  out.write(`${parts.join('\n\n')}\n`)
  return 'done'
}

/** As `recall` prints its hits: number and title, then where it stands, then what it says. */
function partOf(document: Snippets['documents'][number], number: number, { paint }: Page): string {
  const { title, description, source, library, version, code, content = '', citation } = document
  const said = [description, content].filter((text) => text !== '')
  return [
    `${paint.bold(`${number}. ${title}`)}  ${paint.dim(`${library} ${version}`)}`,
    `   ${paint.dim(source)}  ${paint.cyan(citation)}`,
    ...said,
    ...(code === '' ? [] : [indented(code, paint)]),
  ].join('\n')
}

const indented = (code: string, paint: Page['paint']): string =>
  code
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${paint.cyan(line)}`))
    .join('\n')

function searchFoot({
  documents,
  has_more: hasMore,
  left_out: left,
  weaker = 0,
  notes,
  page,
  versions,
}: Snippets): string {
  const answered = versions.map(
    ({ library, version, indexed_at: at }) => `${library} ${version}, indexed ${(at ?? '').slice(0, 10)}`,
  )
  return [
    ...notes,
    ...(documents.length > 0 ? [`Answered by ${answered.join('; ')}.`] : []),
    ...(left > 0 ? [`${left} more on this page: --budget 6000.`] : []),
    ...(weaker > 0 ? [`${weaker} far weaker left out: --weak`] : []),
    ...(hasMore ? [`More: --page ${page + 1}`] : []),
  ].join('\n')
}
