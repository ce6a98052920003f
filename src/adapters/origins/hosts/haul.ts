import { cancelled, isWukuError } from '../../../core/errors.ts'
import type { Downloaded, DownloadRequest, HaulStep, OriginFacts, RepositoryOrigin } from '../../../ports/origins.ts'
import { createChoice, type Verdict } from '../choice.ts'
import { createTally, defaultCaps, type Caps, type Tally } from '../tally.ts'
import { parseAddress } from './address.ts'
import { refusals } from './refusals.ts'
import { openSession, parseJson, type HostsOptions, type Session } from './session.ts'
import { TRANSLATION, take, type Taking } from './take.ts'
import { createTranslations } from './translations.ts'
import { unpack } from './unpack.ts'

export interface RepositoryOptions extends HostsOptions {
  readonly caps?: Partial<Caps>
}

/** All documents of one commit, out of one streamed archive. */
export async function* haulRepository(
  spec: RepositoryOrigin,
  options: RepositoryOptions,
  request: DownloadRequest,
): AsyncGenerator<Downloaded, OriginFacts> {
  const caps = { ...defaultCaps, ...options.caps }
  const tally = createTally(caps)
  const teller = createTeller(spec, tally, request)
  const session = await openSession(spec, options, { signal: request.signal, waiting: teller.waiting })
  const { host, facts } = session
  const ref = spec.ref ?? facts.defaultBranch
  const commit = await readCommit(session, ref)
  const place = { webUrl: facts.webUrl, commit }
  const told = { ref, commit, url: host.treeUrl(place) }
  if (request.known?.get('') === commit) return { ...told, leftOut: 0 }

  const choose = createChoice({ ...spec, isDocument: request.isDocument, leavesOut: isLeftOut })
  const translations = createTranslations()
  const urlOf = (path: string): string => host.fileUrl(place, path)
  const archive = { session, commit, caps, signal: request.signal, read: teller.read }
  const taking = { tally, maxBytes: request.maxBytes, urlOf }
  yield* pass(archive, { ...taking, choose, translations })
  /** Documents that were held back but are no translations cost a second pass over the archive, and no memory. */
  const kept = new Set(translations.kept())
  const chooseKept = (path: string): Verdict => (kept.has(path) ? 'document' : 'nothing')
  if (kept.size > 0) yield* pass(archive, { ...taking, choose: chooseKept })
  const skipped = tally.skipped.filter(({ path, why }) => why !== TRANSLATION || !kept.has(path))
  return { ...told, leftOut: tally.leftOut - kept.size, skipped }
}

interface Teller {
  waiting(said: string): void
  read(bytes: number): void
}

const TOLD_EVERY = 1024 ** 2

/** Reports progress. Stages never go back: a wait during a download is reported within that stage. */
function createTeller(spec: RepositoryOrigin, tally: Tally, { progress }: DownloadRequest): Teller {
  const { host, path } = parseAddress(spec.url, { nested: false })
  let [bytes, told] = [0, -TOLD_EVERY]
  const tell = (stage: HaulStep['stage'], said: string, how: Pick<HaulStep, 'waits'> = {}): void =>
    progress({ stage, said, done: tally.documents, bytes, ...how })
  tell('connecting', `Asking ${host} for ${spec.ref ?? 'the default branch'}`)
  return {
    waiting: (said) => tell(bytes === 0 ? 'waiting' : 'downloading', said, { waits: true }),
    read(more) {
      bytes += more
      if (bytes - told < TOLD_EVERY) return
      told = bytes
      tell('downloading', `Reading ${path}`)
    },
  }
}

/** Statuses by which hosts answer that there is no such tag, branch or commit. */
const NO_REF: ReadonlySet<number> = new Set([400, 404, 422, 500])

async function readCommit({ host, facts, ask }: Session, ref: string): Promise<string> {
  if (ref === '') throw refusals.isEmpty(facts.path)
  const url = host.commit(facts.path, ref)
  const answer = await ask(url)
  const commit = answer.status === 200 ? host.readCommit(parseJson(await answer.bytes())) : undefined
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

async function* pass(archive: Archive, taking: Taking): AsyncGenerator<Downloaded, void> {
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
      const downloaded = await take(packed, taking)
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
