import { loadavg } from 'node:os'
import { machine } from '../machine.ts'
import { mechanisms } from './mechanisms.ts'
import { table } from '../table.ts'
import type { SetResult, Trial } from '../ablation.ts'

/** A set as it is and without a mechanism, question by question. */
interface Pair {
  readonly group: string
  readonly line: string
  readonly isOwn: boolean
  readonly gains: readonly number[]
  readonly cpu: readonly [number, number]
}

/** Figures are nDCG@10; of changes to code the share of what they touched. */
export function renderAblation(
  whole: readonly SetResult[],
  trials: readonly Trial[],
  { part, queries }: { readonly part: string; readonly queries: number },
): string {
  const groups = [...new Set(whole.map(({ group }) => group))]
  const compared = trials.map((trial) => ({ ...trial, pairs: pairsOf(whole, trial) }))
  const verdicts = compared.map(({ mechanism: { name, part: kind }, pairs }) => {
    const [own, others] = [true, false].map((isOwn) => pairs.filter((pair) => pair.isOwn === isOwn))
    return [name, kind, effectOf(own ?? []), effectOf(others ?? []), ...signsOf(others ?? []), cpuOf(pairs)]
  })
  const byGroup = compared.map(({ mechanism: { name }, pairs }) => [
    name,
    ...groups.map((group) => effectOf(pairs.filter((pair) => pair.group === group))),
  ])
  const details = compared.map(({ mechanism: { name }, pairs }) => {
    const lines = [...Map.groupBy(pairs, ({ line }) => line)]
      .map(([line, sets]) => ({ line, by: worthOf(sets), isOwn: sets.every(({ isOwn }) => isOwn) }))
      .filter(({ by }) => Math.abs(by) >= 0.0005)
      .toSorted((a, b) => b.by - a.by)
      .map(({ line, by, isOwn }) => `${isOwn ? `*${line}*` : line} ${signed(by)}`)
    return `- **${name}**: ${lines.length === 0 ? 'changes no line' : lines.join(', ')}`
  })
  const others = mechanisms.filter((each) => !trials.some(({ mechanism }) => mechanism === each))
  return `# What each part of the search is worth

Made by \`npm run bench:ablation\` on ${machine()}: ${part} of the questions, at most ${queries} of a line (${questionsOf(whole)} in all). A figure is what is found (nDCG@10; of changes to code the share of what they touched) with the mechanism minus that without it, so above 0 it pays. The mean is that of lines, and of the sets of a line. Lines that suggested the mechanism do not decide; the others do, and of them is counted how many single questions are better and worse with it, with the probability that a mechanism of no worth has such a count (sign test, two-sided). CPU: processor time (user and system) of all its questions with it, relative to without; the load of the machine was ${loadavg()[0]?.toFixed(1)} at the end, and a difference below .05 says nothing.

${table(['without', 'part', 'on sets that suggested it', 'on all others', 'better', 'worse', 'p', 'CPU'], verdicts)}

## By group

${table(['without', ...groups], byGroup)}

## By line

Those that suggested it are set in italics.

${details.join('\n')}
${others.length === 0 ? '' : `\nNot asked in this run: ${others.map(({ name }) => name).join('; ')}.\n`}`
}

function pairsOf(whole: readonly SetResult[], { mechanism, results }: Trial): readonly Pair[] {
  const before = new Map(whole.map((each) => [keyOf(each), each]))
  return results.flatMap((without) => {
    const own = before.get(keyOf(without))
    if (!own) return []
    return [
      {
        group: own.group,
        line: own.line,
        isOwn: mechanism.chosenOn?.test(keyOf(own)) ?? false,
        gains: own.values.map((value, at) => value - (without.values[at] ?? value)),
        cpu: [own.cpu, without.cpu] as const,
      },
    ]
  })
}

const keyOf = ({ group, line, name }: SetResult): string => `${group}/${line}/${name}`

const effectOf = (pairs: readonly Pair[]): string => (pairs.length === 0 ? '' : signed(worthOf(pairs)))

/** In the mean of the lines, and of the sets of a line: each weighs as much as another. */
const worthOf = (pairs: readonly Pair[]): number =>
  mean([...Map.groupBy(pairs, ({ line }) => line).values()].map((sets) => mean(sets.map(({ gains }) => mean(gains)))))

function signsOf(pairs: readonly Pair[]): readonly string[] {
  const gains = pairs.flatMap((pair) => pair.gains)
  const better = gains.filter((gain) => gain > LEAST).length
  const worse = gains.filter((gain) => gain < -LEAST).length
  return [String(better), String(worse), better + worse === 0 ? '' : chanceOf(better, worse).toFixed(3)]
}

const LEAST = 1e-9

/** That of `better + worse` throws of a coin, as few fall on one side as here. */
function chanceOf(better: number, worse: number): number {
  const all = better + worse
  let inLog = all * Math.log(0.5)
  let sum = 0
  for (let few = 0; few <= Math.min(better, worse); few++) {
    sum += Math.exp(inLog)
    inLog += Math.log((all - few) / (few + 1))
  }
  return Math.min(1, 2 * sum)
}

function cpuOf(pairs: readonly Pair[]): string {
  const [own, other] = [0, 1].map((at) => pairs.reduce((sum, { cpu }) => sum + (cpu[at] ?? 0), 0))
  return ((own ?? 0) / (other || 1)).toFixed(2)
}

const questionsOf = (whole: readonly SetResult[]): string =>
  whole.reduce((sum, { values }) => sum + values.length, 0).toLocaleString('en')

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const signed = (value: number): string => `${value > 0 ? '+' : ''}${Math.abs(value) < 0.00005 ? '0' : value.toFixed(4)}`
