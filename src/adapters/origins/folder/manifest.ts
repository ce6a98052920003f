import { join } from 'node:path'
import { readInside } from './read.ts'

/** Manifests of programs, each with what it says that the program is. */
const manifests: readonly (readonly [name: string, description: (text: string) => string | undefined])[] = [
  ['package.json', ofJson],
  ['composer.json', ofJson],
  ['pyproject.toml', ofToml],
  ['Cargo.toml', ofToml],
]

const MOST_BYTES = 1024 * 1024
const LONGEST = 400

/** What the manifest at the top of a folder says of it; empty when none does. */
export async function describedByManifest(base: string): Promise<string> {
  for (const [name, descriptionIn] of manifests) {
    const read = await readInside(base, join(base, name), { maxBytes: MOST_BYTES, isKnown: () => false })
    const said = read.is === 'read' ? descriptionIn(Buffer.from(read.bytes).toString()) : undefined
    const plain = said?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() ?? ''
    if (plain !== '') return plain.slice(0, LONGEST).toWellFormed()
  }
  return ''
}

function ofJson(text: string): string | undefined {
  try {
    const { description } = JSON.parse(text) as { readonly description?: unknown }
    return typeof description === 'string' ? description : undefined
  } catch {
    return undefined
  }
}

/** The first line of that name stands in the section of the package itself. */
function ofToml(text: string): string | undefined {
  const [, basic, literal] = /^description[ \t]*=[ \t]*(?:"((?:[^"\\\n]|\\.)+)"|'([^'\n]+)')/m.exec(text) ?? []
  return basic === undefined ? literal : basic.replaceAll(/\\(.)/g, '$1')
}
