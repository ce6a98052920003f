/**
 * The English stemmer of Snowball ("Porter2"), for words of three letters `a` to `z` and more. Its rules are named there as
 * they are here: https://snowballstem.org/algorithms/english/stemmer.html. It stems each word as its authors publish, but also
 * plurals without a vowel, such as `LLMs` and `SDKs`.
 */
export function porter2(word: string): string {
  const exception = exceptions.get(word)
  if (exception !== undefined) return exception
  const marked = word.includes('y') ? markConsonantY(word) : word
  const r1 = EARLY_R1.exec(word)?.[0].length ?? regionAfter(marked, 0)
  const region: Regions = { r1, r2: regionAfter(marked, r1) }
  const bare = replaceFinalY(removeVerbEnding(removePlural(marked), region))
  const stem = removeFinal(
    STEPS.reduce((short, rules) => replaceSuffix(short, rules, region), bare),
    region,
  )
  return stem.includes('Y') ? stem.replaceAll('Y', 'y') : stem
}

/** Beginnings of the regions R1 and R2. */
interface Regions {
  readonly r1: number
  readonly r2: number
}

const exceptions = new Map(
  'skis ski|skies sky|idly idl|gently gentl|ugly ugli|early earli|only onli|singly singl|sky|news|howe|atlas|cosmos|bias|andes'
    .split('|')
    .map((pair) => [pair.split(' ')[0] ?? '', pair.split(' ').at(-1) ?? ''] as const),
)

/** Lest `general` and `generous`, or `universe` and `university`, be one. */
const EARLY_R1 = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/

const vowels = new Uint8Array(128)
for (const vowel of 'aeiouy') vowels[vowel.charCodeAt(0)] = 1

const isVowelAt = (word: string, at: number): boolean => vowels[word.charCodeAt(at)] === 1

/** `y` at the start or after a vowel is a consonant, written `Y` meanwhile. */
function markConsonantY(word: string): string {
  let marked = ''
  for (let at = 0; at < word.length; at++)
    marked += word[at] === 'y' && (at === 0 || isVowelAt(marked, at - 1)) ? 'Y' : word[at]
  return marked
}

/** Behind the first consonant that follows a vowel. */
function regionAfter(word: string, from: number): number {
  let at = from
  while (at < word.length && !isVowelAt(word, at)) at++
  while (at < word.length && isVowelAt(word, at)) at++
  return Math.min(word.length, at + 1)
}

function holdsVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (isVowelAt(word, at)) return true
  return false
}

function removePlural(word: string): string {
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1)
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word
  const isPlural = holdsVowel(word, word.length - 2) || !holdsVowel(word, word.length - 1)
  return isPlural ? word.slice(0, -1) : word
}

/** Words such as `inning` and `evening` are no forms of a verb. */
const NO_PARTICIPLE = /^(?:inn|out|cann|herr|earr|even)ing$/
const VERB_LAST = 'dgy'
const NO_EED = /^(?:proc|exc|succ)eed/

function removeVerbEnding(word: string, { r1 }: Regions): string {
  if (!VERB_LAST.includes(word.at(-1) ?? '')) return word
  const ending = /(?:eed|ed|ing)(?:ly)?$/.exec(word)?.[0]
  if (ending === undefined) return word
  const start = word.length - ending.length
  if (ending.startsWith('ee')) return start < r1 || NO_EED.test(word) ? word : `${word.slice(0, start)}ee`
  if (NO_PARTICIPLE.test(word)) return word
  if (/^[^aeiouy]ying$/.test(word)) return `${word[0]}ie`
  return holdsVowel(word, start) ? completeVerb(word.slice(0, start), r1) : word
}

/** `luxuriat` is `luxuriate`, `hopp` is `hop`, and `hop` is `hope`. */
function completeVerb(word: string, r1: number): string {
  if (/(?:at|bl|iz)$/.test(word)) return `${word}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(word)) return /^[aeo]..$/.test(word) ? word : word.slice(0, -1)
  return word.length === r1 && endsShort(word) ? `${word}e` : word
}

/** It ends in a short syllable. */
const endsShort = (word: string): boolean => /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|past)$/.test(word)

const replaceFinalY = (word: string): string =>
  word.length > 2 && word.toLowerCase().endsWith('y') && !isVowelAt(word, word.length - 2)
    ? `${word.slice(0, -1)}i`
    : word

/** A suffix, what replaces it, and letters of which one must stand before it; it must lie in R1, or with a star in R2. */
const STEPS = [
  'tional tion|enci ence|anci ance|abli able|entli ent|izer ize|ization ize|ational ate|ation ate|ator ate|alism al|aliti al|' +
    'alli al|fulness ful|ousli ous|ousness ous|iveness ive|iviti ive|biliti ble|bli ble|ogist og|ogi og l|fulli ful|lessli less|' +
    'li  cdeghkmnrt',
  'tional tion|ational ate|alize al|icate ic|iciti ic|ical ic|ful|ness|*ative',
  '*al|*ance|*ence|*er|*ic|*able|*ible|*ant|*ement|*ment|*ent|*ism|*ate|*iti|*ous|*ive|*ize|*ion  st',
].map(rulesOf)

type Rules = ReturnType<typeof rulesOf>

/** By their last letter, the longest first. */
function rulesOf(written: string) {
  const rules = written.split('|').map((rule) => {
    const [suffix = '', to = '', after] = rule.split(' ')
    return { suffix: suffix.replace('*', ''), to, after, needsR2: suffix.startsWith('*') }
  })
  return Map.groupBy(
    rules.toSorted((one, other) => other.suffix.length - one.suffix.length),
    ({ suffix }) => suffix.slice(-1),
  )
}

/** The longest suffix decides, whether or not it can be replaced. */
function replaceSuffix(word: string, rules: Rules, { r1, r2 }: Regions): string {
  const rule = rules.get(word.at(-1) ?? '')?.find(({ suffix }) => word.endsWith(suffix))
  if (!rule) return word
  const start = word.length - rule.suffix.length
  if (start < (rule.needsR2 ? r2 : r1)) return word
  return rule.after === undefined || rule.after.includes(word[start - 1] ?? ' ') ? word.slice(0, start) + rule.to : word
}

function removeFinal(word: string, { r1, r2 }: Regions): string {
  const start = word.length - 1
  const isFinal = word.endsWith('e')
    ? start >= r2 || (start >= r1 && !endsShort(word.slice(0, start)))
    : word.endsWith('ll') && start >= r2
  return isFinal ? word.slice(0, start) : word
}
