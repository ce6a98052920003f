import { isWukuError } from '../../core/errors.ts'
import type { OperationContext } from '../../engine/engine.ts'
import type { Operation } from '../../engine/operation.ts'
import { open } from '../../engine/operations/open.ts'
import { surestOf } from '../../engine/operations/tell-sure.ts'
import { packAnswer } from '../../engine/operations/recall/pack.ts'
import { recall } from '../../engine/operations/recall/recall.ts'
import type { Input, Output, RecalledHit } from '../../engine/operations/recall/shape.ts'
import type { Remote } from './call-remote.ts'
import { mergeHits } from './merge-hits.ts'
import type { PushRecord } from './pushes-file.ts'
import { atServer, fromServer, isAtServer } from './server-citation.ts'
import { serverOrigin } from './servers-file.ts'

/** The server that answers together with this machine. */
export interface Team {
  /** As it was written. */
  readonly url: string
  /** Opened for each question, so that a login in between takes effect without a restart. */
  open(): Promise<Remote>
  pushes(): Promise<readonly PushRecord[]>
}

/** Host, and the port where it is no usual one. */
export const nameOfServer = (url: string): string => new URL(serverOrigin(url)).host

/** `recall` and `open` over both; every other operation acts on this machine alone. */
export const withServer = (operations: readonly Operation[], team: Team): readonly Operation[] =>
  operations.map((operation) => {
    if (operation.name === recall.name) return recallBoth(operation, team)
    return operation.name === open.name ? openBoth(operation, team) : operation
  })

/** Milliseconds: a question waits no longer for a server than for anything else. */
const PATIENCE_MS = 3_000

function recallBoth(here: Operation, team: Team): Operation {
  const name = nameOfServer(team.url)
  return {
    ...here,
    repeats: undefined,
    description:
      `${here.description} Answers from ${name} too, the server of the team: its hits have @${name} in the citation, ` +
      'and open reads them. All other tools act on this machine alone.',
    run: async (input, context) => answerBoth(here, { input: input as Input, context, team, name }),
  } as Operation
}

interface Asked {
  readonly input: Input
  readonly context: OperationContext
  readonly team: Team
  readonly name: string
}

/** Both are asked at once. If one of them cannot answer, since it does not know the source, the other may. */
async function answerBoth(here: Operation, asked: Asked): Promise<Output> {
  const { input, context, team, name } = asked
  const { sources } = input
  const isTheirs = (source: string): boolean => isAtServer(source, name)
  const ours = sources?.filter((source) => !isTheirs(source))
  const isOursOnly = sources !== undefined && sources.length > 0 && ours?.length === 0
  const [own, theirs] = await Promise.allSettled([
    isOursOnly
      ? Promise.resolve(nothingFor(input))
      : (here.run({ ...input, ...(ours && { sources: ours }) }, context) as Promise<Output>),
    askServer(asked),
  ])
  context.signal.throwIfAborted()
  if (own.status === 'rejected') {
    if (theirs.status === 'rejected' || theirs.value.hits.length === 0) throw own.reason
    return united(nothingFor(input), theirs.value, asked, await team.pushes())
  }
  if (theirs.status === 'rejected') {
    const isUnknownThere =
      isWukuError(theirs.reason) && theirs.reason.code === 'unknown-source' && own.value.hits.length > 0
    const notes = isUnknownThere ? own.value.notes : [whyAlone(theirs.reason, name), ...own.value.notes]
    return packAnswer({ ...own.value, notes }, input.budget)
  }
  return united(own.value, theirs.value, asked, await team.pushes())
}

async function askServer({ input, context, team, name }: Asked): Promise<Output> {
  // A project is a folder of this machine.
  const { project: _project, sources, ...rest } = input
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(PATIENCE_MS)])
  const remote = await team.open()
  const theirs = sources?.map((source) => fromServer(source, name))
  return remote.call<Output>('recall', { ...rest, ...(theirs && { sources: theirs }) }, { signal })
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

function united(own: Output, theirs: Output, { input, team, name }: Asked, pushes: readonly PushRecord[]): Output {
  const server = serverOrigin(team.url)
  const hits = mergeHits(own.hits, theirs.hits, {
    pushes: pushes.filter((each) => each.server === server),
    relabel: (hit) => atServerHit(hit, name),
  })
  return packAnswer(
    {
      ...own,
      sure: surestOf([own.sure, theirs.sure]),
      hits: hits.slice(0, input.limit),
      weaker: own.weaker + theirs.weaker,
      leftOut: own.leftOut + theirs.leftOut,
      corrections: [
        ...own.corrections,
        ...theirs.corrections.filter(({ from }) => !own.corrections.some((each) => each.from === from)),
      ],
      notes: [...own.notes, ...theirs.notes.map((note) => `${name}: ${note}`)],
    },
    input.budget,
  )
}

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

/** One line; the answer of this machine comes all the same. */
function whyAlone(reason: unknown, name: string): string {
  const isLate = reason instanceof Error && reason.name === 'TimeoutError'
  if (isLate) return `${name} did not answer within ${PATIENCE_MS / 1000} s: these hits are of this machine alone.`
  const said = isWukuError(reason) ? `${reason.message} ${reason.remedy}` : String(reason)
  return `Of this machine alone. ${said}`
}

interface Opened {
  readonly citation: string
  readonly source: string
  readonly docid: string
}

/** A citation of the server is opened there. */
function openBoth(here: Operation, team: Team): Operation {
  const name = nameOfServer(team.url)
  return {
    ...here,
    description: `${here.description} Reads citations of ${name} too.`,
    async run(input, context) {
      const { citation, ...rest } = input as { readonly citation: string }
      if (!isAtServer(citation, name)) return here.run(input, context)
      const remote = await team.open()
      const wanted = { ...rest, citation: fromServer(citation, name) }
      const opened = await remote.call<Opened>('open', wanted, { signal: context.signal })
      return {
        ...opened,
        citation: atServer(opened.citation, name),
        source: `${opened.source}@${name}`,
        docid: `${opened.docid}@${name}`,
      }
    },
  }
}
