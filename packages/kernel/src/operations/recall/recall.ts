import type { Kind } from '@wuku/core/core-types'
import { trimSlashes } from '../../contexts.ts'
import type { Caller } from '../../base/caller.ts'
import type { Engine } from '../../base/engine.ts'
import { judge, judgeInPlace } from '@wuku/index-core/ranking/confidence'
import { listClaims, withClaims } from '../../claims/shown-claims.ts'
import { defineOperation } from '../../base/operation.ts'
import type { Hit, SearchAnswer, SearchScope } from '../../query/types.ts'
import { readSince, readUntil } from '../../since.ts'
import { asksForAll } from '../../query/query-manner.ts'
import { detectContinuation } from '../../search/dated-continuation.ts'
import { unsearchedNotes } from '../unsearched.ts'
import { packAnswer } from './pack-answer.ts'
import { explanationOf, whyOf } from './explained.ts'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { briefly, renderAnswer, renderBlocks } from './render.ts'
import { input, output, type Input, type Output, type RecalledHit } from './shape.ts'

export const recall = defineOperation({
  name: 'recall',
  group: 'core',
  title: 'Recall',
  description:
    "Search the user's own code, notes, past agent conversations, scratchpads and library docs at once, in any " +
    'language. Use it before answering from memory, grepping or searching the web: decisions, how-tos, names, ' +
    'errors, earlier work. Returns ranked passages with citations; read more with open. Not for a symbol whose name ' +
    'you know (find_symbol) or why code changed (repo_history).',
  effect: 'read',
  repeats: true,
  input,
  output,
  aliases: {
    q: 'query',
    text: 'query',
    n: 'limit',
    kind: 'kinds',
    source: 'sources',
    path: 'under',
    project_path: 'project',
    workspace: 'project',
    after: 'since',
    before: 'until',
    to: 'until',
  },
  searchHint:
    'search everything all my knowledge notes decision know anywhere write wrote down how do we our what do 搜索 查找 全部 所有 资料 知识 知识库 笔记 决定 怎么写 写过 我们 代码',
  brief: briefly,
  command: { name: 'recall', positional: ['query...'] },
  route: { method: 'GET', path: '/recall' },
  examples: [
    { label: 'A question', input: { query: 'how do we rotate the signing keys' } },
    { label: 'An exact phrase in one source', input: { query: '"connection reset"', sources: ['handbook'], limit: 5 } },
    {
      label: 'Texts and conversations of this month, this workspace first',
      input: { query: 'retry policy', project: '.', since: '30d' },
    },
  ],
  async run(
    { query, limit, budget, project, weak, mode, explain, verbose, ...narrowing },
    { engine, caller, isBrief },
  ) {
    const scope = await projectScopeFor({ query, project }, engine)
    const answer = await engine.search.find({
      query,
      limit,
      within: scopeOf(narrowing, engine.now()),
      of: 'documents',
      commits: true,
      messages: true,
      hearsPast: true,
      meaning: { ...(mode && { mode }) },
      shown: { withFacts: true, collapse: true, explain },
      ...(scope && { prefer: scope }),
    })
    const foundNothing = answer.hits.length === 0 && narrowing.sources === undefined
    const unsearched = foundNothing ? await unsearchedNotes(narrowing.kinds, engine, caller) : []
    const { corrections, notes, partial } = answer.trace
    const { sure: confidence, shown } = judgeIn(narrowing, query)(answer.hits)
    const hits = await withClaims(weak ? answer.hits : answer.hits.slice(0, shown), engine)
    const fullAnswer = {
      query,
      mode: answer.trace.mode,
      project: project === undefined ? null : (scope?.name ?? null),
      sure: confidence,
      hits: hits.map((hit) => recalledHit(hit, verbose)),
      weaker: answer.hits.length - hits.length,
      leftOut: 0,
      corrections: corrections.map((correction) => ({ ...correction })),
      notes: [
        ...(scope && project !== undefined ? [scope.summary] : []),
        ...absentKinds(narrowing.kinds ?? [], engine),
        ...notes,
        ...unsearched,
      ],
      ...(partial && { partial }),
    }
    const packed = packAnswer(fullAnswer, { budget, isBrief })
    return explain ? explained(packed, { ...answer, hits }, caller) : packed
  },
  foundNothing: ({ hits, leftOut }) => hits.length + leftOut === 0,
  render: renderBlocks,
})

/** A question that names a place, or asks for all of something, is not answered by three of it. */
const judgeIn = ({ kinds = [], sources = [], under }: Narrowing, query: string): typeof judge =>
  kinds.length === 1 || sources.length > 0 || under !== undefined || asksForAll(query) ? judgeInPlace : judge

type Narrowing = Pick<Input, 'kinds' | 'sources' | 'under' | 'since' | 'until'>

const scopeOf = ({ kinds, sources, under, since, until }: Narrowing, now: number): SearchScope => ({
  ...(kinds && { kinds }),
  ...(sources && { sources }),
  ...(under !== undefined && { under: trimSlashes(under) }),
  ...(since !== undefined && { since: readSince(since, now) }),
  ...(until !== undefined && { before: readUntil(until, now) }),
})

/** A prompt to go on means the project of the workspace, without naming it. */
async function projectScopeFor({ query, project }: Pick<Input, 'query' | 'project'>, engine: Engine) {
  const { workspace } = engine
  if (project !== undefined) return workspace.projectScope(project)
  const isHere = detectContinuation(query, engine.now()) !== undefined && !workspace.isShared
  return isHere && (await workspace.folder()) !== undefined ? workspace.projectScope('.') : undefined
}

/** The answer with what explains it, which its budget is not about. */
function explained(packed: Output, { hits, trace }: SearchAnswer, caller: Caller): Output {
  const explanation = explanationOf(trace, estimateTokens(renderAnswer(packed)))
  return {
    ...packed,
    hits: packed.hits.map((hit, at) => ({ ...hit, ...(hits[at] && whyOf(hits[at], caller)) })),
    ...(explanation && { explanation }),
  }
}

function absentKinds(kinds: readonly Kind[], engine: Engine): readonly string[] {
  const absent = kinds.filter((kind) => !engine.kinds.some((known) => known.kind === kind))
  return absent.length === 0 ? [] : [`This version of wuku has no storehouse for ${absent.join(' and ')} yet.`]
}

const recalledHit = (hit: Hit, isVerbose: boolean): RecalledHit => ({
  citation: hit.citation,
  also: [...hit.also],
  docid: `#${hit.docid}`,
  inProject: hit.isPreferred,
  kind: hit.source.kind,
  source: hit.source.name,
  path: hit.document.path,
  title: hit.facts?.title ?? hit.document.title,
  ...(hit.facts && { about: hit.facts.about }),
  ...(hit.facts?.url !== undefined && {
    url: hit.facts.url,
    author: hit.facts.author,
    writtenAt: hit.facts.writtenAt,
  }),
  headings: [...hit.headings],
  line: shown(hit).line,
  endLine: shown(hit).endLine,
  score: hit.score,
  snippet: hit.facts?.turns ? '' : shown(hit).text,
  ...(hit.facts?.turns && { turns: hit.facts.turns.map((turn) => ({ ...turn })) }),
  matched: [...hit.why.matched],
  missing: [...hit.why.missing],
  near: hit.why.near,
  freshness: hit.freshness,
  context: hit.context,
  ...listClaims(hit.claims ?? [], isVerbose),
})

const shown = ({ facts, snippet }: Hit): Hit['snippet'] => facts?.snippet ?? snippet
