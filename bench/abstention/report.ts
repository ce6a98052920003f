import { mean } from '../quality/metrics.ts'
import { table } from '../table.ts'
import type { Asked, SetOutcome } from './ask.ts'

interface Report {
  readonly made: string
  readonly machine: string
  readonly command: string
  readonly results: readonly SetOutcome[]
}

export const renderAbstention = ({ made, machine, command, results }: Report): string => `# How sure an answer is

Made ${made} with \`${command}\`; ${machine}. Of ${[...new Set(results.map(({ door }) => door))].map((door) => `\`${door}\``).join(' and ')}.

Each set is a house of its own. The tool is asked the questions that the set answers (**own**), and as many of each other set (**foreign**): how often it says that nothing answers, and how often it says so or shows no more than three passages and calls them partial (**withheld**). **Alike**: foreign questions in the language of the house, several of which are about what it is about. Prompts are questions put together until they have fifty words or more.${inPlace(results)}
**Loss**: nDCG@10 of what is shown below that with \`weak: true\`. **AUC** of the best score alone, own against foreign. Thresholds were chosen on two thirds of the questions; the second table is of the last third.

## Two thirds

${tableOf(results, (asked) => !asked.isHeldBack && !asked.isLong)}

## The last third

${tableOf(results, (asked) => asked.isHeldBack && !asked.isLong)}

## Prompts of fifty words and more, all

${tableOf(results, (asked) => asked.isLong)}
`

/** Note where a partial answer is not cut to three passages. */
const inPlace = (results: Report['results']): string =>
  results.every(({ door }) => door === 'recall')
    ? ''
    : ' `get-library-docs` and `search_conversations` ask one thing alone: there a partial answer shows all that is near ' +
      'enough, so **withheld** is hardly above **none**, and lower than of `recall`.'

function tableOf(results: readonly SetOutcome[], isWanted: (asked: Asked) => boolean): string {
  const head = [
    '',
    'own',
    'strong',
    'partial',
    'none',
    'shown',
    'loss',
    'foreign',
    'none',
    'withheld',
    'alike withheld',
    'AUC',
  ]
  return table(
    head,
    results.map(({ name, door, asked }) =>
      rowOf(door === 'recall' ? name : `${name}, ${door}`, asked.filter(isWanted)),
    ),
  )
}

function rowOf(name: string, asked: readonly Asked[]): readonly string[] {
  const own = asked.filter(({ isOwn }) => isOwn)
  const foreign = asked.filter(({ isOwn }) => !isOwn)
  const alike = foreign.filter(({ isAlike }) => isAlike)
  const told = (sure: Asked['sure'], of: readonly Asked[]): string => percent(of, (each) => each.sure === sure)
  return [
    name,
    String(own.length),
    ...(['strong', 'partial', 'none'] as const).map((sure) => told(sure, own)),
    mean(own.map(({ shown }) => shown)).toFixed(1),
    mean(own.map(({ gain, whole }) => whole - gain)).toFixed(4),
    String(foreign.length),
    told('none', foreign),
    percent(foreign, isWithheld),
    percent(alike, isWithheld),
    auc(own, foreign).toFixed(3),
  ]
}

const isWithheld = ({ sure, shown }: Asked): boolean => sure === 'none' || (sure === 'partial' && shown <= 3)

const percent = (asked: readonly Asked[], is: (each: Asked) => boolean): string =>
  asked.length === 0 ? '' : `${((100 * asked.filter(is).length) / asked.length).toFixed(1)} %`

/** How often a question of its own has the better score than a foreign one. */
const auc = (own: readonly Asked[], foreign: readonly Asked[]): number =>
  mean(own.map((one) => mean(foreign.map(({ score }) => (one.score > score ? 1 : one.score === score ? 0.5 : 0)))))
