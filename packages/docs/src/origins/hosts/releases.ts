import { compareTexts } from '@wuku/core/list-helpers'
import type { Release } from '@wuku/core/ports/origins'
import type { HttpAnswer } from '@wuku/guarded-fetch/http-types'
import { parseBytes, type Session, refusals } from './session.ts'
import type { HostRelease } from './code-hosts.ts'
import { compareNumbers } from '../../versions/version.ts'

/** Newest version first; tags where nothing was released. */
export async function readReleases(session: Session): Promise<readonly Release[]> {
  const { host, facts } = session
  const released = await readAll(session, (page) => host.releases(facts.path, page), host.readRelease)
  const found =
    released.length > 0 ? released : await readAll(session, (page) => host.tags(facts.path, page), host.readTag)
  const releases = found.filter(({ isDraft }) => !isDraft).map(toRelease)
  return [...new Map(releases.map((release) => [release.tag, release])).values()].toSorted(compareNewest)
}

const toRelease = ({ tag, isPrerelease, publishedAt }: HostRelease): Release => ({
  tag,
  version: tag.replace(/^v(?=\d)/i, ''),
  isPrerelease,
  publishedAt,
})

type ReadEach = (each: unknown) => HostRelease | undefined

const MAX_PAGES = 50
const AT_ONCE = 4

/** If the first page names the last, the others are requested concurrently; otherwise one after the other. */
async function readAll(session: Session, pageAt: (page: number) => URL, readEach: ReadEach) {
  const first = await readPage(session, pageAt(1), readEach)
  const last = Math.min(first.last ?? (first.hasNext ? MAX_PAGES : 1), MAX_PAGES)
  const found = [...first.found]
  const step = first.last === undefined ? 1 : AT_ONCE
  for (let page = 2; page <= last; page += step) {
    const numbers = Array.from({ length: Math.min(step, last - page + 1) }, (_, at) => page + at)
    const pages = await Promise.all(numbers.map((number) => readPage(session, pageAt(number), readEach)))
    found.push(...pages.flatMap((each) => each.found))
    if (first.last === undefined && !pages.every(({ hasNext }) => hasNext)) break
  }
  return found
}

/** Hosts that keep no releases, or show them to nobody, say that there are none. */
const NONE: ReadonlySet<number> = new Set([401, 403, 404, 409])

async function readPage(session: Session, url: URL, readEach: ReadEach) {
  const answer = await session.ask(url)
  if (answer.status !== 200) {
    answer.drop()
    if (NONE.has(answer.status)) return { found: [], hasNext: false }
    throw refusals.failed(url.host, answer.status)
  }
  const list = parseBytes(await answer.bytes())
  const found = (Array.isArray(list) ? list : []).flatMap((each) => readEach(each) ?? [])
  return { found, hasNext: hasNext(answer), last: lastPage(answer) }
}

const hasNext = (answer: HttpAnswer): boolean => /rel="?next"?/.test(answer.header('link') ?? '')

function lastPage(answer: HttpAnswer): number | undefined {
  const [, linked] = /[?&]page=(\d+)[^<>]*>;\s*rel="?last"?/.exec(answer.header('link') ?? '') ?? []
  const page = Number(linked ?? answer.header('x-total-pages'))
  return Number.isInteger(page) && page > 0 ? page : undefined
}

/** By the numbers of the version, then finished before early ones, then by date: an order that holds for any names. */
export const compareNewest = (one: Release, other: Release): number =>
  compareKnown(numbersOf(other.version), numbersOf(one.version)) ||
  Number(one.isPrerelease) - Number(other.isPrerelease) ||
  compareKnown(allNumbers(other.version), allNumbers(one.version)) ||
  (other.publishedAt ?? 0) - (one.publishedAt ?? 0) ||
  compareTexts(one.tag, other.tag)

/** The first row of numbers with dots; names without one come last. `core@1.2.3`, `release-2024.01`. */
function numbersOf(version: string): readonly number[] {
  const [numbers] = /\d+(?:\.\d+)+/.exec(version) ?? /\d+/.exec(version) ?? []
  return numbers === undefined ? [] : numbers.split('.').map(Number)
}

const allNumbers = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).map(Number)

const compareKnown = (one: readonly number[], other: readonly number[]): number =>
  one.length === 0 || other.length === 0 ? one.length - other.length : compareNumbers(one, other)
