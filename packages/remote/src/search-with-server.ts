import type { OperationContext } from '@wuku/kernel/base/engine'
import type { Operation } from '@wuku/kernel/base/operation'
import { highestConfidence } from '@wuku/kernel/operations/describe-confidence'
import type { ShownDocument } from '@wuku/notes/operations/get'
import type { ResultsRequest, SearchResult, SearchResults } from '@wuku/notes/operations/results'
import { atServer, atServerName, askBoth, askTeam, nameOfServer, pushesTo, sourcesOfBoth, type Team } from './team.ts'
import type { RecalledHit } from '@wuku/kernel/operations/recall/shape'
import type { PushRecord } from './pushes-file.ts'

type Input = Omit<ResultsRequest, 'query' | 'mode'>

/** A call of an operation that answers from here and from the server. */
export interface BothRequest<Asked> {
  readonly input: Asked
  readonly context: OperationContext
  readonly team: Team
  readonly name: string
}

/** The searches of notes that users of qmd know. */
export function searchBoth(here: Operation, team: Team): Operation {
  const name = nameOfServer(team.url)
  return {
    ...here,
    repeats: undefined,
    description: `${here.description} Answers from ${name} too: its results have @${name} behind the collection.`,
    run: (input, context) => answerBoth(here, { input: input as Input, context, team, name }),
  }
}

function answerBoth(here: Operation, { input, context, team, name }: BothRequest<Input>): Promise<SearchResults> {
  const { collection, collections = [], ...rest } = input
  const named = [...(collection === undefined ? [] : [collection]), ...collections]
  const { own = [], remote = [] } = sourcesOfBoth(named, name)
  const within = (some: readonly string[]): object => ({ ...rest, ...(some.length > 0 && { collections: some }) })
  return askBoth<SearchResults>({
    name,
    context,
    own:
      named.length > 0 && own.length === 0 ? undefined : () => here.run(within(own), context) as Promise<SearchResults>,
    remote: () => askTeam(team, here, { input: within(remote), signal: context.signal }),
    nothing: { sure: 'none', results: [], mode: 'lexical', notes: [] },
    hasHits: ({ results }) => results.length > 0,
    unite: (local, others) => united(local, others, { input, context, team, name }),
    withNote: (local, note) => ({ ...local, notes: [note, ...local.notes] }),
  })
}

async function united(own: SearchResults, remote: SearchResults, { input, team, name }: BothRequest<Input>) {
  const merged = mergeHits(own.results.map(asHit), remote.results.map(asHit), {
    pushes: await pushesTo(team),
    relabel: ({ result, ...hit }) => ({ ...hit, result: labelled(result, name) }),
  })
  return {
    sure: highestConfidence([own.sure, remote.sure]),
    results: merged.slice(0, input.limit).map(({ result, score }) => ({ ...result, score })),
    mode: own.results.length > 0 ? own.mode : remote.mode,
    notes: [...own.notes, ...remote.notes.map((note) => `${name}: ${note}`)],
  }
}

/** `file` is collection and path. */
function asHit(result: SearchResult): Mergeable & { readonly result: SearchResult } {
  const { file, docid, title, snippet, score, citation } = result
  const end = file.indexOf('/')
  const place = { source: file.slice(0, end), path: file.slice(end + 1) }
  return { ...place, kind: 'notes', docid, title, snippet, score, citation, also: [], result }
}

/** A document or a hit of the server, as it is called here. */
export const labelled = <Shown extends ShownDocument | SearchResult>(shown: Shown, name: string): Shown => ({
  ...shown,
  file: atServerName(shown.file, name),
  docid: `${shown.docid}@${name}`,
  citation: atServer(shown.citation, name),
})

/** The fields of a hit that a merge compares. */
type Mergeable = Pick<
  RecalledHit,
  'kind' | 'docid' | 'source' | 'path' | 'title' | 'snippet' | 'turns' | 'score' | 'citation' | 'also'
>

/**
 * One list of both, each in its own order, by score: scores of both are shares of the same information. A hit of both
 * appears once, opened here, and names its other place too; `relabel` calls a hit of the server as it is called here.
 */
export function mergeHits<Hit extends Mergeable>(
  own: readonly Hit[],
  remote: readonly Hit[],
  { pushes, relabel }: { readonly pushes: readonly PushRecord[]; relabel(hit: Hit): Hit },
): readonly Hit[] {
  const duplicates = new Map<Hit, Hit>()
  const others = remote.filter((hit) => {
    const duplicate = own.find((each) => !duplicates.has(each) && isSame(each, hit, pushes))
    if (duplicate) duplicates.set(duplicate, relabel(hit))
    return !duplicate
  })
  const folded = own.map((hit) => {
    const duplicate = duplicates.get(hit)
    if (!duplicate) return hit
    const also = [...hit.also, duplicate.citation, ...duplicate.also]
    return { ...hit, score: Math.max(hit.score, duplicate.score), also }
  })
  return inOrder(folded, others.map(relabel))
}

const isSame = (own: Mergeable, their: Mergeable, pushes: readonly PushRecord[]): boolean =>
  own.kind === their.kind &&
  (own.docid === their.docid || isPushed(own, their, pushes) || (textOf(own) !== '' && textOf(own) === textOf(their)))

const isPushed = (own: Mergeable, their: Mergeable, pushes: readonly PushRecord[]): boolean =>
  own.path === their.path &&
  pushes.some(({ here, there }) => here === `${own.kind}/${own.source}` && there === `${their.kind}/${their.source}`)

/** The same words under the same title, wherever they stand. */
const textOf = ({ title, snippet, turns = [] }: Mergeable): string =>
  snippet === '' && turns.length === 0
    ? ''
    : JSON.stringify([title, snippet, turns.map(({ who, text }) => [who, text])])

function inOrder<Hit extends Mergeable>(own: readonly Hit[], remote: readonly Hit[]): readonly Hit[] {
  const [mine, others] = [[...own], [...remote]]
  const merged: Hit[] = []
  while (mine[0] && others[0]) merged.push(...(mine[0].score >= others[0].score ? mine : others).splice(0, 1))
  return [...merged, ...mine, ...others]
}
