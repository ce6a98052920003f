import { WukuError } from '@wuku/core/errors'
import type { HttpAnswer } from '@wuku/guarded-fetch/http-types'

export const gone = (url: URL): WukuError =>
  new WukuError('not-found', `${describeUrl(url)} does not exist.`, 'Check the address in a browser.')

/** An answer that is no page. */
export const unusable = ({ status, url }: Pick<HttpAnswer, 'status' | 'url'>): WukuError =>
  new WukuError(
    'fetch-failed',
    `${describeUrl(url)} answered with status ${status}.`,
    status === 401 || status === 403
      ? 'It is not public: import its repository, or a folder with its files, instead.'
      : 'Open it in a browser to see why, and import again later.',
  )

export const noPage = (url: URL, type = 'of an unknown type'): WukuError =>
  new WukuError(
    'bad-input',
    `${describeUrl(url)} is ${type.slice(0, 100)}, not a page of documentation.`,
    'Give the address of a page in HTML, Markdown or PDF; import archives as a folder, and code as a repository.',
  )

export const shell = (url: URL): WukuError =>
  new WukuError(
    'fetch-failed',
    `${describeUrl(url)} has almost no text: its text is filled in by a script, and no scripts run here.`,
    `Import ${url.origin}/llms.txt, if it exists, or the repository of the site.`,
  )

export const movedAway = (from: URL, to: URL): WukuError =>
  new WukuError(
    'fetch-failed',
    `${describeUrl(from)} redirects to ${describeUrl(to)}, which is not part of it.`,
    `If that is what you want, give ${describeUrl(to)} as the address.`,
  )

export const notAllowed = (url: URL): WukuError =>
  new WukuError(
    'fetch-failed',
    `${url.origin}/robots.txt does not allow programs to visit ${url.pathname}, or cannot be read.`,
    'Import the repository of the docs instead, choose an allowed part of the site, or give the address as a single page.',
  )

export const noList = (url: URL): WukuError =>
  new WukuError(
    'not-found',
    `${describeUrl(url)} is a web page, not a list of pages.`,
    'Give the address of the site itself.',
  )

export const tooManyFailed = (
  host: string,
  failed: number,
  { of, last }: { of: number; last?: WukuError },
): WukuError =>
  new WukuError(
    'fetch-failed',
    `${failed} of ${of} pages of ${host} could not be read${last ? `; the last error: ${last.message}` : '.'}`,
    'Nothing was imported. Try again later, give a folder that works, or import the repository of the docs.',
    { cause: last },
  )

export const nothingThere = (host: string): WukuError =>
  new WukuError(
    'fetch-failed',
    `No page of ${host} could be imported.`,
    'Check that the address leads to a page, that "include" and "exclude" allow it, and that robots.txt allows it; or import the repository of the docs.',
  )

export const tooLarge = (host: string, bytes: number): WukuError =>
  new WukuError(
    'too-large',
    `${host} has more than ${Math.floor(bytes / 1024 / 1024)} MB of pages, the limit; the rest is missing.`,
    'Give one of its folders as the address, or leave parts out with "exclude".',
  )

export const noAddress = (given: string): WukuError =>
  new WukuError(
    'bad-input',
    `"${given.slice(0, 200)}" is not the address of a web page.`,
    'Give an address such as https://example.com/docs/, without user name and password.',
  )

/** Without its query, which may hold a key. */
const describeUrl = ({ origin, pathname }: URL): string => `${origin}${pathname}`.slice(0, 300)
