import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/models'
import { commandLine } from '@wuku/text/show/shell-words'

/** Folders that may contain models. */
export interface ModelPlaces {
  /** The data folder; what was pulled lies in `models` below it, as `<org>/<name>`. */
  readonly home: string
  /** Folders in which other programs keep what they fetched from the hub, as `models--<org>--<name>`. */
  readonly hubCaches: readonly string[]
}

export interface FoundModel {
  /** Its name on the hub, or the folder that was named. */
  readonly name: string
  readonly folder: string
  readonly from: 'pulled' | 'hub cache' | 'folder'
}

export const modelsFolder = (home: string): string => join(home, 'models')

/** `org/name`, or a name alone for the oldest models; nothing in it can lead out of a folder. */
export const isHubName = (text: string): boolean =>
  /^(?:[A-Za-z0-9][\w.-]*\/)?[A-Za-z0-9][\w.-]*$/.test(text) && !/\.\./.test(text)

/** Location of a model with this hub name or folder; `undefined` if it is not on this machine. */
export function findModel(named: string, { home, hubCaches }: ModelPlaces): FoundModel | undefined {
  if (isHubName(named)) {
    const pulled = join(modelsFolder(home), ...named.split('/'))
    if (isModel(pulled)) return { name: named, folder: pulled, from: 'pulled' }
    const cached = hubCaches.map((cache) => snapshotIn(cache, named)).find((folder) => folder !== undefined)
    if (cached) return { name: named, folder: cached, from: 'hub cache' }
  }
  if (!isAbsolute(named) && !/^\.{1,2}(?:[/\\]|$)/.test(named)) return undefined
  const folder = resolve(named)
  return existsSync(folder) && statSync(folder).isDirectory() ? { name: named, folder, from: 'folder' } : undefined
}

/** Snapshot of the newest name; else, in a cache without names, any snapshot. */
function snapshotIn(cache: string, name: string): string | undefined {
  const root = join(cache, `models--${name.replaceAll('/', '--')}`)
  const main = readText(join(root, 'refs', 'main')).trim()
  const others = readNames(join(root, 'snapshots'))
  return [main, ...others]
    .filter((revision) => revision !== '')
    .map((revision) => join(root, 'snapshots', revision))
    .find(isModel)
}

/** Every model that was pulled, and those of the hub's caches that hold an ONNX file. */
export function listModels({ home, hubCaches }: ModelPlaces): readonly FoundModel[] {
  const root = modelsFolder(home)
  const pulled = readNames(root).flatMap((org) => [org, ...readNames(join(root, org)).map((name) => `${org}/${name}`)])
  const cached = hubCaches
    .flatMap(readNames)
    .filter((entry) => entry.startsWith('models--'))
    .map((entry) => entry.slice('models--'.length).replaceAll('--', '/'))
  const names = [...new Set([...pulled, ...cached])].filter(isHubName).toSorted()
  return names.flatMap((name) => findModel(name, { home, hubCaches }) ?? [])
}

/** The names of ONNX files below a folder of a model, `onnx/` first. */
export const onnxFilesIn = (folder: string): readonly string[] =>
  ['onnx', ''].flatMap((part) =>
    readNames(join(folder, part))
      .filter((name) => name.endsWith('.onnx'))
      .map((name) => (part === '' ? name : `${part}/${name}`)),
  )

const isModel = (folder: string): boolean => onnxFilesIn(folder).length > 0

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export const modelMissing = (named: string): WukuError =>
  new WukuError(
    'model-missing',
    msg('modelMissing', { named }),
    isHubName(named)
      ? msg('run', { command: commandLine`wuku models pull ${named}` })
      : msg('giveFolderThatContainsItOrModel'),
  )
