import { figure, table } from '../table.ts'
import type { Load } from './load.ts'
import type { SoakOutcome } from './soak.ts'
import type { Uploads } from './uploads.ts'

export interface ServerOutcome {
  readonly machine: string
  readonly load: number
  readonly documents: number
  readonly bytes: number
  readonly parts: string
  readonly ours: Ours
  readonly peers: readonly PeerOutcome[]
}

export interface Ours {
  readonly startMilliseconds: number
  /** Median of a warm search in one process. */
  readonly inside: number
  readonly alone: Load
  readonly cached: Load
  readonly lexical: Load
  /** 300 new questions a second. */
  readonly paced: Load
  readonly mcp: Load
  readonly query: Load
  readonly quiet: Load
  readonly beside: Load
  readonly memoryBytes: number
  readonly uploads: Uploads
}

export interface PeerOutcome {
  readonly name: string
  readonly query: Load
  readonly cached: Load
}

export function renderServer({ machine, load, documents, bytes, parts, ours, peers }: ServerOutcome): string {
  return [
    '# The server under load',
    `Made by \`npm run bench:server\` on ${machine}; load before the run ${load.toFixed(1)}. ` +
      `${documents.toLocaleString('en')} documents, ${(bytes / 1e6).toFixed(0)} MB: ${parts}. Clients and servers share the cores. ` +
      'Clients are connections of undici that ask one question after the other; where a rate is named, the time of each counts from when it is due. Context7 keeps no documents: its server asks a service on the internet, so there is nothing to measure here.',
    '## Goals',
    table(
      ['goal', 'limit', 'measured', 'reached'],
      goalsOf(ours).map(([what, limit, value, isReached]) => [what, limit, value, isReached ? 'yes' : '**no**']),
    ),
    '## Loads',
    table(
      ['load', 'clients', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'failures'],
      [
        row('wuku: recall, one client, 40 a second', 1, ours.alone),
        row('wuku: recall, 20 questions again and again', 50, ours.cached),
        row('wuku: recall, each question new', 50, ours.lexical),
        row('wuku: recall, each question new, 300 a second', 50, ours.paced),
        row('wuku: MCP `tools/call recall`, each new, 100 a second', 20, ours.mcp),
        row('wuku: `POST /query`, each new', 50, ours.query),
        row('wuku: recall, each new, 50 a second', 50, ours.quiet),
        row('wuku: the same beside an index run', 50, ours.beside),
        ...peers.flatMap(({ name, query, cached }) => [
          row(`${name}: \`POST /query\`, each new`, 50, query),
          row(`${name}: \`POST /query\`, 20 questions again and again`, 50, cached),
        ]),
      ],
    ),
    `Ten uploads of 100 files at once: ${ours.uploads.there} of ${ours.uploads.sent} there after ${figure(ours.uploads.seconds)} s.`,
    '',
  ].join('\n\n')
}

/** A section of its own: it is measured by itself. */
export function renderSoak(outcome: SoakOutcome, { machine, load }: Pick<ServerOutcome, 'machine' | 'load'>): string {
  const { minutes, kills, answers, failures, broken, appends, documents, lives, integrity, doctor } = outcome
  const said = [...failures].map(([why, times]) => `${times} × ${why}`)
  return [
    SOAK_HEAD,
    `Made by \`npm run bench:server -- --soak ${minutes}\` on ${machine}; load before the run ${load.toFixed(1)}. ` +
      'Six clients search by REST and two by MCP without a pause, four append to scratchpads, and two upload documents; the server is killed with SIGKILL every three minutes and started again.',
    table(
      ['what', 'value'],
      [
        ['answers', answers.toLocaleString('en')],
        ['kills', String(kills)],
        ['requests refused while the server was there', said.length > 0 ? said.join('; ') : '0'],
        ['connections that broke with a kill', String(broken)],
        ['appends answered, and lost', `${appends.acknowledged.toLocaleString('en')}, ${appends.lost}`],
        ['documents answered, and lost', `${documents.acknowledged.toLocaleString('en')}, ${documents.lost}`],
        ['integrity check of the database', integrity],
        ['wuku doctor', doctor],
      ],
    ),
    table(
      ['life', 'start to ready, ms', 'MB after a third', 'MB at its end'],
      lives.map(({ earlyBytes, lateBytes, startMilliseconds }, at) => [
        String(at + 1),
        figure(startMilliseconds),
        figure(earlyBytes / 1e6),
        figure(lateBytes / 1e6),
      ]),
    ),
    '',
  ].join('\n\n')
}

const SOAK_HEAD = '## Soak'

/** The page with another part; what was measured otherwise stays. */
export function withPart(page: string, part: string): string {
  const at = page.indexOf(SOAK_HEAD)
  const [loads, soak] = at < 0 ? [page, ''] : [page.slice(0, at), page.slice(at)]
  return part.startsWith(SOAK_HEAD) ? `${loads.trimEnd()}\n\n${part}` : `${part.trimEnd()}\n\n${soak}`
}

type Goal = readonly [what: string, limit: string, measured: string, isReached: boolean]

function goalsOf(ours: Ours): readonly Goal[] {
  const added = ours.alone.p50 - ours.inside
  return [
    atLeast('cached answers a second, 50 clients', 1_500, ours.cached.perSecond),
    atLeast('new lexical answers a second, 50 clients', 300, ours.lexical.perSecond),
    under('new lexical answers, p95 at 50 clients that ask 300 a second, ms', 50, ours.paced.p95),
    under('MCP `tools/call recall`, p95 at 20 clients that ask 100 a second, ms', 30, ours.mcp.p95),
    under('added to a search in the process, p50, ms', 2, added),
    under('start to ready, ms', 700, ours.startMilliseconds),
    under('memory with 100 clients, MB', 350, ours.memoryBytes / 1e6),
    under('p95 beside an index run, times the quiet one', 2, ours.beside.p95 / ours.quiet.p95),
    ['documents of ten uploads at once', 'all', `${ours.uploads.there}`, ours.uploads.there === ours.uploads.sent],
  ]
}

const atLeast = (what: string, limit: number, value: number): Goal => [
  what,
  `at least ${limit.toLocaleString('en')}`,
  figure(value),
  value >= limit,
]

const under = (what: string, limit: number, value: number): Goal => [
  what,
  `under ${limit}`,
  figure(value),
  value < limit,
]

const row = (what: string, clients: number, load: Load): readonly string[] => [
  what,
  String(clients),
  figure(load.perSecond),
  figure(load.p50),
  figure(load.p95),
  figure(load.p99),
  String(load.failures),
]
