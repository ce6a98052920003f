import { msg, type Text } from '@wuku/messages/docs'
import { cancelled, isWukuError } from '@wuku/core/errors'
import type { Downloaded, DownloadRequest, DownloadStep, OriginFacts, RepositoryOrigin } from '@wuku/core/ports/origins'
import { createChoice, type Verdict } from '../file-choice.ts'
import { createDownloadCounter, defaultCaps, type Caps, type DownloadCounter } from '../download-counter.ts'
import { parseAddress } from './repository-address.ts'
import { refusals, openSession, parseBytes, type HostsOptions, type Session } from './session.ts'
import { TRANSLATION, acceptEntry, type DownloadContext } from './accept-entry.ts'
import { createTranslations } from './translations.ts'
import { unpack } from './unpack.ts'

export interface RepositoryOptions extends HostsOptions {
  readonly caps?: Partial<Caps>
}

/** All documents of one commit, out of one streamed archive. */
export async function* downloadRepository(
  spec: RepositoryOrigin,
  options: RepositoryOptions,
  request: DownloadRequest,
): AsyncGenerator<Downloaded, OriginFacts> {
  const caps = { ...defaultCaps, ...options.caps }
  const counter = createDownloadCounter(caps)
  const reporter = createProgressReporter(spec, counter, request)
  const session = await openSession(spec, options, { signal: request.signal, waiting: reporter.waiting })
  const { host, facts } = session
  const ref = spec.ref ?? facts.defaultBranch
  const commit = await readCommit(session, ref)
  const place = { webUrl: facts.webUrl, commit }
  const revision = { ref, commit, url: host.treeUrl(place) }
  if (request.known?.get('') === commit) return { ...revision, leftOut: 0 }

  const choose = createChoice({ ...spec, isDocument: request.isDocument, leavesOut: isLeftOut })
  const translations = createTranslations()
  const urlOf = (path: string): string => host.fileUrl(place, path)
  const archive = { session, commit, caps, signal: request.signal, read: reporter.read }
  const context = { tally: counter, maxBytes: request.maxBytes, urlOf }
  yield* pass(archive, { ...context, choose, translations })
  /** Documents that were held back but are no translations cost a second pass over the archive, and no memory. */
  const remaining = new Set(translations.withoutOriginal())
  const chooseRemaining = (path: string): Verdict => (remaining.has(path) ? 'document' : 'nothing')
  if (remaining.size > 0) yield* pass(archive, { ...context, choose: chooseRemaining })
  const skipped = counter.skipped.filter(({ path, why }) => why !== TRANSLATION || !remaining.has(path))
  return { ...revision, leftOut: counter.leftOut - remaining.size, skipped }
}

const REPORT_EVERY = 1024 ** 2

/** Reports progress. Stages never go back: a wait during a download is reported within that stage. */
function createProgressReporter(
  spec: RepositoryOrigin,
  counter: DownloadCounter,
  { progress }: DownloadRequest,
): { waiting(message: string): void; read(bytes: number): void } {
  const { host, path } = parseAddress(spec.url, { nested: false })
  let [bytes, reportedBytes] = [0, -REPORT_EVERY]
  const report = (stage: DownloadStep['stage'], message: Text, how: Pick<DownloadStep, 'waits'> = {}): void =>
    progress({ stage, said: message, done: counter.documents, bytes, ...how })
  report('connecting', msg('askingHost', { host, what: spec.ref ?? 'the default branch' }))
  return {
    waiting: (message) => report(bytes === 0 ? 'waiting' : 'downloading', message, { waits: true }),
    read(more) {
      bytes += more
      if (bytes - reportedBytes < REPORT_EVERY) return
      reportedBytes = bytes
      report('downloading', msg('readingPath', { path }))
    },
  }
}

/** Statuses by which hosts answer that there is no such tag, branch or commit. */
const NO_REF: ReadonlySet<number> = new Set([400, 404, 422, 500])

async function readCommit({ host, facts, ask }: Session, ref: string): Promise<string> {
  if (ref === '') throw refusals.isEmpty(facts.path)
  const url = host.commit(facts.path, ref)
  const answer = await ask(url)
  const commit = answer.status === 200 ? host.readCommit(parseBytes(await answer.bytes())) : undefined
  if (commit !== undefined) return commit
  if (answer.status !== 200) answer.drop()
  if (answer.status === 409) throw refusals.isEmpty(facts.path)
  throw answer.status === 200 || NO_REF.has(answer.status)
    ? refusals.noRef(ref, facts.path)
    : refusals.failed(url.host, answer.status)
}

interface Archive {
  readonly session: Session
  readonly commit: string
  readonly caps: Caps
  readonly signal: AbortSignal
  read(bytes: number): void
}

async function* pass(archive: Archive, context: DownloadContext): AsyncGenerator<Downloaded, void> {
  const { session, commit, caps, signal, read } = archive
  const { host, facts } = session
  const url = host.archive(facts.path, commit)
  const answer = await session.ask(url, caps.packedBytes)
  if (answer.status !== 200) {
    answer.drop()
    throw refusals.failed(url.host, answer.status)
  }
  try {
    for await (const packed of unpack(counted(answer.body, read), { signal, unpackedBytes: caps.unpackedBytes })) {
      const downloaded = await acceptEntry(packed, context)
      if (downloaded) yield downloaded
    }
  } catch (error) {
    if (signal.aborted) throw cancelled()
    throw isWukuError(error) ? error : refusals.brokenArchive(facts.path, error)
  }
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  read: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of body) {
    read(chunk.byteLength)
    yield chunk
  }
}

/**
 * Files that do not document the current state of a repository: built or borrowed ones, tests, outdated ones, and files
 * about the project itself. Only below a folder of documents can tests be a chapter.
 */
function isLeftOut(path: string): boolean {
  const segments = path.toLowerCase().split('/')
  const name = segments.pop() ?? ''
  const documents = segments.findIndex((segment) => DOCUMENTS.test(segment))
  return (
    PROJECT_FILE.test(name) ||
    segments.some(
      (segment, at) =>
        MACHINERY.test(segment) || OUTDATED.test(segment) || (TESTS.test(segment) && (documents < 0 || at < documents)),
    )
  )
}

const DOCUMENTS = /^(?:docs?|documentation|documents|website|site|content|guides?|handbook|manual)$/
const MACHINERY = /^(?:\..*|node_modules|vendor|dist|__pycache__|site-packages)$/
const TESTS = /^(?:tests?|__tests__|fixtures?|__fixtures__|testdata|bench|benches|benchmarks?)$/
const OUTDATED = /(?:^|[-_.])(?:archived?|archives|deprecated|legacy|previous|outdated|superseded|old)(?:$|[-_.])/
const PROJECT_FILE = /^(?:change-?log(?:[-_.].*)?|(?:licen[cs]e|code[-_]of[-_]conduct|contributing)(?:\..*)?)$/
