import { WukuError } from '@wuku/core/errors'
import { defined, setOf } from '@wuku/core/list-helpers'
import { msg } from '@wuku/messages/docs'
import type { Host, OriginSpec, WebsiteOrigin } from '@wuku/core/ports/origins'

export interface OriginRequest extends Omit<WebsiteOrigin, 'type'> {
  readonly ref?: string
  readonly folders?: readonly string[]
  readonly pattern?: readonly string[]
  readonly as?: 'repository' | 'website' | 'page'
  readonly host?: Host
}

const codeHosts = setOf('github.com gitlab.com gitea.com codeberg.org www.github.com')

/** Files that are one document, and no page that leads to others. */
const SINGLE = /\.(?:pdf|docx|pptx|xlsx|epub|md|mdx|rst|adoc|txt|json|ya?ml|ipynb)$/i

/** The kind of origin behind an address, unless the caller names it. */
export function originOf(request: OriginRequest): OriginSpec {
  const url = addressOf(request.url)
  const type = request.as ?? (request.host || isRepository(url) ? 'repository' : isSingle(url) ? 'page' : 'website')
  if (type === 'repository') return repositoryOf(url, request)
  if (type === 'page') return { type, url: url.href }
  const { scope, depth, pages, include, exclude } = request
  return { type, url: url.href, ...defined({ scope, depth, pages, include, exclude }) }
}

function addressOf(text: string): URL {
  if (PATH.test(text)) throw new WukuError('bad-input', msg('isFolder', { text: text.slice(0, 200) }))
  const written = /^git@([^:]+):(.+)$/.exec(text) ? text.replace(/^git@([^:]+):/, 'https://$1/') : text
  const fullUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`
  const url = URL.canParse(fullUrl) ? new URL(fullUrl) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url
  throw new WukuError(
    'bad-input',
    url?.username ? msg('addressContainsUserName') : msg('isNotAddressThatCanBeFetched', { text: text.slice(0, 200) }),
    msg('writeItAsHttpsGithub'),
  )
}

/** Text that can only be a local path. */
const PATH = /^(?:[/\\~]|\.{1,2}(?:[/\\]|$)|[a-z]:[/\\]|file:)/i

const isRepository = ({ hostname, pathname }: URL): boolean =>
  pathname.endsWith('.git') ||
  (codeHosts.has(hostname) && pathname.split('/').filter(Boolean).length >= 2 && !/\/(?:raw|-\/raw)\//.test(pathname))

const isSingle = ({ pathname }: URL): boolean => SINGLE.test(pathname) && !/llms(?:-full)?\.txt$/i.test(pathname)

/** `.../tree/v19/docs` names a ref and a folder. */
function repositoryOf(url: URL, { host, ref, folders, pattern: patterns, exclude }: OriginRequest): OriginSpec {
  const [base = '', tree = ''] = url.pathname.split(/\/(?:-\/)?(?:tree|src\/(?:branch|tag|commit))\//)
  const [treeRef, ...below] = tree.split('/').filter(Boolean)
  const named = ref ?? treeRef
  const within = folders ?? (below.length > 0 ? [below.join('/')] : undefined)
  return {
    type: 'repository',
    url: `${url.origin}${base.replace(/\/+$/, '').replace(/\.git$/, '')}`,
    ...defined({ host, ref: named && decodeURIComponent(named), folders: within, patterns, exclude }),
  }
}
