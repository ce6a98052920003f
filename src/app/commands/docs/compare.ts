import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Action } from '../actions.ts'
import { pageFor } from '../pads/layout.ts'
import { ask, libraryIn, noMore, withoutGaps } from './run.ts'

interface Which {
  readonly project: string
  readonly used: readonly {
    readonly library: string
    readonly uses: string
    readonly from: string
    readonly version: string | null
    readonly nearest: readonly string[]
  }[]
  readonly notes: readonly string[]
}

/** Which version of a library a project uses; of every library when none is named. */
export const which: Action = async ({ words: [library, ...rest], flags }, shell) => {
  noMore(rest, 'which')
  const { out } = shell.terminal
  const answer = await ask<Which>(shell, 'which-version', withoutGaps({ library, project: flags['project'] }))
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const { paint } = pageFor(out, (await shell.engine()).now())
  const lines = answer.used.map(({ library: name, uses, from, version, nearest }) => {
    const here =
      version === null ? paint.red(`not here; nearest: ${nearest.join(', ') || 'none'}`) : `answered by ${version}`
    return `${paint.bold(name)} ${uses}  ${paint.dim(from)}  ${here}`
  })
  out.write(`${[...lines, ...answer.notes.map(paint.dim)].join('\n')}\n`)
  return 'done'
}

interface Diff {
  readonly changes: readonly { readonly kind: string; readonly path: readonly string[]; readonly diff: string }[]
  readonly counts: Readonly<Record<'added' | 'removed' | 'changed' | 'same', number>>
  readonly left_out: number
  readonly notes: readonly string[]
}

export const diff: Action = async ({ words, flags }, shell) => {
  const [library, [from, to, ...topic]] = libraryIn(words, 'diff')
  if (from === undefined || to === undefined)
    throw usage('"wuku docs diff" needs two versions.', 'Write: wuku docs diff react 18.3.1 19.0.1 "refs"')
  const { out } = shell.terminal
  const input = { library, from, to, query: topic.join(' ') || undefined, budget: flags['budget'] }
  const answer = await ask<Diff>(shell, 'diff-library-versions', withoutGaps(input))
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const { paint } = pageFor(out, (await shell.engine()).now())
  const colour = (line: string): string =>
    line.startsWith('+') ? paint.green(line) : line.startsWith('-') ? paint.red(line) : line
  const parts = answer.changes.map(({ kind, path, diff: text }) =>
    [`${paint.bold(path.join(' > '))}  ${paint.dim(kind)}`, ...text.split('\n').map(colour)].join('\n'),
  )
  const { added, removed, changed, same } = answer.counts
  const foot = `${added} added, ${removed} removed, ${changed} changed, ${same} unchanged.${answer.left_out > 0 ? ` ${answer.left_out} not shown: --budget 8000` : ''}`
  out.write(`${[...parts, ...answer.notes.map(paint.dim), paint.dim(foot)].join('\n\n')}\n`)
  return 'done'
}
