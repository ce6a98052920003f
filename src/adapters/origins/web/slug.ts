import { readable } from './address.ts'
import { folderOf } from './scope.ts'

/** `/websites/react_dev_reference`, `/llmstxt/react_dev`: what the library is called unless its owner says otherwise. */
export function siteSlug(url: URL, of: 'list' | 'path' | 'host' | 'domain'): string {
  const host = url.host.replace(/^www\./, '')
  if (of === 'list') return `/llmstxt/${fold(host)}`
  return `/websites/${fold(of === 'path' ? `${host}${readable(folderOf(url))}` : host)}`
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 100)
