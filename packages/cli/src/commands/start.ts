import { msg, tr, trCount, speaking, type Text, type Speaker } from '@wuku/messages/cli'
import { dirname, join, relative } from 'node:path'
import { allFailed } from '@wuku/kernel/operations/report'
import { printJson } from '@wuku/terminal/print-answer'
import type { Command, Shell } from '@wuku/terminal/command-types'
import { withProgress } from '@wuku/terminal/progress'
import { clients } from '@wuku/connect/clients'
import { serverCommand } from '@wuku/connect/tool-arguments'
import { isSingle, launcher, packageFolder, readVersion } from '@wuku/settings/package'
import type { CommandsInput } from '../local-shell.ts'
import { commandLine, shellText } from '@wuku/text/show/shell-words'
import { start, type FirstRun, type Sample } from '@wuku/kernel/operations/start'
import { grouped } from '@wuku/kernel/base/counted'
import { isNews, rulesOf } from '@wuku/kernel/operations/render-report'
import { harmless, paintFor, translatorOf, type Paint, type Sink } from '@wuku/terminal/terminal'
import { cutToWidth, displayWidth, wrapToWidth } from '@wuku/text/show/width'
import type { Source } from '@wuku/core/core-types'
import type { IndexReport } from '@wuku/kernel/base/parts/index-runs'
import type { ServerCommand } from '@wuku/connect/client'

export const startCommand = (commandsInput: CommandsInput): Command => ({
  name: 'start',
  title: 'Index a folder and show how to connect an agent',
  positional: ['folders...'],
  flags: () => ({ '--folders, --folder A,B': 'Folders to index. Default: this folder.' }),
  examples: [
    { description: 'Index a folder and show how to connect an agent', line: 'wuku start ~/notes' },
    { description: 'Several at once', line: 'wuku start ~/notes ~/work/handbook' },
  ],
  async run({ folders = [defaultFolder()] }, shell) {
    const { output } = await withProgress(shell, ({ step }) =>
      shell.call<FirstRun>(start, { folders }, { progress: step }),
    )
    const { sources, report, sample } = output
    const started: Started = {
      version: readVersion(),
      sources,
      report,
      sample,
      server: serverCommand(commandsInput.environment),
      typed: typedCommand(),
    }
    if (shell.json) printJson(shell.terminal.out, { ...started, clients: clients.map(({ name }) => name) })
    else if (!shell.quiet) {
      shell.terminal.out.write(speaking(translatorOf(shell.terminal.out), () => welcome(started, shell.terminal.out)))
      await goOnInConsole(shell, commandsInput)
    }
    return allFailed(report) ? 'failed' : 'done'
  },
})

/** A page of the console goes on from here, for people alone; where it cannot be shown, all was said already. */
async function goOnInConsole({ terminal: { out }, stdin, signal }: Shell, input: CommandsInput): Promise<void> {
  if (!out.isTerminal || !stdin.isTerminal) return
  const { openConsole } = await import('./console.ts')
  const url = await openConsole('/sources/start', input, signal).catch(() => undefined)
  if (url !== undefined) out.write(`\n${indented(translatorOf(out)(msg('consoleOpensYourBrowserIf', { url })))}\n`)
}

/** In a fresh clone there is something to look at: the documentation that came with it. */
const defaultFolder = (): string =>
  relative(packageFolder, process.cwd()) === '' ? join(packageFolder, 'docs') : process.cwd()

/**
 * `wuku` if npm has put it on the path, `npx wuku` in a project that depends on it, otherwise the relative path of the
 * launcher.
 */
function typedCommand(started = process.argv[1] ?? ''): string {
  if (dirname(started).endsWith(join('node_modules', '.bin'))) return 'npx wuku'
  if (isSingle || !started.endsWith('.js')) return 'wuku'
  const near = relative(process.cwd(), launcher)
  return commandLine`node ${near.startsWith('..') ? launcher : near}`
}

interface Started {
  readonly version: string
  readonly sources: readonly Source[]
  readonly report: IndexReport
  readonly sample: Sample | undefined
  /** Command that starts wuku on this machine, in any folder. */
  readonly server: ServerCommand
  /** Words that the user types before a command. */
  readonly typed: string
}

