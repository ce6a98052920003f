import { fold } from '@wuku/text/terms/fold'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { oneOf } from './command-outcomes.ts'

/** Lines of a text as they are written, each without the marks of a list: no code, no quotation, no log. */
export function plainLines(text: string): readonly string[] {
  let isFenced = false
  return text.split('\n', MAX_LINES).flatMap((written) => {
    const isFence = /^\s*(?:```|~~~)/.test(written)
    if (isFence) isFenced = !isFenced
    const line = written.replace(/^\s*(?:(?:[-*+•]|\d{1,3}[.)、]|#+)\s+)?(?:\[[ xX]\]\s+)?/, '').trim()
    if (isFence || isFenced || LOGGED.test(line) || !/[\p{L}\p{N}]/u.test(line)) return []
    return [line.slice(0, graphemeBorder(line, LONGEST))]
  })
}

const [MAX_LINES, LONGEST] = [400, 400]
const LOGGED = /^(?:[>|<{}]|at \S+ ?\(|\d{4}-\d\d-\d\d[T ]\d\d:)/

export const sentencesIn = (text: string): readonly string[] => plainLines(text).flatMap((line) => line.split(BETWEEN))

/** A point within a name or a number ends nothing. */
const BETWEEN = /(?<=[.!?]["')]?)\s+(?=["'(`]?[\p{L}\p{N}`])|(?<=[。！？；][”」』）]?)/u

/** The section of a hand-over in which a sentence belongs; a lasting one also when much was said after it. */
export function classifySentence(sentence: string, isUser: boolean) {
  // Patterns know lower case, simplified Chinese and straight apostrophes.
  const said = fold(sentence).replaceAll('’', "'")
  const isLasting = HEADS_OPEN.test(said)
  const decides = isUser ? DECIDES.test(said) && !REPORTS.test(said) : STATES_DECISION.test(said)
  const about = decides ? 'decided' : NEXT.test(said) ? 'next' : TRIED.test(said) ? 'failed' : 'open'
  const isNothing = (about === 'open' && !OPEN.test(said)) || (QUESTION.test(said) && !isLasting)
  return { isLasting, section: isNothing ? undefined : about } as const
}

const QUESTION = oneOf(
  String.raw`[?？]["')”」]?\s*$|[吗呢]\s*[。.]?$|^(?:为什么|怎么|如何|是不是|能不能|能否|是否|有没有)`,
  String.raw`^(?:why|what|how|when|where|who|which|does|did|is|are|was|were)\b(?!.*\binstead\b)`,
)

/** Reports are no orders: "it always fails", "I don't know", "you never asked me". */
const REPORTS = oneOf(
  String.raw`^(?:(?:but|and|so|well|because)[, ]+)*i (?:don't|never|always|can't|didn't|haven't) (?!want|need)`,
  String.raw`^(?:(?:but|and|so|well)[, ]+)*(?:it|this|that|there|they|he|she) (?:always|never|don't|doesn't|still)\b`,
  String.raw`\b(?:always|never) (?:\w+ed|fails?|works?|returns?|gets?|got|was|is|did|told|seen|been)\b|^我(?:总是|从来|不知道)`,
)

/** An order begins a clause, or follows the word for the person who is ordered. */
const CLAUSE = String.raw`(?:^|[,;:(–—]\s*|\b(?:please|you|we|should|must|and|but|so|then|will|also|ok|yes|no)[,:]?\s+)`
const DECIDES = oneOf(
  String.raw`${CLAUSE}(?:always|never|don't(?: ever)?|do not|avoid|stop|make sure|be sure|remember to|prefer)\s+\w`,
  String.raw`${CLAUSE}(?:let's|let us|use|go (?:with|for|ahead with)|keep|stick (?:to|with)|switch (?:to|over))\s+\S`,
  String.raw`${CLAUSE}(?:drop|skip|take|choose|pick|leave|start with|stay (?:with|on)|settle (?:on|for)|make it)\s+\S`,
  String.raw`\b(?:must|should|shall) (?:not|never|always|be|use|stay|go|have|live|return)\b|\bfrom (?:now|here) on`,
  String.raw`\b(?:we|i)(?:'ll|'ve| will| have)? (?:use|go with|keep|decided?|agreed?|cho[os]se|picked|settled|stick)\b`,
  String.raw`\b(?:i|we)(?:'d rather| prefer| want| need| don't want)\b|\b(?:instead of|rather than|going forward)\b`,
  String.raw`\b(?:option [a-d1-9]|(?:sounds|looks) good|approved|agreed|decision|decided)\b|\binstead[.!]?$`,
  String.raw`(?:^|[，,。；：、\s])请?以后(?![台端续来])|从现在|从今|今后|往后|凡是|每次.{0,16}(?:都要|都得|之?前|先|必)`,
  '(?:不要|别(?![的人处家称名])|不[许准]|不得|禁止|请勿|切勿|不可以|不用(?!户)|不能[再用改动直随])(?<![区特类级分识个性判]别)',
  '必须|一律|永远|务必|一定要|总是[用要先把]|只[能许准]?(?:用|使用|改|在)|记[住得]|统一(?:用|使用|采用|为|成)|优先',
  '决定|就[用按选]|采用|改[用成为]|换[成用]|选用|选择(?![器框题])|定[为了下]|确定[用为下了]|而不是|而非|保留|同意|方案',
  '还是用|先[不做用]|暂时|我们用|应该[用放是改]|按.{1,20}[来做]|放[在到].{1,30}[里下中]',
)

/** A model decides much in passing: only what it says it has decided counts. */
const STATES_DECISION =
  /^[^\p{L}]*(?:(?:decision|decided|agreed|(?:we|i)(?:'ve| have)? (?:decided|agreed))\b|(?:我们|已)?(?:决定|结论|约定))/u

const TRIED = oneOf(
  String.raw`\b(?:tried|attempted)\b.*\b(?:but|fail\w*|didn't)\b|\b(?:dead end|no luck|gave up|reverted|rolled back)\b`,
  String.raw`\b(?:did(?:n't| not)|does(?:n't| not)|won't) (?:work|help|fix|solve)\b|试过|尝试.*(?:失败|不行|没)|[行走]不通`,
  '不起作用|没有?(?:效果|用(?!户)|成功)|回[退滚]了|放弃了',
)

const HEADS_OPEN =
  /^\W*(?:to-?do|(?:still )?open|remaining|pending|next(?: steps?)?)\b|^(?:待办|未[完解]|遗留|尚未|下一步)/
const OPEN = oneOf(
  String.raw`\b(?:to-?do|still (?:open|need\w*|fail\w*|missing|ha(?:ve|s) to)|remain(?:s|ing)|yet to|untested)\b`,
  String.raw`\b(?:left (?:to do|open)|not (?:yet|done|finished|handled|implemented)|pending|follow[- ]?up|haven't)\b`,
  String.raw`\b(?:open (?:question|issue|point)s?|known (?:issue|bug)s?|blocked (?:on|by)|waiting for)\b|待[办定]|待确认`,
  '还[没未需要有]|尚未|未(?:完成|解决|处理)|剩下|遗留|有待|稍后|后续|先放着',
)

const NEXT = oneOf(
  String.raw`^\W*next\b|\bnext(?: steps?)?(?: is| are|:|,| up)|\bthen (?:i|we)(?:'ll| will)\b|下一步|接下来|[然之]后[我再需]`,
  String.raw`\b(?:i'll|i will|let me|we (?:should|can|will)|you (?:should|can)) (?:now|then|next)\b`,
)
