import { join } from 'node:path'
import { parseCitation } from '../../core/citation.ts'
import { isWukuError } from '../../core/errors.ts'
import type { Source } from '../../core/words.ts'
import type { Sink } from './terminal.ts'

/** Where a source lies on this machine. */
export type Root = Pick<Source, 'kind' | 'name' | 'root'>

/** Makes links of what a terminal can open: citations, heads of hits and folders. The words stay as they are. */
export interface Linker {
  citation(address: string): string
  line(text: string): string
}

type IsHere = (path: string) => boolean

/** Absent where nobody could click. */
export function linkerFor({ link }: Sink, roots: readonly Root[], isHere: IsHere): Linker | undefined {
  if (!link || roots.length === 0) return undefined
  const linking: Linking = { link, roots, isHere }
  const folders = foldersIn(roots)
  return {
    citation: (address) => citationLinked(address, linking),
    line: (text) => headLinked(text, linking) ?? text.replaceAll(folders, (root) => link(root, root)),
  }
}

interface Linking {
  readonly link: NonNullable<Sink['link']>
  readonly roots: readonly Root[]
  readonly isHere: IsHere
}

/** The longest first: a source may lie in another. Names of files that are no path are words. */
function foldersIn(roots: readonly Root[]): RegExp {
  const paths = roots.map(({ root }) => root).filter((root) => /[\\/]/.test(root) && !root.includes('://'))
  const longestFirst = [...new Set(paths)].toSorted((one, other) => other.length - one.length)
  return new RegExp(String.raw`(?<=^|\s)(?:${longestFirst.map(escaped).join('|') || '(?!)'})(?=$|[\s:,])`, 'g')
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

function citationLinked(address: string, linking: Linking): string {
  try {
    const { kind, source, path } = parseCitation(address)
    const file = fileAt(path, (root) => root.kind === kind && root.name === source, linking)
    return file === undefined ? address : linking.link(address, file)
  } catch (error) {
    if (isWukuError(error)) return address
    throw error
  }
}

/** `1. handbook/keys.md:12  Keys  0.92` */
function headLinked(text: string, linking: Linking): string | undefined {
  const [, lead = '', place = '', name = '', path = '', rest = ''] = HEAD.exec(text) ?? []
  const file = place === '' ? undefined : fileAt(path, (root) => root.name === name, linking)
  return file === undefined ? undefined : lead + linking.link(place, file) + rest
}

const HEAD = /^(\d+\. )(([^/]+?)\/(.+?):\d+)((?: {2}.*)?)$/s

/** Where two sources of one name both have it, nobody knows which is meant. */
function fileAt(path: string, isMeant: (root: Root) => boolean, { roots, isHere }: Linking): string | undefined {
  const files = roots.filter(isMeant).map(({ root }) => join(root, path))
  const [file, other] = files.filter(isHere)
  return other === undefined ? file : undefined
}
