import { rarity } from '../../core/strength.ts'
import type { Candidate } from '../../core/words.ts'
import type { StoreView, TextProbe } from '../../ports/store.ts'
import type { NamedWord } from '../../ranking/names.ts'
import { markTerm } from '../../text/marks.ts'

/** Names of files that begin with a word of the query; past these the word says nothing about any of them. */
const MOST_NAMES = 12
/** Chunks of the files whose names meet the rarest words; of others the name says too little to bring them in. */
const MOST_FILES = 150
/** Beginnings of a word of the query that may be the name of a file: `auth` of `authentication`. */
const SHORTEST = 3
/** So much of a file's score is there before its name is compared in full: what comes in by its name alone begins at nothing. */
const NOTHING = 0.001

/** Files whose name a word of the query begins, or that begins it. The name is compared later; here they come into question. */
export async function filesCalled(
  words: readonly NamedWord[],
  { view, probe }: { readonly view: StoreView; readonly probe: TextProbe },
): Promise<readonly Candidate[]> {
  const forms = [...new Set(words.flatMap((word) => word.forms))].filter((form) => form.length >= SHORTEST)
  const longer = await view.vocabulary(
    forms.map((form) => markTerm('stem', form)),
    MOST_NAMES,
  )
  const terms = new Set([...forms.flatMap(beginningsOf), ...longer.flatMap((found) => found.map(({ term }) => term))])
  const { chunks, holders } = await view.termStats([...terms])
  const weighted = [...holders].map(([term, held]) => ({ term, weight: rarity(held, chunks) }))
  if (weighted.length === 0) return []
  const found =
    (await view.lexical([{ ...probe, terms: weighted, required: [], excluded: [], depth: MOST_FILES }]))[0] ?? []
  return found.map((each) => ({ ...each, score: NOTHING }))
}

function beginningsOf(form: string): readonly string[] {
  const beginnings: string[] = []
  for (let end = SHORTEST; end <= form.length; end++) beginnings.push(markTerm('stem', form.slice(0, end)))
  return beginnings
}
