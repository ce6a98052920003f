import { mean } from '../quality/metrics.ts'
import { percent, share, table } from '../table.ts'
import type { AskedTask } from './ask.ts'
import type { LongScore } from './long.ts'
import type { PackScore } from './packs.ts'

interface Made<Score> {
  readonly made: string
  readonly machine: string
  readonly asked: readonly AskedTask<Score>[]
}

const namesOf = (asked: readonly AskedTask<unknown>[]): readonly string[] => [
  ...new Set(asked.flatMap(({ scores }) => Object.keys(scores))),
]

function partsOf<Score>(asked: readonly AskedTask<Score>[]) {
  return [
    ['all', asked],
    ['two thirds', asked.filter((each) => !each.isHeldBack)],
    ['last third', asked.filter((each) => each.isHeldBack)],
  ] as const
}

const meanOver =
  <Score>(asked: readonly AskedTask<Score>[], contestant: string) =>
  (value: (score: Score) => number): number =>
    mean(asked.flatMap(({ scores }) => (scores[contestant] ? [value(scores[contestant])] : [])))

export function renderPacks({ made, machine, asked }: Made<PackScore>): string {
  const names = namesOf(asked)
  const rows = partsOf(asked).flatMap(([part, own]) =>
    names.map((name) => {
      const over = meanOver(own, name)
      return [
        `${name}, ${part}`,
        String(own.length),
        share(over(({ named }) => named)),
        share(over(({ files }) => files)),
        share(over(({ lines }) => lines)),
        percent(over(({ code }) => code)),
        over(({ tokens }) => tokens).toFixed(0),
      ]
    }),
  )
  const repositories = [...Map.groupBy(asked, ({ repository }) => repository)].map(([name, own]) => [
    `${name} (${own[0]?.language})`,
    String(own.length),
    ...names.flatMap((each) => [
      share(meanOver(own, each)(({ files }) => files)),
      share(meanOver(own, each)(({ lines }) => lines)),
    ]),
  ])
  return `# Context packs

Written by \`npm run bench:packs\`; do not edit.

${made}; ${machine}.

Messages of commits of ${repositories.length} public repositories as tasks for \`repo_context_pack\`, asked on a tree in which the files are as they were before the change. *Named*: share of the changed files whose path stands in the answer. *Files*: of those of which code is shown. *Lines*: share of the changed lines that are shown. *Code*: share of the answer's tokens (cl100k, as a model reads it) that are code. Beside it BM25 over pieces of forty lines, as many as the same budget holds, with nothing around them.

${table(['budget in tokens', 'tasks', 'named', 'files', 'lines', 'code', 'tokens'], rows)}

## By repository

${table(['repository', 'tasks', ...names.flatMap((name) => [`${name} files`, 'lines'])], repositories)}
`
}

export function renderLong({ made, machine, asked }: Made<LongScore>): string {
  const names = namesOf(asked)
  const kinds = [...Map.groupBy(asked, ({ kind }) => kind)]
  const rows = [...kinds, ['all', asked] as const].flatMap(([kind, group]) =>
    partsOf(group).flatMap(([part, own]) =>
      names.map((name) => {
        const over = meanOver(own, name)
        return [
          `${kind}, ${part}, ${name}`,
          String(own.length),
          share(over(({ whole }) => whole)),
          share(over(({ first }) => first)),
          share(over(({ best }) => best)),
          percent(over(({ whole, best }) => (whole >= best - 1e-9 ? 1 : 0))),
        ]
      }),
    ),
  )
  return `# Long questions about code

Written by \`npm run bench:long\`; do not edit.

${made}; ${machine}.

Messages of commits with what their bodies tell, and logs of crashes with frames of the repository among foreign ones (made by rule from its functions), asked whole of \`repo_semantic_search\`: nDCG@10 of the files that the commit changed, or that the frames name. *First line*: the same asked with its first line alone. *Best line*: with each of its lines alone, and the best of these figures, which nobody can know beforehand. *No worse*: share of questions that are as good whole as by their best line.

${table(['questions', 'asked', 'whole', 'first line', 'best line', 'no worse'], rows)}
`
}
