import { msg, tr, type Text } from '@wuku/messages/cli'
import { printChange, printLines } from '@wuku/terminal/command-page'
import type { Shell } from '@wuku/terminal/command-types'
import { harmless, paintFor, type Paint } from '@wuku/terminal/terminal'
import { guidePlace, isRemote, settingsFile } from '@wuku/connect/client'
import type { ConnectionRequest, FileChange } from '@wuku/connect/connection'
import { diffLines } from '@wuku/text/edits/line-diff'

interface WrittenFile extends FileChange {
  readonly isChange: boolean
  readonly backup: string | undefined
}

interface ConnectionReport {
  readonly request: ConnectionRequest
  readonly files: readonly WrittenFile[]
  readonly isDry: boolean
  readonly notes: readonly string[]
}

export function printConnection(shell: Shell, report: ConnectionReport): 'done' {
  const paint = paintFor(shell.terminal.out)
  const changed = report.files.filter(({ isChange }) => isChange)
  const lines = () => (report.isDry && changed.length > 0 ? dryLines(changed, paint) : doneLines(report, paint))
  return (report.isDry ? printLines : printChange)(shell, asJson(report), () => [
    ...lines(),
    ...notesOf(report).map((note) => `  ${paint.yellow('!')} ${tr(note)}`),
  ])
}

/** The file of the server, or of what else there is, stands alone: a script asks for that. */
function asJson({ request, files, isDry, notes }: ConnectionReport): object {
  const main = files.find(({ parts }) => parts.includes('server')) ?? files[0]
  return {
    client: request.client.name,
    file: main?.file ?? settingsFile(request.client, request),
    changed: files.some(({ isChange }) => isChange),
    dryRun: isDry,
    removed: request.wishes.server === 'remove',
    backup: main?.backup,
    files: files.map(({ file, parts, isChange, backup }) => ({ file, parts, changed: isChange, backup })),
    notes: notesOf({ request, files, isDry, notes }),
  }
}

function dryLines(changed: readonly WrittenFile[], paint: Paint): readonly string[] {
  const shown = changed.flatMap(({ file, before, after }) => [
    paint.bold(after === '' ? `${file} (deleted)` : file),
    ...changedLines(before, after).map((line) =>
      line.startsWith('+') ? paint.green(harmless(line)) : paint.red(harmless(line)),
    ),
  ])
  return [...shown, paint.dim(tr('Nothing was written.'))]
}

function doneLines({ request: { client, wishes }, files }: ConnectionReport, paint: Paint): readonly string[] {
  const isChange = files.some((file) => file.isChange)
  const [main, ...rest] = files
  // A file in which nothing was to take out is no news.
  const others = rest.filter((file) => file.isChange || file.parts.some((part) => wishes[part] === 'set'))
  return [
    `${paint.green('✓')} ${tr(stateOf(client, wishes, isChange))}${main ? tr(': ') + main.file : ''}`,
    ...others.map(({ file, parts }) => `  ${parts.map(tr).join(tr(' and '))}${tr(': ')}${file}`),
    ...files.flatMap(({ backup }) => (backup ? [`  ${paint.dim(tr(msg('backup', { backup })))}`] : [])),
    ...(isChange && wishes.server === 'set'
      ? [`  ${paint.dim(tr('Restart it, and ask it something from your notes.'))}`]
      : []),
  ]
}

function stateOf(
  { title }: Pick<ConnectionRequest['client'], 'title'>,
  { server, guide }: ConnectionRequest['wishes'],
  isChange: boolean,
): Text {
  if (server === 'remove') return isChange ? msg('isNoLongerConnected', { title }) : msg('wasNotConnected', { title })
  if (guide === 'remove') return isChange ? msg('noLongerHasGuide', { title }) : msg('hadNoGuide', { title })
  return isChange ? msg('isConnected', { title }) : msg('isConnectedAlready', { title })
}

function notesOf({ request, files, notes }: ConnectionReport): readonly string[] {
  const { client, wishes, isProject } = request
  const common = [...remoteNotes(request), ...notes]
  if (wishes.guide !== 'set') return common
  const scope = isProject ? tr('of a project') : tr('for all projects')
  const isHookNew = files.some(({ parts, isChange }) => isChange && parts.includes('hook'))
  return [
    ...common,
    ...(guidePlace(client, request) ? [] : [tr(msg('noFileGuide', { title: client.title, scope }))]),
    ...(isHookNew ? [tr('What it says to the agent: wuku hook log. To silence it: wuku hook off')] : []),
    ...(isHookNew && client.hook?.note ? [tr(client.hook.note)] : []),
    ...(wishes.server && !settingsFile(client, request)
      ? [tr(msg('noServersOnlyRulesWere', { title: client.title, scope }))]
      : []),
  ]
}

function remoteNotes({ server, wishes, isProject }: ConnectionRequest): readonly string[] {
  if (wishes.server !== 'set' || !isRemote(server)) return []
  if (isProject || server.token === undefined)
    return [tr('No token was written: set the variable WUKU_TOKEN where the agent starts.')]
  return [
    tr(
      'The server makes a new token whenever it starts: repeat this command then. "wuku connect" without --url needs none.',
    ),
  ]
}

/** The lines that differ, the old ones with `-` and the new ones with `+`, in the order of the file. */
export function changedLines(before: string, after: string): readonly string[] {
  const diff = diffLines(withoutLastBreak(before), withoutLastBreak(after))
  const lines: string[] = []
  let [old, now] = [0, 0]
  while (old < diff.before.length || now < diff.after.length) {
    if (diff.removed[old]) lines.push(`- ${diff.before[old++]}`)
    else if (diff.added[now]) lines.push(`+ ${diff.after[now++]}`)
    else [old, now] = [old + 1, now + 1]
  }
  return lines
}

const withoutLastBreak = (text: string): string => text.replace(/\n$/, '')
