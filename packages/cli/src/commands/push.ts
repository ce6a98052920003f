import { msg, tr } from '@wuku/messages/cli'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { visibilities } from '@wuku/core/core-types'
import { grouped } from '@wuku/kernel/base/counted'
import { byRule, problemLines } from '@wuku/kernel/operations/render-report'
import { shownTo } from '@wuku/kernel/operations/share'
import { printChange, printLines } from '@wuku/terminal/command-page'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Input } from '@wuku/terminal/command-types'
import { callNamed } from '@wuku/terminal/operation-command'
import { withProgress } from '@wuku/terminal/progress'
import type { FoundSecret } from '@wuku/kernel/base/parts/collected'
import type { Remote } from '@wuku/remote/call-remote'
import type { Chosen } from '@wuku/remote/choose-source'
import type { Finished } from '@wuku/kernel/push/push-operations'
import type { Sent } from '@wuku/remote/send-source'
import { languageOf } from '@wuku/terminal/terminal'
import { insecureFlag } from './both-places.ts'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

export const pushCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'push',
  title: 'Send a source, a conversation or a workflow to a server, secrets masked',
  positional: ['server', 'source'],
  flags: () => ({
    '--server TEXT': { description: 'Address of the server.', isRequired: true },
    '--source TEXT': {
      description: 'A source, a conversation (citation or id) or a workflow (id or name).',
      isRequired: true,
    },
    '--name TEXT': 'Name on the server. Default: as here.',
    '--visibility TEXT': {
      description: 'Who sees it: private (default: you alone), team, public.',
      choices: visibilities,
    },
    '--share A,B': 'Users and groups who see it too, by name or e-mail.',
    '--remove': 'Remove from the server what was pushed; local files stay.',
    ...insecureFlag,
    '--dry-run': 'Show each file, its size and each masked secret; nothing is sent.',
  }),
  examples: [
    { description: 'Look first', line: 'wuku push https://wuku.example.com handbook --dry-run' },
    { description: 'Notes, for yourself', line: 'wuku push https://wuku.example.com handbook' },
    {
      description: 'A repository, for the team',
      line: 'wuku push https://wuku.example.com code/shop --visibility team',
    },
    { description: 'A workflow, for a group', line: 'wuku push https://wuku.example.com "Login page" --share design' },
    { description: 'Take it back', line: 'wuku push https://wuku.example.com handbook --remove' },
  ],
  run: (given, shell) => push(given, input, shell),
})

async function push(given: Input, input: CommandsInput, shell: LocalShell): Promise<'done'> {
  const { server, source, name, dryRun, insecure } = readGiven(given)
  if (given['remove'] === true) return removePushed({ server, source, name, dryRun, insecure }, input, shell)
  const { chooseSource } = await import('@wuku/remote/choose-source')
  const { surveySource, sendSource } = await import('@wuku/remote/send-source')
  if (!dryRun) requireOnline(input)
  const { home, allowedSecrets } = input.settings
  const remote = dryRun ? undefined : await connect({ server, insecure }, input, shell)
  const { signal } = shell
  const engine = await shell.engine()
  const found = await chooseSource(source, {
    engine,
    allowed: allowedSecrets,
    signal,
    conversationsCalled: called(shell),
  })
  const chosen = name === undefined ? found : { ...found, source: { ...found.source, name } }
  if (!remote) {
    const sent = await withProgress(shell, ({ step }) => surveySource({ ...chosen, signal, progress: step }))
    return printDryRun({ server, chosen, sent }, shell)
  }
  const pushed = await withProgress(shell, ({ step }) => sendSource({ ...chosen, signal, progress: step }, remote))
  const { finished, ...sent } = pushed
  const shared = await after({ given, remote, chosen, finished, home }, shell)
  return printPush({ remote, chosen, sent, finished, shared }, shell)
}

type Given = ReturnType<typeof readGiven>

function readGiven({ server, source, name, dryRun, insecure }: Input) {
  if (typeof server !== 'string' || typeof source !== 'string') throw usage(msg('pushServerSourceNeeded'))
  return {
    server,
    source,
    name: typeof name === 'string' ? name : undefined,
    dryRun: dryRun === true,
    insecure: insecure === true,
  }
}

function requireOnline({ settings }: CommandsInput): void {
  if (settings.offline) throw new WukuError('offline', msg('settingOfflineNothingSentAnywhere'))
}

async function connect(
  { server: url, insecure }: Pick<Given, 'server' | 'insecure'>,
  { settings: { home }, environment: { env } }: CommandsInput,
  shell: LocalShell,
): Promise<Remote> {
  const { openRemote } = await import('@wuku/remote/call-remote')
  return openRemote({ url, home, env, insecure, language: languageOf(shell) })
}

