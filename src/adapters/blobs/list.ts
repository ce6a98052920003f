import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { decodeName, GOES_ON } from './names.ts'

export interface ListedBlob {
  readonly key: string
  readonly at: string
}

/** By key, one folder's names in memory at a time. */
export async function* listBelow(folder: string, place: string): AsyncGenerator<ListedBlob, void> {
  const names = place.split(sep).map(readName)
  yield* listFolder(join(folder, place), names.map((each) => each?.shown ?? '').join(''))
}

async function* listFolder(at: string, prefix: string): AsyncGenerator<ListedBlob, void> {
  const entries = await readdir(at, { withFileTypes: true }).catch(none)
  const named = entries.flatMap((entry) => {
    const name = readName(entry.name)
    const isFolder = entry.isDirectory()
    return name && (isFolder || entry.isFile())
      ? [{ isFolder, at: join(at, entry.name), key: prefix + (isFolder ? name.shown : name.text) }]
      : []
  })
  for (const each of named.toSorted(byKey)) {
    if (each.isFolder) yield* listFolder(each.at, each.key)
    else yield each
  }
}

/** A `/` behind the name of a folder gives the order that the whole keys have. */
const byKey = (one: { readonly key: string }, other: { readonly key: string }): number => (one.key < other.key ? -1 : 1)

function readName(name: string): { readonly text: string; readonly shown: string } | undefined {
  const goesOn = name.endsWith(GOES_ON)
  const text = decodeName(goesOn ? name.slice(0, -GOES_ON.length) : name)
  return text === undefined ? undefined : { text, shown: goesOn ? text : `${text}/` }
}

function none(error: unknown): readonly Dirent[] {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
  throw error
}
