import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, docs, filesOf, languages, type Language } from '../pages.ts'
import { indexPages } from './index-pages.ts'
import type { PackedIndex } from './packed-index.ts'

/** The search index and the addresses of its pages; browsers load them with the first search. */
export interface SiteIndex {
  readonly packed: PackedIndex
  readonly addresses: Readonly<Record<string, string>>
}

export function indexOf(language: Language): SiteIndex {
  const files = filesOf(language)
  return {
    packed: indexPages(files.map((path) => ({ path, text: readFileSync(join(docs, path), 'utf8') }))),
    addresses: Object.fromEntries(files.map((file) => [file, addressOf(file)])),
  }
}

const NAME = 'virtual:wuku-index/'
/** Modules that a search loads import these and never call them in a browser. */
const NO_CRYPTO = '\0no-crypto'
const NO_CRYPTO_NAMES = ['createHash', 'hash', 'randomBytes', 'randomInt']

/** `import('virtual:wuku-index/en')`: a file of its own, made by wuku while the site is built. */
export const searchPlugin = () => ({
  name: 'wuku-index',
  enforce: 'pre' as const,
  resolveId(id: string, _from: string | undefined, { ssr = false }: { readonly ssr?: boolean }) {
    if (id.startsWith(NAME)) return `\0${id}`
    return id === 'node:crypto' && !ssr ? NO_CRYPTO : undefined
  },
  load(id: string, { ssr = false }: { readonly ssr?: boolean } = {}) {
    if (id === NO_CRYPTO) return NO_CRYPTO_NAMES.map((name) => `export const ${name} = undefined`).join('\n')
    const language = languages.find((each) => id === `\0${NAME}${each}`)
    if (!language) return undefined
    return ssr
      ? 'export default undefined'
      : `export default JSON.parse(${JSON.stringify(JSON.stringify(indexOf(language)))})`
  },
})
