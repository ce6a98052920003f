import { WukuError } from '@wuku/core/errors'
import { setOf } from '@wuku/core/list-helpers'
import { decodePercent } from '@wuku/core/lenient-parsing'
import { msg } from '@wuku/messages/docs'

/** A repository by its address, on any kind of host. */
export interface RepositoryAddress {
  /** With a path where the host is not at the top: `https://example.com/git`. No slash at the end. */
  readonly base: string
  /** `github.com`, with the port where it is not the usual one. */
  readonly host: string
  /** `facebook/react`; of GitLab also `group/subgroup/project`. */
  readonly path: string
}

/**
 * `nested`: all segments are the repository's path, as on GitLab; otherwise the last two. The rest, such as
 * `/tree/main`, is dropped.
 */
export function parseAddress(url: string, { nested }: { readonly nested: boolean }): RepositoryAddress {
  const address = readUrl(url.trim())
  const segments = address && repositorySegments(address)
  if (!address || !segments || segments.length < 2) throw noRepository(url)
  const own = nested || isWellKnown(address.host) ? segments : segments.slice(-2)
  const path = isWellKnown(address.host) && !nested ? own.slice(0, 2) : own
  const before = segments.slice(0, segments.length - own.length).map((segment) => `/${encodeURIComponent(segment)}`)
  return { base: address.origin + before.join(''), host: address.host, path: path.join('/') }
}

/** Hosts that lie at the top: two segments are the repository, and what follows is not. */
const isWellKnown = (host: string): boolean => host === 'github.com' || host === 'codeberg.org'

/** `git@host:owner/repository` and `ssh://` are read as what the host shows under `https://`. */
function readUrl(url: string): URL | undefined {
  const secure = url
    .replace(/^(?:git\+)?ssh:\/\/(?:[^@/]+@)?([^:/]+)(?::\d+)?\//, 'https://$1/')
    .replace(/^[\w.-]+@([\w.-]+):(?!\/)/, 'https://$1/')
    .replace(/^git\+(?=https?:)/, '')
  const address = URL.canParse(secure) ? new URL(secure) : undefined
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  if (address.username !== '' || address.password !== '')
    throw new WukuError('bad-input', msg('withKey', { host: address.host }))
  return address.host === 'www.github.com' ? new URL(address.href.replace('//www.', '//')) : address
}

const PAGES = setOf('- tree blob src releases tags commit commits wiki raw')

function repositorySegments({ pathname }: URL): readonly string[] {
  const segments = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodePercent)
  const end = segments.findIndex((segment, at) => at >= 2 && PAGES.has(segment))
  const own = end < 0 ? segments : segments.slice(0, end)
  return own.map((segment, at) => (at === own.length - 1 ? segment.replace(/\.git$/, '') : segment))
}

/** The address is repeated only where it holds no key. */
const noRepository = (url: string): WukuError =>
  new WukuError(
    'bad-input',
    url.includes('@')
      ? msg('addressIsNotRepository')
      : msg('isNotAddressOfRepository', { url: url.replace(/\?.*/s, '').slice(0, 200) }),
    msg('giveAddressShownInBrowser'),
  )
