import type { Kind } from '@wuku/core/core-types'
import { percent, share } from '../table.ts'
import { MEAN_GOAL, MOST_EMPTY, reference } from './goals.ts'
import { mean } from './metrics.ts'
import { fullTable, languageTable, partTable, setTable } from './tables.ts'
import { contestantsOf, PRODUCT, setsOf, setsWithLanguages, type SetResults } from './set-results.ts'
import type { Result } from './contestant.ts'

export interface Report {
  readonly machine: string
  readonly made: string
  readonly results: readonly Result[]
}

export function renderReport({ machine, made, results }: Report): string {
  const sets = setsOf(results)
  const houses = [...Map.groupBy(sets, ({ storehouse }) => storehouse)]
  return `${[
    '# Retrieval quality',
    'Written by `npm run bench:quality`; do not edit.',
    `${made}; ${machine}.`,
    HOW,
    ...houses.flatMap(([house, held]) => [
      `## ${house}`,
      says[house],
      setTable(held),
      ...verdicts(held),
      ...others(results, house),
      ...byLanguage(results, house),
    ]),
    '## By storehouse and language',
    languageTable(sets.filter(({ isPartOf }) => isPartOf === undefined)),
    meanOfKnown(sets),
    '## In full',
    'Times are those of one question after another in this process, for as many results as recall at 100 needs, beside whatever else the machine did: speed has [pages of its own](speed.md).',
    ...contestantsOf(sets).flatMap((name) => [`### ${name}`, fullTable(sets, name)]),
  ].join('\n\n')}\n`
}

const HOW = `Every set goes through the storehouse that its documents belong in: written as files of the kind that the storehouse reads, taken in by \`add\`, and
asked by words alone with one configuration for all sets through the tool that an agent calls, everything by default: what is left out of an answer does not count, and copies named at a result count at its
place. R@100 alone asks for a hundred results. Weights were chosen on *two thirds* of the questions; the *last third* was looked at in the end. The questions are passed as their askers wrote them; *400 of 4219* questions are always the same 400. Beside it, in the same run: FTS5 as qmd 2.8 asks it
(every word must stand), the same table with any word, and BM25 in memory (k1 1.2, b 0.75; Porter; pairs of characters); for code BM25 over pieces of forty lines, and ripgrep for each word of
the question (files that hold most different words first, then those that hold them most often; whole files, so any lines of them count). The baselines were not tuned. *Goal* is for nDCG@10 unless it says otherwise. *Published* was not measured here: others say it of themselves, on these documents but not always on exactly these
questions.`

const says: Readonly<Record<Kind, string>> = {
  notes:
    'A Markdown file a document; `recall`. *Best known* is the best lexical mixture that was found when the sets were chosen.',
  chats:
    'Sessions as an agent keeps them, a file a session, a source for each pair of friends; turns are asked of `recall`, sessions of `search_conversations`, and of `recall` too. The baselines see each turn, or the text of each session, as a document.',
  docs: 'Libraries as folders of Markdown, all in one house; `get-library-docs` of one library, by default, page after page of its answer. The baselines see whole pages.',
  code: 'Repositories as they are, each in a house of its own; `repo_semantic_search`, which names fifty files at most, so its R@100 is one of fifty; the other figures are of the ten that it names by default. A figure is the mean over repositories. Binary gain; a target counts at the first result that covers it, and must overlap where lines are given. `npm run bench:code` counts what they cost to read.',
  pads: 'What agents wrote down.',
}

function verdicts(sets: readonly SetResults[]): readonly string[] {
  const empty = sets.filter((set) => (set.by.get(PRODUCT)?.scores.empty ?? 0) > MOST_EMPTY).map(({ name }) => name)
  return [
    empty.length === 0
      ? `No set has more than ${percent(MOST_EMPTY)} of questions without a result.`
      : `More than ${percent(MOST_EMPTY)} of questions without a result: **${empty.join(', ')}**.`,
  ]
}

/** Documents that are not those for which the answers were written down. */
function others(results: readonly Result[], house: Kind): readonly string[] {
  const own = results.filter(({ storehouse, isOther, isPartOf }) => storehouse === house && isOther && !isPartOf)
  const names = [...new Set(own.map(({ set, part }) => `${set}/${part}`))]
  return names.length === 0
    ? []
    : [`Not at the commit that the set names, but at the newest to be had: ${names.join(', ')}.`]
}

function meanOfKnown(sets: readonly SetResults[]): string {
  const known = sets.filter((set) => reference[set.name] !== undefined)
  const ours = mean(known.map((set) => set.by.get(PRODUCT)?.scores.ndcg ?? 0))
  const theirs = mean(known.map((set) => reference[set.name] ?? 0))
  const all = Object.keys(reference).length
  return `Mean nDCG@10 over ${known.length} of the ${all} sets with a best known figure, whatever their storehouse: **${share(ours)}** (best known ${share(theirs)}; goal over all ${all}: ${share(MEAN_GOAL)}).`
}

/** Tables by language, for sets whose parts are in one language each. */
function byLanguage(results: readonly Result[], house: Kind): readonly string[] {
  const parts = results.filter(({ storehouse, part, isPartOf }) => storehouse === house && part && !isPartOf)
  return setsWithLanguages(parts).flatMap(({ name, languages }) => [`### ${name} by language`, partTable(languages)])
}
