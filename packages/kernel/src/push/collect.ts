import type { Text } from '@wuku/messages/message'
import { isRefusal } from '@wuku/core/ports/feed'
import { cancelled } from '@wuku/core/errors'
import type { Problem, Skipped } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import { readableFor } from '@wuku/core/ports/store'
import type { DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import type { Masked } from '@wuku/core/ports/worker-pool'
import { allowSecrets, maskSecrets, type Allowance } from '@wuku/text/secrets/secrets'
import { ownersAccess } from '../base/access.ts'
import { parseItem, rememberForgotten } from '../forgetting.ts'
import { maskDraft, maskStrings } from '../index/masking.ts'
import { knownText } from '../index/run.ts'
import type { Collected, CollectRequest, FoundSecret } from '../base/parts/collected.ts'
import type { EnginePorts } from '../base/ports.ts'
import { secretsIn } from './found-secrets.ts'
import { isPushedPath, writePushed } from '../base/pushed-item.ts'

/** Reads as an index run does: the same feed with the same rules, the same reader, the same masking. */
export async function* collectItems(request: CollectRequest, ports: EnginePorts): AsyncGenerator<Collected> {
  const { source, only, signal } = request
  const kind = ports.kinds.find((known) => known.kind === source.kind)
  if (!kind) throw new Error(`No storehouse for ${source.kind}.`)
  const reader = await kind.reader()
  const feed = await ports.open.feed(source)
  const { items, problems, skipped, complete } = await feed.list({ signal })
  if (signal.aborted) throw cancelled()
  const selected = only ? items.filter(({ path }) => only.items.has(path)) : items
  yield { is: 'listed', count: selected.length, isComplete: complete }
  if (!only) yield* leftOut(problems, skipped)
  const taking = await takingOf(reader, request, ports)
  await reader.prepare?.(selected.map(({ path }) => path))
  for (const listed of selected) {
    if (signal.aborted) throw cancelled()
    const read = await feed.read(listed)
    if (isRefusal(read)) yield* refused(read)
    else yield* maskedItem(read, taking)
  }
  const listed = new Set(items.map(({ path }) => path))
  if (reader.archives)
    for (const path of (await ports.store.read(everything, (view) => view.sources.manifest(source.id))).keys())
      if (!listed.has(path)) yield { is: 'kept', path }
}

function* leftOut(problems: readonly Problem[], skipped: readonly Skipped[]): Generator<Collected> {
  for (const problem of problems) yield { is: 'problem', ...problem }
  for (const each of skipped) yield { is: 'skipped', ...each }
}

function* refused({ leftOut: why, ...problem }: Problem & { readonly leftOut?: Text }): Generator<Collected> {
  if (why !== undefined) return yield { is: 'skipped', path: problem.path, why }
  yield { is: 'problem', ...problem }
  // It is there, and may only be unreadable now.
  yield { is: 'kept', path: problem.path }
}

type Taking = Awaited<ReturnType<typeof takingOf>>

async function takingOf(reader: Reader, { source, allowed, only }: CollectRequest, { store }: EnginePorts) {
  const known = reader.archives ? await knownText(readableFor(store, ownersAccess)) : undefined
  const forgetting = { ...rememberForgotten(reader, source.options.forgotten), known }
  return { reader, forgetting, isAllowed: allowSecrets(allowed), only }
}

const badName = { is: 'problem', remedy: 'Rename it.' } as const

function* maskedItem(
  item: Parameters<Reader['parse']>[0],
  { reader, forgetting, isAllowed, only }: Taking,
): Generator<Collected> {
  const parsed = parseItem(reader, item, forgetting)
  yield* leftOut(parsed.problems, parsed.skipped)
  const drafts = only ? parsed.items.filter(({ path }) => only.isIncluded(path)) : parsed.items
  const named = [item.path, ...drafts.map(({ path }) => path)]
  if (drafts.length === 0) return
  if (named.some((path) => maskSecrets(path).text !== path))
    return yield { ...badName, path: maskSecrets(item.path).text, said: 'Its name contains a secret; it is not sent.' }
  if (!named.every(isPushedPath))
    return yield {
      ...badName,
      path: item.path,
      said: 'A server does not take a name with a backslash, a drive or a control character; it is not sent.',
    }
  const documents = drafts.map((draft) => maskDocument(draft, isAllowed))
  yield {
    is: 'item',
    path: item.path,
    modifiedAt: item.modifiedAt,
    text: writePushed(documents.map(({ draft }) => draft)),
    secrets: documents.flatMap(({ secrets }) => secrets),
  }
}

/** Facts that the reader keeps for its chunks go along, and is masked as what comes of it would be. */
function maskDocument(read: DraftDocument, isAllowed: Allowance) {
  const masked: Masked[] = []
  const { notes, ...draft } = maskDraft(read, masked, isAllowed)
  const hidden = notes === undefined ? undefined : maskStrings(notes, isAllowed)
  return {
    draft: { ...draft, ...(hidden !== undefined && { notes: hidden }) },
    secrets: [...secretsIn(draft.path, read.text, draft.text), ...secretsInFacts(read, draft)],
  }
}

const secretsInFacts = (read: DraftDocument, { path, title, meta }: DraftDocument): readonly FoundSecret[] =>
  secretsIn(path, factsOf(read), factsOf({ title, meta })).map((found) => ({ ...found, line: null }))

const factsOf = ({ title, meta }: Pick<DraftDocument, 'title' | 'meta'>): string => JSON.stringify({ title, meta })
