import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Library } from '@wuku/core/ports/library-store'
import { graphemeBorder } from '@wuku/text/terms/graphemes'

/** A library as a caller refers to it. */
export type LibraryRef = { readonly by: 'all' } | OneLibrary

export type OneLibrary =
  | { readonly by: 'id'; readonly id: number; readonly version: string | undefined }
  /** `slug` with its slash, as it was written: compare it without case. */
  | { readonly by: 'slug'; readonly slug: string; readonly version: string | undefined }
  | { readonly by: 'name'; readonly name: string; readonly version: string | undefined }

/**
 * A number, `/org/project`, `org/project`, an address on a code host, `@scope/package` or a bare name, each with
 * `@version`; slugs also with `/version`. 0 and `all`: every library.
 */
export function parseLibraryId(written: string | number): LibraryRef {
  const text = String(written).trim().normalize('NFKC')
  if (text === '0' || text.toLowerCase() === 'all') return { by: 'all' }
  const [named, version] = splitVersion(text)
  if (/^\d{1,15}$/.test(named)) return { by: 'id', id: Number(named), version }
  const path = named.startsWith('@') ? named : pathOf(named)
  const segments = path.split('/').filter(Boolean)
  const [owner, project, ...rest] = segments
  if (owner === undefined || text.length > LONGEST) throw notALibrary(text)
  if (project === undefined || named.startsWith('@')) return { by: 'name', name: segments.join('/'), version }
  const slug = `/${owner}/${project}`
  return { by: 'slug', slug, version: version ?? (path === named ? rest.join('/') || undefined : undefined) }
}

/** Names and versions have 255 characters at most. */
const LONGEST = 600

/** At the first `@` that belongs neither to the name, as in `@vue/core@3.4`, nor to an address, as in `git@host:path@3.4`. */
function splitVersion(text: string): readonly [named: string, version: string | undefined] {
  const at = text.indexOf('@', /^(?:git@|[a-z+]+:\/\/(?:[^/@]*@)?)/i.exec(text)?.[0].length ?? 1)
  return at < 1 ? [text, undefined] : [text.slice(0, at).trim(), text.slice(at + 1).trim() || undefined]
}

const notALibrary = (text: string): WukuError =>
  new WukuError(
    'bad-input',
    text === '' ? msg('noLibraryWasNamed') : msg('isNotLibrary', { text: text.slice(0, 60) }),
    msg('writeIdSuchAs'),
  )

/**
 * A library as command lines and lists name it. Titles of web sites become names, so a name is used only where it is its
 * own slug, as `tides` of `/docs/tides`; else the slug, which has letters, digits and `._+-` alone. Without the slash at
 * its beginning: shells on Windows make a path of their own of that.
 */
export function libraryWord({ name, slug }: Pick<Library, 'name' | 'slug'>, version?: string): string {
  const word = slug.endsWith(`/${name}`) ? name : slug.slice(1)
  return version === undefined ? word : `${word}@${version}`
}

/**
 * Two segments: `/facebook/react` for `facebook/react` or its address on a code host, `/docs/react` for `React`.
 * Letters of any script stay. Such slugs are not unique: the caller resolves collisions.
 */
export function slugOf(name: string): string {
  const segments = pathOf(name)
    .split('/')
    .map(segmentOf)
    .filter((segment) => segment !== '')
  const [owner, project] = segments.length > 1 ? segments.slice(-2) : [NO_OWNER, segments[0] ?? NO_NAME]
  return `/${owner}/${project}`
}

/** `facebook/react` of `https://github.com/facebook/react.git`, the host of another web page; other text as it is. */
function pathOf(text: string): string {
  const [, scheme, host, path = ''] = ADDRESS.exec(text) ?? []
  const segments = path
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter(Boolean)
  if (host === undefined || (scheme === undefined && segments.length < 2)) return text
  return segments.length < 2 ? host : segments.join('/')
}

/** Without a scheme only what can be no name of a library: `vue.js/core` is one. */
const ADDRESS =
  /^([a-z+]+:\/\/|git@)?(?:[^/@\s]*@)?([^/\s@:]+\.(?!js[/:])[a-z]{2,10})(?::\d+)?(?:[/:]([^?#]*))?(?:[?#].*)?$/is

/** Owner in the slug of a name that has none. */
const NO_OWNER = 'docs'
/** Slug of a name without letters, such as an emoji. */
const NO_NAME = 'library'

const LONGEST_SEGMENT = 80

/** Never dots alone: a slug names folders too. */
function segmentOf(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('#', 'sharp')
    .replaceAll(/[^\p{L}\p{N}\p{M}._+-]+/gu, '-')
  return letters.slice(0, graphemeBorder(letters, LONGEST_SEGMENT)).replaceAll(/^[._-]+|[._-]+$/g, '')
}
