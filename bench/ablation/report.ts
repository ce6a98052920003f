import { execFileSync } from 'node:child_process'
import { machine } from '../machine.ts'
import { table } from '../table.ts'
import type { SetResult, Trial } from '../ablation.ts'

/** Figures are nDCG@10; of houses with everything, the loss of it. */
export function renderAblation(
  whole: readonly SetResult[],
  trials: readonly Trial[],
  { part, queries }: { readonly part: string; readonly queries: number },
): string {
  const groups = [...new Set(whole.map(({ group }) => group))]
  const worthByGroup = trials.map(({ results }) =>
    groups.map((group) => worthIn(whole, results, (each) => each.group === group)),
  )
  const rows = trials.map(({ mechanism: { name, part: kind }, results }, at) => [
    name,
    kind,
    ...(worthByGroup[at] ?? []).map(signed),
    cpuShare(whole, results),
  ])
  const lines = [...new Set(whole.map(({ line }) => line))]
  const details = trials.map(({ mechanism: { name }, results }) => {
    const worth = lines
      .map((line) => ({ line, by: worthIn(whole, results, (each) => each.line === line) }))
      .filter(({ by }) => Math.abs(by) >= 0.0005)
      .toSorted((a, b) => b.by - a.by)
    return `- **${name}**: ${worth.length === 0 ? 'changes no set' : worth.map(({ line, by }) => `${line} ${signed(by)}`).join(', ')}`
  })
  return `# What each part of the search is worth

Made by \`npm run bench:ablation\` at ${commit()} on ${machine()}: ${part} of the questions, at most ${queries} of a line. A figure is nDCG@10 with the mechanism minus nDCG@10 without it, in the mean of the lines of a group: above 0 it pays. CPU: processor time of all questions with it, relative to without.

${table(['without', 'part', ...groups, 'CPU'], rows)}

## By set

${details.join('\n')}
`
}

/** In the mean of the lines, and of the sets of a line: each weighs as much as another. */
function worthIn(
  whole: readonly SetResult[],
  without: readonly SetResult[],
  isOf: (each: SetResult) => boolean,
): number {
  const lines = [...Map.groupBy(whole.filter(isOf), ({ line }) => line).values()]
  const others = new Map(without.map((each) => [`${each.line}/${each.name}`, each]))
  return mean(
    lines.map((sets) =>
      mean(sets.map((set) => mean(set.values) - mean(others.get(`${set.line}/${set.name}`)?.values ?? set.values))),
    ),
  )
}

function cpuShare(whole: readonly SetResult[], without: readonly SetResult[]): string {
  const [own, other] = [whole, without].map((results) => results.reduce((sum, { cpu }) => sum + cpu, 0))
  return ((own ?? 0) / (other || 1)).toFixed(2)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const signed = (value: number): string => `${value > 0 ? '+' : ''}${Math.abs(value) < 0.00005 ? '0' : value.toFixed(4)}`

const commit = (): string => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