/** Output of `wuku start`: indexed sources, a sample search, and how to connect an agent. */
function welcome(started: Started, out: Sink): string {
  const paint = paintFor(out)
  const translate = translatorOf(out)
  const parts = [
    `${paint.bold('wuku')} ${paint.cyan('五库')} ${paint.dim(started.version)}`,
    renderIndexed(started, out),
    ...(started.sample ? [found(started.sample, started.typed, { paint, columns: out.columns, translate })] : []),
    connecting(started, out),
  ]
  return `${parts.map(indented).join('\n\n')}\n`
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')

/** Files that were left out take one line, however many they are. */
function renderIndexed({ sources, report, typed }: Started, out: Sink): string {
  const paint = paintFor(out)
  const translate = translatorOf(out)
  const lines = sources.map(({ kind, name, root }) => {
    const counts = report.sources.find((each) => each.source === name && each.kind === kind)
    const documents = counts ? counts.added + counts.changed + counts.moved + counts.unchanged : 0
    const head = `${paint.green('✓')} ${paint.bold(`${kind}/${name}`)}  ${trCount(documents, 'document')}`
    const place = paint.dim(out.link?.(harmless(root), root) ?? root)
    return displayWidth(`  ${head}  ${place}`) > out.columns ? `${head}\n  ${place}` : `${head}  ${place}`
  })
  const problems = report.problems.length
  const isEmpty = report.sources.every(
    ({ added, changed, moved, unchanged }) => added + changed + moved + unchanged === 0,
  )
  const leftOut = report.skipped.filter(isNews)
  return [
    ...lines,
    ...(isEmpty
      ? [`${paint.yellow('!')} ${translate('Nothing to index here: name a folder with notes, documents or code.')}`]
      : []),
    ...(problems > 0 ? [`${paint.yellow('!')} ${trCount(problems, 'problem')}`] : []),
    ...(leftOut.length > 0 ? [`${paint.dim('·')} ${leftOutSummary(leftOut, translate, out.columns - EDGE)}`] : []),
    ...(problems + leftOut.length > 0 ? [paint.dim(`  ${translate(msg('indexVerboseListsThem', { typed }))}`)] : []),
  ].join('\n')
}

/** Indent and mark of a line. */
const EDGE = 4
const SHOWN_RULES = 3

/** `34 files left out: 31 of other formats, 2 hidden, 1 for other reasons` */
function leftOutSummary(skipped: Started['report']['skipped'], translate: Speaker, width: number): string {
  const rules = rulesOf(skipped).map(({ rule, paths }) => ({ rule, count: paths.length }))
  const rest = rules.slice(SHOWN_RULES).reduce((sum, { count }) => sum + count, 0)
  const reasons = rules.slice(0, SHOWN_RULES).map(reasonOf)
  if (rest > 0) reasons.push(tr(msg('otherReasons', { rest: grouped(rest) })))
  return cutToWidth(translate(msg('leftOut', { files: skipped.length, reasons: reasons.join(', ') })), width)
}

/** All patterns of a storehouse would fill the line. */
const reasonOf = ({ rule, count }: { readonly rule: Text; readonly count: number }): string =>
  String(rule).startsWith('not matched by ')
    ? tr(msg('otherFormats', { count: grouped(count) }))
    : tr(msg('countedRule', { count: grouped(count), rule: harmless(tr(rule)) }))

function found(
  { query, hits, milliseconds }: Sample,
  typed: string,
  { paint, columns, translate }: { paint: Paint; columns: number; translate: Speaker },
): string {
  const rows = hits.map(({ score, document, source, line }) => {
    const place = `${source.name}/${document.path}:${line}`
    return `  ${paint.dim(score.toFixed(2))}  ${cutToWidth(harmless(`${document.title}  ${place}`), columns - 12)}`
  })
  const head = `${paint.bold(translate('Ask'))}  ${paint.dim(`${Math.max(1, Math.round(milliseconds))} ms`)}`
  return [head, `  ${typed} recall ${shellText(query)}`, ...rows].join('\n')
}

function connecting({ server, typed }: Started, out: Sink): string {
  const paint = paintFor(out)
  const translate = translatorOf(out)
  const command = [server.command, ...server.args].map(shellText).join(' ')
  const env = Object.entries(server.env)
    .map(([name, value]) => ` --env ${shellText(`${name}=${value}`)}`)
    .join('')
  const rows = [
    ['Claude Code', `claude mcp add --scope user wuku${env} -- ${command}`],
    ['Codex', `codex mcp add wuku${env} -- ${command}`],
    ['Gemini CLI', `gemini mcp add --scope user${env} wuku ${command}`],
  ] as const
  const others = clients.map(({ name }) => name).join(', ')
  return [
    `${paint.bold(translate('Connect an agent'))}  ${paint.dim(translate('with one of these, and ask it something from your files'))}`,
    ...rows.map(([name, line]) => `  ${paint.cyan(name)}\n    ${line}`),
    `  ${paint.cyan(translate('These and others'))}\n    ${typed} connect <name>`,
    ...wrapToWidth(translate(msg('one', { others })), out.columns - EDGE - 2).map((line) => `    ${paint.dim(line)}`),
  ].join('\n')
}
