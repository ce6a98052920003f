import type { Origin, PageOrigin, WebsiteOrigin } from '@wuku/core/ports/origins'
import type { Http } from '@wuku/guarded-fetch/http-types'
import { readAddress } from './web-address.ts'
import { noAddress } from './web-failures.ts'
import { downloadPage, describePage, downloadSite, describeSite } from './site.ts'
import { compileLinear } from '@wuku/text/linear-expression'
import { createGlob } from '@wuku/text/glob'
import { RE2JS } from 're2js'
import { WukuError } from '@wuku/core/errors'
import { decodePercent } from '@wuku/core/lenient-parsing'
import { msg } from '@wuku/messages/docs'

interface Means {
  readonly http: Http
}

/** The pages of a site: those that its `llms.txt` names, else those that are linked from the first. No scripts run. */
export function openWebsite(spec: WebsiteOrigin, { http }: Means): Origin {
  const site = { spec, url: requireAddress(spec.url), wants: createRules(spec), http }
  return {
    releases: none,
    inspect: (signal) => describeSite(site, signal),
    download: (request) => downloadSite(site, request),
  }
}

/** One page, of any type that is read. */
export function openPage(spec: PageOrigin, { http }: Means): Origin {
  const page = { url: requireAddress(spec.url), http }
  return {
    releases: none,
    inspect: (signal) => describePage(page, signal),
    download: (request) => downloadPage(page, request),
  }
}

const none = async (): Promise<readonly []> => []

function requireAddress(given: string): URL {
  const url = readAddress(given)
  if (!url) throw noAddress(given)
  return url
}

/** The user's rules for addresses: one of `include`, if there are any, and none of `exclude`. */
function createRules({ include, exclude }: Pick<WebsiteOrigin, 'include' | 'exclude'>): (url: URL) => boolean {
  const included = include?.map(createRule)
  const excluded = exclude?.map(createRule) ?? []
  return (url) => (included?.some((fits) => fits(url)) ?? true) && !excluded.some((fits) => fits(url))
}

function createRule(pattern: string): (url: URL) => boolean {
  const expression = /^\/(.+)\/$/s.exec(pattern)?.[1]
  if (expression !== undefined) {
    const fits = createExpression(expression)
    return /^\^?https?\b/.test(expression) ? (url) => fits(url.href) : (url) => fits(decodePercent(url.pathname))
  }
  if (/^https?:\/\//.test(pattern)) {
    const fits = createGlob(pattern)
    return (url) => fits(url.href) || fits(url.href.replace(/\/$/, ''))
  }
  const fits = createGlob(pathGlob(pattern))
  return (url) => fits(decodePercent(url.pathname).replaceAll(/^\/|\/$/g, ''))
}

/** `*.pdf` means any folder, `docs/` all that lies in it. */
function pathGlob(pattern: string): string {
  const fullPattern = pattern.endsWith('/') ? `${pattern}**` : pattern
  return fullPattern.includes('/') ? fullPattern.replace(/^\//, '') : `**/${fullPattern}`
}

/**
 * A regular expression that cannot take long: RE2 reads the text once, whatever the expression. Constructs that need
 * backtracking (references, lookaround) are refused.
 */
export function createExpression(source: string): (text: string) => boolean {
  if (source.length > MAX_CHARACTERS) throw unreadable(source, `it has more than ${MAX_CHARACTERS} characters`)
  const expression = compile(source)
  if (expression.programSize() > MAX_STEPS) throw unreadable(source, 'its repeats would take too long to match')
  return (text) => expression.test(text)
}

/** Longer patterns are not written by hand. */
const MAX_CHARACTERS = 300

/** Repeats are written out, and a step may be looked at once for each sign of an address: `(?:a{9}){9}` has 81 of them. */
const MAX_STEPS = 4_000

function compile(source: string): RE2JS {
  const compiled = compileLinear(source, RE2JS.DOTALL)
  if ('refused' in compiled) throw unreadable(source, compiled.refused)
  return compiled
}

const unreadable = (source: string, because: string): WukuError =>
  new WukuError(
    'bad-input',
    msg('unreadable', { source: source.slice(0, 200), because }),
    String.raw`Use a glob such as "/docs/**", or an expression of characters, classes, groups and repeats such as /^\/(?:docs|api)\/.*\.html$/.`,
  )
