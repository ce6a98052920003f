import type { Snippets } from '../../../kinds/docs/operations/get-library-docs.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Action } from '../actions.ts'
import { pageFor, type Page } from '../pads/layout.ts'
import { ask, libraryIn, splitVersion, withoutGaps } from './run.ts'

/** Snippets about a topic. */
export const search: Action = async ({ words, flags }, shell) => {
  const [library, rest] = libraryIn(words, 'search')
  if (rest.length === 0)
    throw usage(
      '"wuku docs search" needs a topic.',
      'Write: wuku docs search react "effect cleanup"; "all" asks every library.',
    )
  const { out } = shell.terminal
  const { library: named, version } = splitVersion(library)
  const { code, info, project, page: number, budget } = flags
  const mode = code === true ? 'code' : info === true ? 'info' : undefined
  const input = { library_id: named, topic: rest.join(' '), version, mode, project, page: number, budget }
  const answer = await ask<Snippets>(shell, 'get-library-docs', withoutGaps(input))
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, (await shell.engine()).now())
  const parts = answer.documents.map((document, at) => partOf(document, at + 1, page))
  if (!shell.quiet || parts.length === 0) parts.push(page.paint.dim(foot(answer)))
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

function foot({ documents, has_more: hasMore, left_out: left, notes, page, versions }: Snippets): string {
  const answered = versions.map(
    ({ library, version, indexed_at: at }) => `${library} ${version}, indexed ${(at ?? '').slice(0, 10)}`,
  )
  return [
    ...notes,
    ...(documents.length > 0 ? [`Answered by ${answered.join('; ')}.`] : []),
    ...(left > 0 ? [`${left} more on this page: --budget 6000.`] : []),
    ...(hasMore ? [`More: --page ${page + 1}`] : []),
  ].join('\n')
}
