import { percent, share, table } from '../table.ts'
import { mean } from '../quality/metrics.ts'
import { families, MAIN } from './families.ts'
import { lossOf, type Measured, type Quality } from './measure.ts'
import type { RerankerRow } from './rerankers.ts'

export interface FusionReport {
  readonly made: string
  readonly machine: string
  readonly measured: readonly Measured[]
  readonly rerankers: readonly RerankerRow[]
  readonly questions: number
}

/** Loss that the combined order may have against the better list. */
const MOST_LOST = 0.01

export const renderReport = ({ made, machine, measured, rerankers, questions }: FusionReport): string =>
  `${[
    '# Words and vectors in one order',
    'Written by `npm run bench:fusion`; do not edit.',
    `${made}; ${machine}.`,
    `${HOW} ${questions} questions in all.`,
    '## By kind of vectors, mean over the sets',
    table(
      ['vectors', 'quality', 'words', 'vectors', 'plain RRF', 'both', 'loss', 'worst set', 'its loss', 'of RRF'],
      groupsOf(measured).map(groupRow),
    ),
    families.map(({ name, says }) => `- *${name}*: ${says}.`).join('\n'),
    '## Losses',
    verdict(measured),
    `## Each set, ${MAIN} dimensions: words / vectors / plain RRF / both`,
    setTable(measured.filter(({ family }) => family === MAIN)),
    '## Rerankers',
    RERANKERS,
    table(
      ['reranker', 'before', 'its order alone', 'blended', 'first stays first', 'first stays in three'],
      rerankers.map((row) => [
        row.name,
        ...[row.before, row.alone, row.blended].map(share),
        percent(row.first),
        percent(row.firstThree),
      ]),
    ),
  ].join('\n\n')}\n`

const HOW = `Words: what the product finds, up to 1,000 documents a question. Vectors: cosines that are drawn so that their quality is known, from
noise to knowing the judgements; the 300 nearest are handed on, with the mean and the deviation of all. nDCG@10, of pages of documentation nDCG@5.
A loss is what the order of both lacks of the better leg of that set and quality; below zero it is better than both. *All in one* is one index of all
passages, *60,000* the same with as many documents that only vectors can find.`

const RERANKERS = `Over the first forty of what words found, all sets; scores are drawn. Blended is the order of \`blendByRank\`.`

type Group = readonly Measured[]

const groupsOf = (measured: readonly Measured[]): readonly Group[] => [
  ...Map.groupBy(measured, ({ family, quality }) => `${family} ${quality}`).values(),
]

const meansOf = (group: Group): Quality => {
  const of = (name: keyof Quality): number => mean(group.map((one) => one[name]))
  return { lexical: of('lexical'), semantic: of('semantic'), byRank: of('byRank'), fused: of('fused') }
}

function groupRow(group: Group): readonly string[] {
  const means = meansOf(group)
  const [worst] = group.toSorted((a, b) => lossOf(b) - lossOf(a))
  const { family = '', quality = 0, set = '' } = worst ?? {}
  const ofRrf = Math.max(...group.map((one) => lossOf(one, 'byRank')))
  return [
    family,
    String(quality),
    ...[means.lexical, means.semantic, means.byRank, means.fused].map(share),
    signed(mean(group.map((one) => lossOf(one)))),
    set,
    signed(worst ? lossOf(worst) : 0),
    signed(ofRrf),
  ]
}

const signed = (loss: number): string => (Math.abs(loss) < 0.0005 ? '0.000' : loss.toFixed(3))

function verdict(measured: readonly Measured[]): string {
  const over = (of: 'fused' | 'byRank'): number => measured.filter((one) => lossOf(one, of) > MOST_LOST).length
  const sure = measured.filter((one) => lossOf(one) - 2 * one.error > MOST_LOST)
  const groups = groupsOf(measured).filter((group) => mean(group.map((one) => lossOf(one))) > MOST_LOST)
  const named = groups.map((group) => `${group[0]?.family} ${group[0]?.quality}`)
  const worst = sure
    .toSorted((a, b) => lossOf(b) - lossOf(a))
    .map((one) => `${one.family} ${one.quality}, ${one.set}: ${share(lossOf(one))} ± ${share(one.error)}`)
  return [
    `Of ${measured.length} (set, kind, quality) **${over('fused')}** lose more than ${MOST_LOST} (plain RRF: ${over('byRank')}), **${sure.length}** of them by more than chance (two standard errors); the mean gain is ${share(-mean(measured.map((one) => lossOf(one))))}.`,
    `Kinds and qualities that lose more than ${MOST_LOST} in the mean over the sets: ${named.length === 0 ? 'none' : named.join('; ')}.`,
    ...(worst.length > 0 ? [`More than chance:\n${worst.map((one) => `- ${one}`).join('\n')}`] : []),
  ].join('\n\n')
}

function setTable(measured: readonly Measured[]): string {
  const qualities = [...new Set(measured.map(({ quality }) => quality))]
  const sets = [...Map.groupBy(measured, ({ set }) => set)]
  return table(
    ['set', ...qualities.map(String)],
    sets.map(([set, own]) => [
      set,
      ...qualities.map((quality) => {
        const one = own.find((each) => each.quality === quality)
        return one ? [one.lexical, one.semantic, one.byRank, one.fused].map(short).join(' / ') : ''
      }),
    ]),
  )
}

const short = (value: number): string => value.toFixed(3).replace(/^0/, '')