async function removePushed({ server, dryRun, insecure, ...options }: Given, input: CommandsInput, shell: LocalShell) {
  requireOnline(input)
  const { removePush } = await import('@wuku/remote/pushes-file')
  const { home, allowedSecrets } = input.settings
  const { signal } = shell
  const remote = await connect({ server, insecure }, input, shell)
  const choose = async (source: string): Promise<Chosen['source']> => {
    const { chooseSource } = await import('@wuku/remote/choose-source')
    const engine = await shell.engine()
    return (await chooseSource(source, { engine, allowed: allowedSecrets, signal, conversationsCalled: called(shell) }))
      .source
  }
  const removed = await removePush({ ...options, dryRun, home, signal, choose }, remote)
  const { kind, name, documents } = removed
  const gone = { kind, name, documents, server: remote.name }
  return printChange(shell, { server: remote.url, source: `${kind}/${name}`, documents, dryRun }, () => [
    tr(dryRun ? msg('wouldRemovePushed', gone) : msg('removedPushed', gone)),
  ])
}

const called =
  (shell: LocalShell) =>
  async (id: string): Promise<readonly string[]> => {
    const input = { chatIdPrefix: id }
    const { chats } = await callNamed<{ chats: readonly { readonly citation: string }[] }>(shell, 'resolve_ids', input)
    return chats.map(({ citation }) => citation)
  }

interface Done {
  readonly given: Input
  readonly remote: Remote
  readonly chosen: Chosen
  readonly finished: Finished
  readonly home: string
}

/** Shows it to others where that is wanted, and remembers that it is there. Answers who sees it now, where that changed. */
async function after({ given, remote, chosen, finished, home }: Done, { signal }: LocalShell) {
  const { notePush } = await import('@wuku/remote/pushes-file')
  const there = `${finished.kind}/${finished.name}`
  await notePush(home, { server: remote.url, here: `${chosen.source.kind}/${chosen.source.name}`, there })
  const { visibility, share } = given
  if (visibility === undefined && share === undefined) return undefined
  const subject = finished.kind === 'pads' ? { what: finished.name, type: 'workflow' } : { what: there, type: 'source' }
  const { share: operation } = await import('@wuku/kernel/operations/share')
  const options = {
    ...(visibility !== undefined && { visibility }),
    ...(share !== undefined && { shared_with: share }),
  }
  return remote.call<Shared>(operation, { ...subject, ...options }, { signal }).catch((error: unknown) => {
    throw isWukuError(error) ? notShared(error, there) : error
  })
}

type Shared = Parameters<typeof shownTo>[0]

/** The push itself succeeded: a user that only reads of a failure would push again. */
const notShared = ({ code, message, remedy }: WukuError, there: string): WukuError =>
  new WukuError(code, msg('pushedWhoSeesBefore', { there, message }), remedy)

function printDryRun({ server, chosen, sent }: { server: string; chosen: Chosen; sent: Sent }, shell: LocalShell) {
  const { files, problems, skipped } = sent
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const about = { server, source: chosen.source, dryRun: true, bytes, secrets: secretsOf(sent).length }
  const listed = files.map((file) => ({ ...file, secrets: file.secrets.map(secretFacts) }))
  const facts = { ...about, files: listed, problems, skipped }
  const lines = (): readonly string[] =>
    sent.files.flatMap(({ path, bytes: size, secrets }) => [
      `${grouped(size).padStart(12)}  ${path}`,
      ...secrets.map((secret) => `${' '.repeat(14)}masked: ${placeOf(secret)}`),
    ])
  const total = msg('wouldSend', { ...about, label: chosen.label, files: listed.length, bytes: grouped(bytes) })
  return printLines(shell, facts, () => [...lines(), ...notSent(sent), tr(total)])
}

const secretFacts = ({ path, rule, line }: FoundSecret) => ({ kind: rule, path, line })

const placeOf = ({ path, rule, line }: FoundSecret): string =>
  tr(msg('secretIn', { rule, path, value: line === null ? tr(' (title or facts)') : `:${line}` }))

const secretsOf = ({ files }: Sent): readonly FoundSecret[] => files.flatMap(({ secrets }) => secrets)

const notSent = ({ problems, skipped }: Sent): readonly string[] => [
  ...problems.map(problemLines),
  ...(skipped.length > 0 ? byRule(skipped) : []),
]

interface Pushed extends Pick<Done, 'remote' | 'chosen' | 'finished'> {
  readonly sent: Sent
  readonly shared: Shared | undefined
}

function printPush({ remote, chosen, sent, finished, shared }: Pushed, shell: LocalShell): 'done' {
  const { added, changed, removed, unchanged, kind, name } = finished
  const problems = [...sent.problems, ...finished.problems]
  const secrets = secretsOf(sent).length
  const changes = { server: remote.url, source: `${kind}/${name}`, added, changed, removed, unchanged }
  const about = { sent: { files: sent.sentFiles, bytes: sent.sentBytes }, secrets, problems }
  const seen = shared && { visibility: shared.visibility, recipients: shared.recipients ?? [] }
  const facts = { ...changes, ...about, skipped: sent.skipped.length, ...seen }
  return printChange(shell, facts, () => [
    tr(msg('pushed', { ...changes, label: chosen.label, to: remote.name })),
    tr(msg('sentMasked', { files: sent.sentFiles, sentBytes: grouped(sent.sentBytes), secrets })),
    ...(shared ? [tr(msg('isNowShown', { shown: shownTo(shared) }))] : []),
    ...problems.map(problemLines),
  ])
}
