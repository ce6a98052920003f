import { graphemeBorder } from '../../../text/terms/graphemes.ts'

/**
 * Two segments: `/facebook/react` for `facebook/react` or its address on a code host, `/docs/react` for `React`.
 * Letters of any script stay. Slugs are not unique: the caller resolves collisions.
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
export function pathOf(text: string): string {
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
  return trimmed(letters.slice(0, graphemeBorder(letters, LONGEST_SEGMENT)))
}

const trimmed = (text: string): string => {
  let [from, to] = [0, text.length]
  while (from < to && /[._-]/.test(text[from] ?? '')) from++
  while (to > from && /[._-]/.test(text[to - 1] ?? '')) to--
  return text.slice(from, to)
}
