import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { parseObject } from '@wuku/core/lenient-parsing'
import { msg } from '@wuku/messages/docs'
import type { FolderOrigin, Origin } from '@wuku/core/ports/origins'
import { type Ground, downloadFolder, readInside } from './download.ts'

/** A folder or one file on this machine. */
export function openFolder({ root, ...choice }: FolderOrigin): Origin {
  return {
    releases: async () => [],
    async inspect() {
      const { base, only } = await groundOf(root)
      const name = namingPart(root).replace(/(?<=.)\.[^.]+$/, '')
      return {
        name,
        slug: `/local/${slugOf(name)}`,
        description: only === undefined ? await describedByManifest(base) : '',
      }
    },
    async *download(request) {
      return yield* downloadFolder(await groundOf(root), choice, request)
    },
  }
}

/** Many folders are called "docs": then the one around it says what they document. */
const namingPart = (root: string): string =>
  [root, dirname(root), dirname(dirname(root))].map((folder) => basename(folder)).find((name) => !GENERIC.test(name)) ||
  basename(root)

const GENERIC = /^(?:docs?|documentation|website|site|content|manual|guides?)$/i

const ARCHIVES = /\.(?:zip|tar|tgz|tar\.(?:gz|bz2|xz|zst)|tbz2|txz|7z|rar)$/i

async function groundOf(root: string): Promise<Ground> {
  const stats = await lstat(root).catch(() => undefined)
  if (!stats || (await realpath(root).catch(() => undefined)) !== root) throw missing(root)
  if (stats.isDirectory()) return { base: root }
  if (!stats.isFile()) throw missing(root)
  if (ARCHIVES.test(root)) throw packed(root)
  return { base: dirname(root), only: basename(root) }
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'documents'

const missing = (root: string): WukuError => new WukuError('root-missing', msg('missing', { root }))

const packed = (root: string): WukuError => new WukuError('bad-input', msg('packed', { root: basename(root) }))

/** Manifests of programs, each with what it says that the program is. */
const manifests: readonly (readonly [name: string, description: (text: string) => string | undefined])[] = [
  ['package.json', ofJson],
  ['composer.json', ofJson],
  ['pyproject.toml', ofToml],
  ['Cargo.toml', ofToml],
]

const MAX_BYTES = 1024 * 1024
const LONGEST = 400

/** Description of a folder in the manifest at its top; empty if there is none. */
async function describedByManifest(base: string): Promise<string> {
  for (const [name, descriptionIn] of manifests) {
    const read = await readInside(base, join(base, name), { maxBytes: MAX_BYTES, isKnown: () => false })
    const description = read.is === 'read' ? descriptionIn(Buffer.from(read.bytes).toString()) : undefined
    const plain = description?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() ?? ''
    if (plain !== '') return plain.slice(0, LONGEST).toWellFormed()
  }
  return ''
}

function ofJson(text: string): string | undefined {
  const { description } = parseObject(text)
  return typeof description === 'string' ? description : undefined
}

/** The first line of that name stands in the section of the package itself. */
function ofToml(text: string): string | undefined {
  const [, basic, literal] = /^description[ \t]*=[ \t]*(?:"((?:[^"\\\n]|\\.)+)"|'([^'\n]+)')/m.exec(text) ?? []
  return basic === undefined ? literal : basic.replaceAll(/\\(.)/g, '$1')
}
