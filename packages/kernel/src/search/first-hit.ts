import { policy } from '@wuku/core/policy'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { fold } from '@wuku/text/terms/fold'
import type { PlannedWord, SearchPlan } from '../query/plan.ts'
import { fieldsOf, holdsAny, matchedTerms } from './evidence.ts'
import type { Found, Ranking, SearchContext } from './search-context.ts'
import { tellingTerms } from './word-places.ts'

/**
 * Puts first the text that says the query word by word, else one with the only name or number that hardly any passage holds:
 * two common words in a title outweigh such a name in a long text, and yet people ask for it. The same with any rare word was
 * measured to lose (docs/decisions/0004-weights.md).
 */
export function chooseFirst(ordered: readonly Found[], { plan, context }: Ranking): readonly Found[] {
  const [first] = ordered
  const chosen = ordered.find(isEqualTo(context.request.query)) ?? ordered.find(holdsRarest(plan, context))
  if (!first || !chosen || chosen === first) return ordered
  return [stepped(chosen, 'first', first.score), ...ordered.filter((found) => found !== chosen)]
}

type Choice = (found: Found) => boolean

/** The passage without its headings, or the first line of it, such as a question above its answer; but not a link to it. */
function isEqualTo(query: string): Choice {
  const asked = bareOf(query)
  const longest = 2 * query.length + 8
  return ({ passage: { text } }) => {
    const body = text.replace(/^(?:\s*#[^\n]*(?:\n|$))+/, '').trim()
    const [line = ''] = body.split('\n', 1)
    const said = /\]\(|\[\[/.test(line) ? [] : [body, line]
    return asked !== '' && said.some((each) => each.length <= longest && bareOf(each) === asked)
  }
}

const bareOf = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function holdsRarest({ words, passages }: SearchPlan, { reading }: SearchContext): Choice {
  const rare = passages < policy.first.rareFrom ? [] : words.filter(isRare)
  const terms = rare.length === 1 ? rare.flatMap(tellingTerms) : []
  return (found) => terms.length > 0 && holdsAny(matchedTerms(fieldsOf(found, reading.textOf), terms), terms)
}

const isRare = ({ raw, isGuess, chunkCount, otherNames }: PlannedWord): boolean =>
  !isGuess && chunkCount > 0 && chunkCount <= policy.first.maxHolders && isName.test(raw) && otherNames.length === 0

/** A number, or a name in capitals; but no year, which says when, as a month and a day do. */
const isName = /^(?!(?:19|20)\d\d$)[^\d]*\d|^\p{Lu}{2,}$/u
