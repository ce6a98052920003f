import { figure, percent, table } from '../table.ts'
import type { ImportMeasures } from './importing.ts'
import { queryKinds } from './queries.ts'
import type { Latency, SearchMeasures } from './searching.ts'
import type { SpeedMeasures } from './speed.ts'

export function renderGoals({ markdown, html, archive, search }: SpeedMeasures): string {
  const goals = [
    { says: `${sizeOf(markdown)} of Markdown searchable, s`, under: 5, measured: markdown.cost.seconds },
    { says: `${sizeOf(html)} of HTML searchable, s`, under: 30, measured: html.cost.seconds },
    { says: `search p95 over ${search.libraries} libraries, first asked, ms`, under: 20, measured: search.first.p95 },
    { says: 'answer of ten snippets, tokens at most', under: 3_000, measured: search.tokens.most },
    { says: `archive of ${megabytes(archive.bytes)} MB, peak MB`, under: 200, measured: archive.cost.peakBytes / 1e6 },
  ]
  const rows = goals.map(({ says, under, measured }) => [
    says,
    String(under),
    figure(measured),
    measured < under ? 'yes' : '**no**',
  ])
  return `## Goals\n\n${table(['goal', 'under', 'measured', 'reached'], rows)}`
}

const megabytes = (bytes: number): string => figure(bytes / 1e6)
const sizeOf = ({ files, bytes }: ImportMeasures): string =>
  `${files.toLocaleString('en')} files, ${megabytes(bytes)} MB`

export const renderImports = ({ markdown, html, archive, refresh }: SpeedMeasures): string => `## Imports

A process of its own each, into a fresh place; the time is that from \`wuku add\` (\`docs import\` for the archive) to its end, when every search finds it, its start included. Peak memory is that of the largest process. Pages that hold nothing but navigation, such as indices, become no documents. The index is the database alone; originals lie beside it as they are. HTML: ${html.says}. Markdown: ${markdown.says}. The archive is fetched over HTTP from this machine, ${archive.files.toLocaleString('en')} files, most of them not documents and not compressible.

${table(
  ['', 'files', 'MB', 'documents', 'wall s', 'CPU s', 'peak MB', 'index / source'],
  [
    importRow('Markdown', markdown),
    importRow('HTML', html),
    importRow('archive', archive),
    refreshRow('refresh of the Markdown, nothing changed', refresh.nothing),
    refreshRow('– one file changed', refresh.oneFile),
  ],
)}

docs-mcp-server 2.4.4, measured on such a machine earlier: 18.0 s for 223 Markdown files of 4.5 MB, 95.3 s for 454 HTML pages of 38 MB, server of 200–470 MB. It is not measured here: the npm registry answered 404 for its package when this was written.`

const importRow = (says: string, measures: ImportMeasures): readonly string[] => [
  says,
  measures.files.toLocaleString('en'),
  megabytes(measures.bytes),
  measures.documents.toLocaleString('en'),
  figure(measures.cost.seconds),
  figure(measures.cost.cpuSeconds),
  megabytes(measures.cost.peakBytes),
  figure(measures.indexBytes / measures.bytes),
]

const refreshRow = (says: string, { seconds, cpuSeconds, peakBytes }: ImportMeasures['cost']): readonly string[] => [
  says,
  '',
  '',
  '',
  figure(seconds),
  figure(cpuSeconds),
  megabytes(peakBytes),
  '',
]

export const renderSearch = ({ search }: SpeedMeasures): string => `## Search

${search.queries} different calls of \`get-library-docs\` with its defaults over ${search.libraries} libraries, half of the questions Chinese, by MCP over stdio; milliseconds as the client sees them.

${table(['', 'p50', 'p95', 'p99', 'cached p50', 'cached p95', 'cached p99'], searchRows(search))}

${search.tokens.answers} answers held ten snippets: ${figure(search.tokens.mean)} tokens (o200k) in the mean, ${search.tokens.most.toLocaleString('en')} at most, all of the text counted; ${percent(search.leftOut)} of the answers left some of a page out for their budget. ${percent(search.empty)} of the calls found nothing. One call took ${figure(search.cpuMilliseconds.first)} ms of the server's CPU in the mean, ${figure(search.cpuMilliseconds.cached)} when it was known; the server took ${megabytes(search.serverPeakBytes)} MB at most.

docs-mcp-server 2.4.4, measured on such a machine earlier: p50 20.6 ms, p95 39, p99 51 over stdio; about 4,000 tokens for five results in the mean.`

function searchRows({ first, cached, byKind, together }: SearchMeasures): readonly (readonly string[])[] {
  return [
    ['one client', ...figures(first), ...figures(cached)],
    ...queryKinds.map((kind) => [`– ${kind}`, ...figures(byKind[kind]), '', '', '']),
    ...together.map((each) => [each.says, ...figures(each.first), ...figures(each.cached)]),
  ]
}

const figures = ({ p50, p95, p99 }: Latency): readonly string[] => [p50, p95, p99].map(figure)
