import { pullModel, type Pulled, type PullStep } from '../../../adapters/models/hub/pull.ts'
import { timeLeft } from '../../../surfaces/cli/progress-line.ts'
import { showProgress } from '../../../surfaces/cli/progress.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { paintFor } from '../../../surfaces/cli/terminal.ts'
import { installRuntime } from '../../install-runtime.ts'
import { openHub } from '../../open-hub.ts'
import type { Settings } from '../../settings.ts'
import type { Action } from '../actions.ts'
import type { CommandsInput } from '../input.ts'
import { hasRuntime, sayBytes, roleOf } from './describe.ts'
import { commandLine } from '../../../text/shell-words.ts'

/** Leaves a model that works: its files, and what runs them. */
export const pull =
  ({ settings }: CommandsInput): Action =>
  async ({ words: [name, ...rest], flags }, shell) => {
    const { variant = '', revision = 'main', runtime } = flags
    if (rest.length > 0) throw usage('"wuku models pull" takes one model.', 'See: wuku models --help')
    if (name === undefined && runtime !== true)
      throw usage('"wuku models pull" needs a model.', 'Write: wuku models pull intfloat/multilingual-e5-small')
    const wish = { variant: String(variant), revision: String(revision) }
    // Said before hundreds of megabytes are fetched that nobody asked for.
    const hub = openHub(settings)
    const pulled = name === undefined ? undefined : await fetchModel(shell, { ...wish, name, hub, home: settings.home })
    const installed = runtime !== false && (await installWhereMissing(settings, shell))
    report({ name, pulled, installed, hasRuntime: hasRuntime(settings.home) }, shell)
    return 'done'
  }

type Wanted = Omit<Parameters<typeof pullModel>[0], 'signal' | 'progress'>

async function fetchModel(shell: Shell, wanted: Wanted): Promise<Pulled> {
  const display = showProgress(shell)
  const started = performance.now()
  let since: number | undefined
  const progress = (step: PullStep): void => {
    since ??= step.done
    const seconds = (performance.now() - started) / 1000
    display.step({
      stage: 'pull',
      done: step.done,
      total: undefined,
      said: sayStep(step, (step.done - since) / seconds),
    })
  }
  try {
    return await pullModel({ ...wanted, signal: shell.signal, progress })
  } finally {
    display.end()
  }
}

/** `onnx/model.onnx  123 MB of 470 MB  12.3 MB/s  28 s left` */
function sayStep({ file, done, total }: PullStep, perSecond: number): string {
  const rate =
    perSecond > 0 ? [`${(perSecond / 1e6).toFixed(1)} MB/s`, `${timeLeft((total - done) / perSecond)} left`] : []
  return [file, `${sayBytes(done)} of ${sayBytes(total)}`, ...rate].join('  ')
}

async function installWhereMissing({ home }: Settings, shell: Shell): Promise<boolean> {
  if (hasRuntime(home)) return false
  const display = showProgress(shell)
  display.step({
    stage: 'runtime',
    done: 0,
    total: undefined,
    said: 'npm installs what runs models: onnxruntime-node, 288 MB',
  })
  try {
    await installRuntime(home, shell.signal)
  } finally {
    display.end()
  }
  return true
}

interface Report {
  readonly name: string | undefined
  readonly pulled: Pulled | undefined
  readonly installed: boolean
  readonly hasRuntime: boolean
}

function report(
  { name, pulled, installed, hasRuntime: runtime }: Report,
  { terminal: { out }, json, quiet }: Shell,
): void {
  if (json) return printJson(out, { ...(name && { model: name }), ...pulled, installed_runtime: installed, runtime })
  if (quiet) return
  const paint = paintFor(out)
  const done = `${paint.green('✓')} `
  if (pulled)
    out.write(
      `${done}${paint.bold(name ?? '')} ${pulled.bytes > 0 ? `is here: ${sayBytes(pulled.bytes)}` : 'was here already'}  ${paint.dim(pulled.folder)}\n`,
    )
  if (installed) out.write(`${done}What runs models is installed.\n`)
  else if (!pulled) out.write(`${done}What runs models was here already.\n`)
  if (!runtime) out.write(`${paint.yellow('!')} What runs models is missing: wuku models pull --runtime\n`)
  if (pulled)
    out.write(`${paint.dim(`To use it as ${roleOf(pulled.folder)}: ${commandLine`wuku models use ${name ?? ''}`}`)}\n`)
}
