import { printJson } from '../../../surfaces/cli/answer.ts'
import { grouped } from '../../../engine/operations/counted.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Input, Outcome, Shell } from '../../../surfaces/cli/command.ts'
import type { Action } from '../actions.ts'
import { pageFor, type Page } from '../pads/layout.ts'
import { ask, libraryIn, noMore, run, splitVersion, withoutGaps } from './run.ts'

/** Asks an operation and prints a line for each of what it lists. */
async function lines<Output>(
  asked: { readonly name: string; readonly input: Input },
  linesOf: (answer: Output, page: Page) => readonly string[],
  shell: Shell,
): Promise<Outcome> {
  const { out } = shell.terminal
  const answer = await ask<Output>(shell, asked.name, withoutGaps(asked.input))
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, (await shell.engine()).now())
  const shown = linesOf(answer, page).map((line) => line.replaceAll(/\s*\n\s*/g, ' '))
  if (shown.length > 0) out.write(`${shown.join('\n')}\n`)
  return 'done'
}

interface Files {
  readonly list: readonly {
    readonly path: string
    readonly status: string
    readonly chunks: number
    readonly error: string | null
  }[]
  readonly total: number
}

export const files: Action = ({ words, flags }, shell) => {
  const [library, rest] = libraryIn(words, 'files')
  noMore(rest, 'files')
  const { failed, limit = 200, page } = flags
  const input = { ...splitVersion(library), status: failed === true ? 'failed' : undefined, page_size: limit, page }
  return lines<Files>(
    { name: 'list-documents', input },
    ({ list, total }, { paint }) => [
      ...list.map(({ path, chunks, error }) =>
        error === null ? `${path}  ${paint.dim(`${grouped(chunks)} snippets`)}` : `${paint.red('✗')} ${path}  ${error}`,
      ),
      paint.dim(`${grouped(total)} in all${total > list.length ? `; --limit ${Math.min(1_000, total)}` : ''}`),
    ],
    shell,
  )
}

interface Activities {
  readonly list: readonly {
    readonly at: string | null
    readonly task_id: string
    readonly event: string
    readonly status: string
    readonly message: string
    readonly version: string | null
    readonly target: string | null
  }[]
}

const minute = (at: string | null): string => (at ?? '').slice(0, 16).replace('T', ' ')

export const log: Action = ({ words: [about, ...rest], flags }, shell) => {
  noMore(rest, 'log')
  const isTask = about !== undefined && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(about)
  const input = { library: isTask ? undefined : about, task_id: isTask ? about : undefined, page_size: flags['limit'] }
  return lines<Activities>(
    { name: 'library-activity', input },
    ({ list }, { paint }) =>
      list.map(({ at, event, status, message, version, target }) => {
        const what = [version, target].filter((each) => each !== null).join(' ')
        const colour = status === 'error' ? paint.red : status === 'success' ? paint.green : paint.dim
        return `${paint.dim(minute(at))}  ${colour(event)}  ${[what, message].filter(Boolean).join('  ')}`
      }),
    shell,
  )
}

interface Calls {
  readonly list: readonly {
    readonly at: string | null
    readonly operation: string
    readonly client: string
    readonly input: unknown
    readonly results: number | null
    readonly milliseconds: number
    readonly error: string | null
  }[]
}

export const calls: Action = ({ words: [operation, ...rest], flags }, shell) => {
  noMore(rest, 'calls')
  const { limit, failed } = flags
  return lines<Calls>(
    { name: 'list-calls', input: { operation, failed, page_size: limit } },
    ({ list }, { paint }) =>
      list.map((call) => {
        const end = call.error === null ? paint.dim(`${call.results ?? '–'} results`) : paint.red(call.error)
        const facts = `${call.operation}  ${call.milliseconds.toFixed(0)} ms  ${end}`
        return `${paint.dim(minute(call.at))}  ${call.client}  ${facts}  ${paint.dim(JSON.stringify(call.input))}`
      }),
    shell,
  )
}

export const stats: Action = ({ words: [library, ...rest], flags }, shell) => {
  noMore(rest, 'stats')
  return run('library-statistics', { library, days: flags['days'] }, shell)
}

interface Releases {
  readonly releases: readonly { readonly tag: string; readonly published_at: string | null }[]
  readonly left_out: number
}

export const releases: Action = ({ words: [url, ...rest], flags }, shell) => {
  if (url === undefined)
    throw usage('"wuku docs releases" needs a repository.', 'Write: wuku docs releases https://github.com/vuejs/core')
  noMore(rest, 'releases')
  return lines<Releases>(
    { name: 'list-releases', input: { url, host: flags['host'], all: flags['all'] } },
    ({ releases: found, left_out: left }, { paint }) => [
      ...found.map(({ tag, published_at: at }) => `${tag}  ${paint.dim((at ?? '').slice(0, 10))}`),
      ...(left > 0 ? [paint.dim(`${grouped(left)} more: --all`)] : []),
    ],
    shell,
  )
}
