import { tr, trCount } from '@wuku/messages/message'
import { moreFlags } from '@wuku/terminal/flags'
import type { IndexReport } from '@wuku/kernel/base/parts/index-runs'
import { printError, printJsonLine } from '@wuku/terminal/print-answer'
import type { Command, Input, Outcome } from '@wuku/terminal/command-types'
import { paintFor, writeTranslated } from '@wuku/terminal/terminal'
import type { LocalShell } from '../local-shell.ts'

/**
 * Prints the report first; with `--watch` it stays and prints changes, until Ctrl-C. Files are watched in place, by
 * this process: that is no call, and the engine is asked for it directly.
 */
export const indexCommand = (once: Command): Command<LocalShell> => ({
  ...once,
  flags: () => moreFlags(once, { '--watch': 'Then keep the sources fresh until stopped.' }),
  async run({ watch = false, ...input }, shell) {
    const outcome = await once.run(input, shell)
    return watch === true && input['dryRun'] !== true ? keepFresh(input, shell) : outcome
  },
})

async function keepFresh({ sources = [] }: Input, shell: LocalShell): Promise<Outcome> {
  const { terminal, json, quiet, signal } = shell
  const { dim } = paintFor(terminal.err)
  if (!quiet && !json) writeTranslated(terminal.err, () => `${dim(tr('Watching; press Ctrl-C to stop.'))}\n`)
  const engine = await shell.engine()
  await engine.index.watch({
    sources: sources as readonly string[],
    signal,
    changed: (report) => {
      if (json) printJsonLine(terminal.out, report)
      else if (!quiet) writeTranslated(terminal.out, () => `${changeLine(report)}\n`)
    },
    failed: (error) => printError(terminal, error, { json }),
  })
  return 'done'
}

const changeLine = ({ sources, problems }: IndexReport): string =>
  sources
    .map(({ kind, source, added, changed, moved, removed }) => {
      const counts = Object.entries({ added, changed, moved, removed }).filter(([, count]) => count > 0)
      const summary = counts.map(([word, count]) => `${count} ${word}`).join(', ')
      return `${kind}/${source}: ${summary}${problems.length > 0 ? `, ${trCount(problems.length, 'problem')}` : ''}`
    })
    .join('\n')
