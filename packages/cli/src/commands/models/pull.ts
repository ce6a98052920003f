import { msg, tr } from '@wuku/messages/cli'
import { requireSecureUrl } from '@wuku/models/model-setting-checks'
import { pullModel, type Pulled, type PullStep } from '@wuku/models/hub/pull'
import { timeLeft, withProgress } from '@wuku/terminal/progress'
import { printChange } from '@wuku/terminal/command-page'
import { usage } from '@wuku/terminal/arguments'
import type { Shell } from '@wuku/terminal/command-types'
import { paintFor } from '@wuku/terminal/terminal'
import type { Settings } from '@wuku/settings/app-settings'
import type { Action } from '@wuku/terminal/action-groups'
import type { CommandsInput } from '../../local-shell.ts'
import { sizeOf } from '@wuku/kernel/base/answer-table'
import { hasRuntime, roleOf } from './describe.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import type { Hub } from '@wuku/models/hub/listing'
import { openHttp } from '@wuku/guarded-fetch/http-client'
import { WukuError } from '@wuku/core/errors'
import { saveMemoryOfFetching } from '../../v8-flags.ts'
import { addsPart, parts } from '@wuku/core/parts/part'
import { installWhereMissing } from '../../install-part.ts'

/** Leaves a model that works: its files, and what runs them. */
export const pull =
  ({ settings }: CommandsInput): NonNullable<Action['does']> =>
  async ({ all: [name, ...rest], flags }, shell) => {
    const { variant = '', revision = 'main', runtime } = flags
    if (rest.length > 0) throw usage(msg('modelsPullTakesOneModel'))
    if (name === undefined && runtime !== true) throw usage(msg('modelsPullNeedsModel'))
    const variantRequest = { variant: String(variant), revision: String(revision) }
    // Said before hundreds of megabytes are fetched that nobody asked for.
    const hub = openHub(settings)
    const pulled =
      name === undefined ? undefined : await fetchModel(shell, { ...variantRequest, name, hub, home: settings.home })
    const installed = runtime !== false && (await installWhereMissing(parts.models, settings, shell))
    return report({ name, pulled, installed, hasRuntime: hasRuntime(settings.home) }, shell)
  }

type PullRequest = Omit<Parameters<typeof pullModel>[0], 'signal' | 'progress'>

async function fetchModel(shell: Shell, request: PullRequest): Promise<Pulled> {
  const started = performance.now()
  let since: number | undefined
  return withProgress(shell, (display) => {
    const progress = (step: PullStep): void => {
      since ??= step.done
      const seconds = (performance.now() - started) / 1000
      const message = formatStep(step, (step.done - since) / seconds)
      display.step({ stage: 'pull', done: step.done, total: undefined, said: message })
    }
    return pullModel({ ...request, signal: shell.signal, progress })
  })
}

/** `onnx/model.onnx  123 MB of 470 MB  12.3 MB/s  28 s left` */
function formatStep({ file, done, total }: PullStep, perSecond: number): string {
  const rate =
    perSecond > 0
      ? [`${(perSecond / 1e6).toFixed(1)} MB/s`, tr(msg('timeLeft', { time: timeLeft((total - done) / perSecond) }))]
      : []
  return [file, tr(msg('of', { formatBytes: sizeOf(done), formatBytes2: sizeOf(total) })), ...rate].join('  ')
}

interface Report {
  readonly name: string | undefined
  readonly pulled: Pulled | undefined
  readonly installed: boolean
  readonly hasRuntime: boolean
}

function report({ name, pulled, installed, hasRuntime: runtime }: Report, shell: Shell): 'done' {
  const paint = paintFor(shell.terminal.out)
  const done = `${paint.green('✓')} `
  const state = (): string =>
    pulled && pulled.bytes > 0 ? tr(msg('downloaded', { size: sizeOf(pulled.bytes) })) : tr('was here already')
  const lines = (): readonly string[] => [
    ...(pulled ? [`${done}${paint.bold(name ?? '')} ${state()}  ${paint.dim(pulled.folder)}`] : []),
    ...(installed ? [tr(msg('modelRuntimeInstalled', { done }))] : []),
    ...(installed || pulled ? [] : [tr(msg('modelRuntimeInstalledAlready', { done }))]),
    ...(runtime
      ? []
      : [tr(msg('modelRuntimeMissing', { value: paint.yellow('!'), addsPart: addsPart(parts.models) }))]),
    ...(pulled
      ? [
          paint.dim(
            tr(msg('use', { role: roleOf(pulled.folder), command: commandLine`wuku models use ${name ?? ''}` })),
          ),
        ]
      : []),
  ]
  return printChange(shell, { ...(name && { model: name }), ...pulled, installed_runtime: installed, runtime }, lines)
}

/** Guarded as documentation is: through the same proxy, and to no private address but the hub's own and those that are allowed. */
function openHub({ localModels, fetching, offline, file }: Settings): Hub {
  if (offline) throw new WukuError('offline', msg('nothingDownloadedSettingOfflineForbids', { file }))
  const { url: written, token } = localModels.hub
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw badUrl()
  if (!/^[\x21-\x7e]*$/.test(token())) throw new WukuError('usage', msg('hubTokenContainsCharactersNo'))
  if (token() !== '') requireSecureUrl('model hub', { url, insecure: localModels.hub.insecure })
  const { allowHosts, proxy } = fetching
  const proxies = proxy === '' ? {} : { proxies: { http: proxy, https: proxy, none: allowHosts.join(',') } }
  saveMemoryOfFetching()
  return { url, token, http: openHttp({ allowPrivate: [...allowHosts, url.host], ...proxies }) }
}

const badUrl = (): WukuError => new WukuError('usage', msg('settingModelsHubUrlNot'))
