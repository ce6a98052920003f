import type { Operation } from '@wuku/kernel/base/operation'
import { open } from '@wuku/kernel/operations/open-operation'
import { highestConfidence } from '@wuku/kernel/operations/describe-confidence'
import { packAnswer } from '@wuku/kernel/operations/recall/pack-answer'
import { recall } from '@wuku/kernel/operations/recall/recall'
import type { Input, Output, RecalledHit } from '@wuku/kernel/operations/recall/shape'
import { mergeHits, searchBoth, type BothRequest } from './search-with-server.ts'
import { getBoth, multiGetBoth, openBoth } from './read-with-server.ts'
import { atServer, askBoth, askTeam, nameOfServer, pushesTo, sourcesOfBoth, type Team } from './team.ts'

/** Operations that answer from both, by name; every other acts on this machine alone. */
const overBoth: Readonly<Record<string, (here: Operation, team: Team) => Operation>> = {
  [recall.name]: recallBoth,
  [open.name]: openBoth,
  search: searchBoth,
  vsearch: searchBoth,
  query: searchBoth,
  get: getBoth,
  multi_get: multiGetBoth,
}

export const withServer = (operations: readonly Operation[], team: Team): readonly Operation[] =>
  operations.map((operation) => overBoth[operation.name]?.(operation, team) ?? operation)

function recallBoth(here: Operation, team: Team): Operation {
  const name = nameOfServer(team.url)
  return {
    ...here,
    repeats: undefined,
    description:
      `${here.description} Answers from ${name} too, the server of the team: its hits have @${name} in the citation, ` +
      'and open reads them. Tools that do not name it act on this machine alone.',
    run: async (input, context) => answerBoth(here, { input: input as Input, context, team, name }),
  } as Operation
}

function answerBoth(here: Operation, request: BothRequest<Input>): Promise<Output> {
  const { input, context, team, name } = request
  const { own, remote } = sourcesOfBoth(input.sources, name)
  const isRemoteOnly = own?.length === 0 && (remote?.length ?? 0) > 0
  // A project is a folder of this machine.
  const { project: _project, sources: _sources, ...rest } = input
  return askBoth<Output>({
    name,
    context,
    own: isRemoteOnly
      ? undefined
      : () => here.run({ ...input, ...(own && { sources: own }) }, context) as Promise<Output>,
    remote: () =>
      askTeam(team, here, { input: { ...rest, ...(remote && { sources: remote }) }, signal: context.signal }),
    nothing: nothingFor(input),
    hasHits: ({ hits }) => hits.length > 0,
    unite: (local, others) => united(local, others, request),
    withNote: (local, note) => packAnswer({ ...local, notes: [note, ...local.notes] }, budgetOf(request)),
  })
}

const nothingFor = ({ query, mode = 'lexical' }: Input): Output => ({
  query,
  mode,
  project: null,
  sure: 'none',
  hits: [],
  weaker: 0,
  leftOut: 0,
  corrections: [],
  notes: [],
})

async function united(own: Output, remote: Output, { input, context, team, name }: BothRequest<Input>) {
  const hits = mergeHits(own.hits, remote.hits, {
    pushes: await pushesTo(team),
    relabel: (hit) => atServerHit(hit, name),
  })
  return packAnswer(
    {
      ...own,
      sure: highestConfidence([own.sure, remote.sure]),
      hits: hits.slice(0, input.limit),
      weaker: own.weaker + remote.weaker,
      leftOut: own.leftOut + remote.leftOut,
      corrections: [
        ...own.corrections,
        ...remote.corrections.filter(({ from }) => !own.corrections.some((each) => each.from === from)),
      ],
      notes: [...own.notes, ...remote.notes.map((note) => `${name}: ${note}`)],
    },
    budgetOf({ input, context }),
  )
}

const budgetOf = ({ input: { budget }, context: { isBrief } }: Pick<BothRequest<Input>, 'input' | 'context'>) => ({
  budget,
  isBrief,
})

const atServerHit = (hit: RecalledHit, name: string): RecalledHit => ({
  ...hit,
  citation: atServer(hit.citation, name),
  also: hit.also.map((each) => atServer(each, name)),
  docid: `${hit.docid}@${name}`,
  source: `${hit.source}@${name}`,
  inProject: false,
  ...(hit.turns && {
    turns: hit.turns.map((turn) => ({ ...turn, ...(turn.citation && { citation: atServer(turn.citation, name) }) })),
  }),
})
