import { listModels } from '../../../adapters/models/onnx/places.ts'
import { counted } from '../../../engine/operations/counted.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { harmless, paintFor } from '../../../surfaces/cli/terminal.ts'
import { displayWidth, padEnd } from '../../../surfaces/cli/width.ts'
import type { Action } from '../actions.ts'
import type { CommandsInput } from '../input.ts'
import { describeModel, hasRuntime, sayBytes, type KnownModel } from './describe.ts'

/** Models that were pulled, and those that other programs have fetched from the hub. */
export const list =
  ({ settings }: CommandsInput): Action =>
  async ({ words }, { terminal: { out }, json, quiet }) => {
    if (words.length > 0) throw usage(`"wuku models list" takes no "${words[0]}".`, 'See: wuku models --help')
    const { home, localModels } = settings
    const found = listModels({ home, hubCaches: localModels.hubCaches })
    const models = found.map((model) => describeModel(model, settings))
    const runtime = hasRuntime(home)
    if (json) {
      printJson(out, { models, runtime })
      return 'done'
    }
    const paint = paintFor(out)
    const width = Math.max(0, ...models.map(({ name }) => displayWidth(name)))
    for (const model of models) out.write(`${paint.bold(padEnd(harmless(model.name), width))}  ${factsOf(model)}\n`)
    if (!quiet) out.write(`${paint.dim(foot(models, runtime))}\n`)
    return 'done'
  }

const factsOf = ({ role, variants, bytes, from, inUse }: KnownModel): string =>
  [role, sayBytes(bytes), variants.join(' '), from, ...(inUse ? ['in use'] : [])].join(' · ')

function foot(models: readonly KnownModel[], runtime: boolean): string {
  const missing = runtime ? [] : ['What runs them is not installed: wuku models pull --runtime.']
  if (models.length === 0)
    return ['No model. Fetch one: wuku models pull intfloat/multilingual-e5-small', ...missing].join('\n')
  return [`${counted(models.length, 'model')}. To choose one: wuku models use <name>`, ...missing].join('\n')
}
