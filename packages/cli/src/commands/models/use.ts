import { rm } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { msg, tr, type Text } from '@wuku/messages/cli'
import { readModelFolder } from '@wuku/models/onnx/folder'
import { findModel, isHubName, modelMissing, type FoundModel } from '@wuku/models/onnx/model-locations'
import { runtimeMissing } from '@wuku/models/onnx/runtime'
import { WukuError } from '@wuku/core/errors'
import { printChange, printLines } from '@wuku/terminal/command-page'
import { usage } from '@wuku/terminal/arguments'
import type { Shell } from '@wuku/terminal/command-types'
import { paintFor } from '@wuku/terminal/terminal'
import { readSettings } from '@wuku/settings/app-settings'
import { expandPath } from '@wuku/settings/user-path'
import type { Action } from '@wuku/terminal/action-groups'
import type { CommandsInput } from '../../local-shell.ts'
import { hasRuntime, roleOf, type Role } from './describe.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { changeSettings, type Changes } from '@wuku/settings/settings-file'

export const use =
  (input: CommandsInput): NonNullable<Action['does']> =>
  async ({ all: words, flags }, shell) => {
    const { settings, environment } = input
    const found = find(words, 'use', input)
    const role = asRole(flags['as']) ?? roleOf(found.folder)
    const variant = flags['variant'] === undefined ? '' : String(flags['variant'])
    readModelFolder(found, variant)
    await changeSettings(settings, chosen(role, found.name, variant))
    const after = (await readSettings(environment)).localModels[role]
    printResult(shell, { model: found.name, role, variant: variant || null, folder: found.folder }, [
      msg('now', { name: found.name, role }),
      ...(after?.model === found.name
        ? []
        : [msg('environmentVariableOverridesSeeProvider', { role: role.toUpperCase() })]),
      ...(hasRuntime(settings.home) ? [] : [`! ${runtimeMissing().message} ${runtimeMissing().remedy}`]),
    ])
    return 'done'
  }

/** Settings for another model, such as the number of its dimensions, do not apply to this one. */
const chosen = (role: Role, model: string, variant: string): Changes => ({
  [`models.${role}.provider`]: 'onnx',
  [`models.${role}.model`]: model,
  [`models.${role}.variant`]: variant || undefined,
  ...(role === 'embedder' && { 'models.embedder.dimensions': undefined }),
})

/** Takes a model off the disk, and out of the settings where it stands there. */
export const remove =
  (input: CommandsInput): NonNullable<Action['does']> =>
  async ({ all: words }, shell) => {
    const { settings } = input
    const found = find(words, 'remove', input)
    const roles = (['embedder', 'reranker'] as const).filter((role) => settings.localModels[role]?.model === found.name)
    if (found.from !== 'pulled' && roles.length === 0)
      throw new WukuError('bad-input', msg('notPulled', { name: found.name, folder: found.folder }))
    if (roles.length > 0) await changeSettings(settings, Object.assign({}, ...roles.map(unset)))
    if (found.from === 'pulled') await rm(found.folder, { recursive: true })
    printResult(shell, { model: found.name, removed: found.from === 'pulled', unset: roles }, [
      found.from === 'pulled'
        ? msg('deleted', { name: found.name })
        : msg('noLongerUsedFolderStays', { name: found.name, folder: found.folder }),
    ])
    return 'done'
  }

const unset = (role: Role): Changes => ({
  [`models.${role}.provider`]: undefined,
  [`models.${role}.model`]: undefined,
  [`models.${role}.variant`]: undefined,
})

function find(words: readonly string[], action: string, { settings, environment }: CommandsInput): FoundModel {
  const [written, ...rest] = words
  if (written === undefined || rest.length > 0)
    throw usage(
      msg('unexpectedArgumentTakesOneModel', { words: String(words[0]), command: commandLine`wuku models ${action}` }),
    )
  const named = expandPath(written, environment) ?? written
  const places = { home: settings.home, hubCaches: settings.localModels.hubCaches }
  // Programs that are started elsewhere must find the folder too.
  const found = findModel(named, places) ?? findModel(isAbsolute(named) ? named : resolve(named), places)
  if (!found) throw modelMissing(isHubName(named) ? named : resolve(named))
  return found.from === 'folder' ? { ...found, name: found.folder } : found
}

function asRole(written: unknown): Role | undefined {
  if (written === undefined || written === 'embedder' || written === 'reranker') return written
  throw usage(msg('modelCannotUsed', { written: String(written) }))
}

function printResult(shell: Shell, answer: object, [first = '', ...warnings]: readonly Text[]): 'done' {
  const paint = paintFor(shell.terminal.out)
  const shown = (): readonly string[] => warnings.map((warning) => tr(warning).replace(/^!/, paint.yellow('!')))
  if (shell.quiet && warnings.length === 0) return printChange(shell, answer, () => [])
  return printLines(shell, answer, () => (shell.quiet ? shown() : [`${paint.green('✓')} ${tr(first)}`, ...shown()]))
}
