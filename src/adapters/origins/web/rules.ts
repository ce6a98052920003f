import { createGlob } from '../../../text/glob.ts'
import type { WebsiteOrigin } from '../../../ports/origins.ts'
import { readable } from './address.ts'
import { createExpression } from './expression.ts'

/** What the user said about addresses: one of `include`, where there are any, and none of `exclude`. */
export function createRules({ include, exclude }: Pick<WebsiteOrigin, 'include' | 'exclude'>): (url: URL) => boolean {
  const wanted = include?.map(createRule)
  const unwanted = exclude?.map(createRule) ?? []
  return (url) => (wanted?.some((fits) => fits(url)) ?? true) && !unwanted.some((fits) => fits(url))
}

function createRule(pattern: string): (url: URL) => boolean {
  const expression = /^\/(.+)\/$/s.exec(pattern)?.[1]
  if (expression !== undefined) {
    const fits = createExpression(expression)
    return /^\^?https?\b/.test(expression) ? (url) => fits(url.href) : (url) => fits(readable(url.pathname))
  }
  if (/^https?:\/\//.test(pattern)) {
    const fits = createGlob(pattern)
    return (url) => fits(url.href) || fits(url.href.replace(/\/$/, ''))
  }
  const fits = createGlob(pathGlob(pattern))
  return (url) => fits(readable(url.pathname).replaceAll(/^\/|\/$/g, ''))
}

/** `*.pdf` means any folder, `docs/` all that lies in it. */
function pathGlob(pattern: string): string {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern
  return whole.includes('/') ? whole.replace(/^\//, '') : `**/${whole}`
}
