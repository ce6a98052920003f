import { existsSync, statSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { docs, placeOf } from './pages.ts'

const repository = join(docs, '..')
const host = 'https://github.com/wuku/wuku'

/** A link of a page, made for readers of the files, as the site needs it: pages by their place, all else on the code host. */
export function linkOnSite(link: string, page: string): string {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link
  const [path = '', anchor] = link.split('#')
  const target = posix.join(posix.dirname(page), path)
  const after = anchor === undefined ? '' : `#${anchor}`
  if (!target.startsWith('..') && target.endsWith('.md') && !target.endsWith('.snippet.md'))
    return `/${placeOf(target)}${after}`
  const file = join(docs, target)
  const isFolder = existsSync(file) && statSync(file).isDirectory()
  return `${host}/${isFolder ? 'tree' : 'blob'}/main/${relative(repository, file)}${after}`
}

interface Token {
  readonly type: string
  readonly children: readonly Token[] | null
  content: string
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

interface Markdown {
  readonly core: {
    readonly ruler: {
      push(
        name: string,
        rule: (state: { tokens: Token[]; env: { readonly path: string; readonly realPath?: string } }) => void,
      ): void
    }
  }
}

/** For the parser of the site. */
export function sitesLinks(markdown: Markdown): void {
  markdown.core.ruler.push('links-of-the-site', (state) => {
    const page = relative(docs, state.env.realPath ?? state.env.path)
    state.tokens = withoutLanguageLink(state.tokens)
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null
      if (link !== null) token.attrSet('href', linkOnSite(decodeURI(link), page))
    }
  })
}

/** Pages link to their other language under the title; on the site the navigation bar does that. */
function withoutLanguageLink(tokens: Token[]): Token[] {
  const at = tokens.findIndex(
    ({ type, content }) => type === 'inline' && /^\[(?:中文|English)\]\([^)]*\)$/.test(content),
  )
  return at < 0 || at > 6 ? tokens : tokens.toSpliced(at - 1, 3)
}
