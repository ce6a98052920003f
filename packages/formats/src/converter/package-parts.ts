import { joined } from '@wuku/text/markdown/link-names'
import { textContent } from 'domutils'
import { attribute, allNamed, parseXml } from './xml.ts'
import type { Package } from './zip.ts'

export interface Relation {
  /** The last word of its type: `slide`, `notesSlide`, `worksheet`. */
  readonly type: string
  /** Name of a part. */
  readonly target: string
}

/** References of a part of an office document, by the ids that it uses for them; those out of the package are left out. */
export async function relationsOf(file: Package, part: string): Promise<ReadonlyMap<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  if (!file.has(name)) return new Map()
  const relations = allNamed(parseXml(await file.read(name)), 'Relationship')
  return new Map(
    relations
      .filter((relation) => attribute(relation, 'TargetMode') !== 'External')
      .map((relation) => {
        const target = resolvePart(part, attribute(relation, 'Target') ?? '')
        const type = (attribute(relation, 'Type') ?? '').replace(/^.*\//, '')
        return [attribute(relation, 'Id') ?? '', { type, target }]
      }),
  )
}

/** `../slides/a.xml`, as `ppt/notes/n.xml` says it, is `ppt/slides/a.xml`. */
export const resolvePart = (from: string, target: string): string =>
  joined(from.slice(0, Math.max(0, from.lastIndexOf('/'))), target)

/** The first part of that type which the package itself names, or the one where it usually lies. */
export async function mainPart(file: Package, defaultPart: string): Promise<string> {
  const named = [...(await relationsOf(file, '')).values()].find(({ type }) => type === 'officeDocument')
  return named && file.has(named.target) ? named.target : defaultPart
}

export async function titleOf(file: Package): Promise<string | undefined> {
  const name = 'docProps/core.xml'
  if (!file.has(name)) return undefined
  const [title] = allNamed(parseXml(await file.read(name)), 'title')
  return title && oneLine(textContent(title))
}

/** `undefined` for nothing but spaces. */
export const oneLine = (text: string): string | undefined => text.replaceAll(/\s+/g, ' ').trim() || undefined
