import { rm, mkdir } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { readModelFolder } from '../../../adapters/models/onnx/folder.ts'
import { findModel, isHubName, modelMissing, type FoundModel } from '../../../adapters/models/onnx/places.ts'
import { runtimeMissing } from '../../../adapters/models/onnx/runtime.ts'
import { WukuError } from '../../../core/errors.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { paintFor } from '../../../surfaces/cli/terminal.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { expandPath } from '../../user-path.ts'
import type { Action } from '../../../surfaces/cli/actions.ts'
import type { CommandsInput } from '../local-shell.ts'
import { hasRuntime, roleOf, type Role } from './describe.ts'
import { commandLine } from '../../../text/show/shell-words.ts'
import type { Document, YAMLMap } from 'yaml'
import { withLease } from '../../../engine/index/lease.ts'
import { hasEnded, newOwner, systemClock } from '../../this-process.ts'
import { readSettingsFile, writeSettingsFile } from '../../settings-file.ts'
import type { Key } from '../../settings-table.ts'

/** Writes into the settings which model runs from now on. */
export const use =
  (input: CommandsInput): NonNullable<Action['does']> =>
  async ({ all: words, flags }, shell) => {
    const { settings, surroundings } = input
    const found = find(words, 'use', input)
    const role = asRole(flags['as']) ?? roleOf(found.folder)
    const variant = flags['variant'] === undefined ? '' : String(flags['variant'])
    readModelFolder(found, variant)
    await changeSettings(settings, chosen(role, found.name, variant))
    const after = (await readSettings(surroundings)).localModels[role]
    tell(shell, { model: found.name, role, variant: variant || null, folder: found.folder }, [
      `${found.name} is now the ${role}.`,
      ...(after?.model === found.name
        ? []
        : [`! An environment variable overrides this: see WUKU_${role.toUpperCase()}_PROVIDER and _MODEL.`]),
      ...(hasRuntime(settings.home)
        ? []
        : [`! ${runtimeMissing(settings.home).message} ${runtimeMissing(settings.home).remedy}`]),
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
    const roles = rolesOf(found.name, settings)
    if (found.from !== 'pulled' && roles.length === 0) throw notOurs(found)
    if (roles.length > 0) await changeSettings(settings, Object.assign({}, ...roles.map(unset)))
    if (found.from === 'pulled') await rm(found.folder, { recursive: true })
    tell(shell, { model: found.name, removed: found.from === 'pulled', unset: roles }, [
      found.from === 'pulled'
        ? `${found.name} was deleted.`
        : `${found.name} is no longer used; its folder ${found.folder} stays.`,
    ])
    return 'done'
  }

const rolesOf = (name: string, { localModels }: Settings): readonly Role[] =>
  (['embedder', 'reranker'] as const).filter((role) => localModels[role]?.model === name)

const unset = (role: Role): Changes => ({
  [`models.${role}.provider`]: undefined,
  [`models.${role}.model`]: undefined,
  [`models.${role}.variant`]: undefined,
})

function find(words: readonly string[], action: string, { settings, surroundings }: CommandsInput): FoundModel {
  const [written, ...rest] = words
  if (written === undefined || rest.length > 0)
    throw usage(
      `Unexpected argument "${words[0]}" of "${commandLine`wuku models ${action}`}" takes one model.`,
      'Give its name; "wuku models" lists them.',
    )
  const named = expandPath(written, surroundings) ?? written
  const places = { home: settings.home, hubCaches: settings.localModels.hubCaches }
  // Programs that are started elsewhere must find the folder too.
  const found = findModel(named, places) ?? findModel(isAbsolute(named) ? named : resolve(named), places)
  if (!found) throw modelMissing(isHubName(named) ? named : resolve(named))
  return found.from === 'folder' ? { ...found, name: found.folder } : found
}

function asRole(written: unknown): Role | undefined {
  if (written === undefined || written === 'embedder' || written === 'reranker') return written
  throw usage(`A model cannot be used as "${String(written)}".`, 'Write --as embedder or --as reranker.')
}

const notOurs = ({ name, folder }: FoundModel): WukuError =>
  new WukuError(
    'bad-input',
    `${name} was not pulled by wuku.`,
    `Delete ${folder} yourself, if no other program needs it.`,
  )

function tell({ terminal: { out }, json, quiet }: Shell, answer: object, lines: readonly string[]): void {
  if (json) return printJson(out, answer)
  const paint = paintFor(out)
  const [first = '', ...warnings] = lines
  if (!quiet) out.write(`${paint.green('✓')} ${first}\n`)
  for (const warning of warnings) out.write(`${warning.replace(/^!/, paint.yellow('!'))}\n`)
}

/** Values to set; `undefined` removes a setting. */
export type Changes = Partial<Record<Key, string | undefined>>

/** Comments and order of the file stay. Under a lease, so that of two programs none loses what the other wrote. */
export async function changeSettings(
  { home, file, store: path }: Pick<Settings, 'home' | 'file' | 'store'>,
  changes: Changes,
): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  const { openSqlite } = await import('../../../adapters/sqlite/open.ts')
  const store = await openSqlite(path)
  try {
    const signal = new AbortController().signal
    await withLease(
      store,
      systemClock,
      { name: 'settings', owner: newOwner(), signal, hasEnded, waiting: () => {} },
      ({ confirm }) => rewrite(file, changes, confirm),
    )
  } finally {
    await store.close()
  }
}

async function rewrite(file: string, changes: Changes, confirm: () => Promise<void>): Promise<void> {
  const { isMap } = await import('yaml')
  const document = await readSettingsFile(file)
  for (const [key, value] of Object.entries(changes)) {
    const path = key.split('.')
    // People may write it in one word; two that contradict each other would be worse.
    if (document.has(key)) document.delete(key)
    if (value === undefined) takeOut(document, path, isMap)
    else {
      clearWay(document, path, isMap)
      document.setIn(path, value)
    }
  }
  await confirm()
  await writeSettingsFile(file, document)
}

type IsMap = (node: unknown) => node is YAMLMap

/** `models:` with nothing below it is no map, and nothing can be put into it. */
function clearWay(document: Document, path: readonly string[], isMap: IsMap): void {
  for (let depth = 1; depth < path.length; depth++) {
    const above = path.slice(0, depth)
    if (document.hasIn(above) && !isMap(document.getIn(above))) document.deleteIn(above)
  }
}

/** Maps that become empty are removed too. */
function takeOut(document: Document, path: readonly string[], isMap: IsMap): void {
  if (!document.hasIn(path)) return
  document.deleteIn(path)
  const above = path.slice(0, -1)
  const rest = document.getIn(above)
  if (above.length > 0 && isMap(rest) && rest.items.length === 0) takeOut(document, above, isMap)
}
