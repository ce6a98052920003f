/** A sentence by which somebody decides, or says how things are to be done beyond the task at hand. */
export interface Decision {
  /** As it was written. */
  readonly text: string
  /** An order is to hold from then on; its scope is for others to judge. */
  readonly kind: 'order' | 'decision'
}

/** Longer messages are pasted: what stands in them was hardly written by who sends them. */
const LONGEST_MESSAGE = 20_000
const LONGEST_SENTENCE = 400

/** Decisions and orders in the words of a user: not in what is quoted, fenced, a table or a log, and not in questions. */
export const decisionsIn = (text: string): readonly Decision[] =>
  sentencesIn(text).flatMap((sentence): readonly Decision[] => {
    if (QUESTION.test(sentence) || REPORT.test(sentence)) return []
    if (orders.some((pattern) => pattern.test(sentence))) return [{ text: sentence, kind: 'order' }]
    return choices.some((pattern) => pattern.test(sentence)) ? [{ text: sentence, kind: 'decision' }] : []
  })

/** A model decides much in passing; what it says it has decided is marked as such. */
export const statedDecisionsIn = (text: string): readonly string[] =>
  sentencesIn(text).filter((sentence) => STATED.test(sentence) && !QUESTION.test(sentence))

/** The sentences of a text as they are written, each without the marks of a list around it. */
export function sentencesIn(text: string): readonly string[] {
  if (text.length > LONGEST_MESSAGE) return []
  let isFenced = false
  return text.split('\n').flatMap((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced
    if (isFenced || /^\s*(?:```|~~~|[>|<{}]|at \S+ ?\(|\d{4}-\d\d-\d\d[T ]\d\d:)/.test(line)) return []
    return line
      .replace(/^\s*(?:[-*+•]|\d{1,3}[.)、])\s+(?:\[[ xX]\]\s+)?|^\s*#+\s+/, '')
      .split(BETWEEN)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence !== '' && sentence.length <= LONGEST_SENTENCE)
  })
}

/** A point within a name or a number ends nothing. */
const BETWEEN = /(?<=[.!?]["')]?)\s+(?=["'(`]?[\p{L}\p{N}`])|(?<=[。！？；][”」』）]?)/u

const QUESTION =
  /[?？]["')”」]?\s*$|^(?:why|what|how|when|where|who|which|does|did|is|are|was|were|would it|should (?:i|we)|could (?:you|we)|can (?:you|we|i))\b(?!.*\b(?:instead|from now on)\b)|^(?:为什么|為什麼|怎么|怎麼|如何|是不是|能不能|能否|是否|有没有|有沒有)|[吗嗎呢]\s*[。.]?$/i

/** What is, or was: "it always fails", "I don't know", "you never told me". */
const REPORT =
  /^(?:(?:but|and|so|well|hm+|sorry|because)[, ]+)*(?:i (?:don't|do not|never|always|can't|cannot|didn't|haven't) (?!want|need)|(?:it|this|that|there|they|he|she) (?:always|never|don't|doesn't|do not|does not|still)\b)|\b(?:always|never) (?:fails?|failed|works?|worked|returns?|returned|gets?|got|crashe?[sd]?|happen(?:s|ed)?|shows?|showed|breaks?|broke|hangs?|ha[sd]|seen|been|was|is|did|does|told|said)\b|^我(?:不要求|总是|總是|从来|從來|以前|不知道)/i

/** Before a verb that is told to somebody: at the beginning of a clause, or behind who is told. */
const CLAUSE = String.raw`(?:^|[,;:(–—]\s*|\b(?:please|you|we|should|must|and|but|to|so|then|will|also|again|ok|okay|yes|no)[,:]?\s+)`

const orders: readonly RegExp[] = [
  new RegExp(
    String.raw`${CLAUSE}(?:always|never|don['’]?t(?: ever)?|do not|avoid|stop|only ever|make sure|be sure|remember to|prefer|no need to)\s+\w`,
    'i',
  ),
  /\b(?:from (?:now|here) on(?:wards?)?|going forward|in (?:the )?future|every time|each time you|as a rule|at all times|under no circumstances|without asking|must (?:not|never|always|be|use|stay|go|have)|(?:is|are) (?:not allowed|forbidden|off[- ]limits)|(?:we|you) (?:only|must|never|always) \w+)\b/i,
  /^(?:use only|only use|no more)\b|\bi (?:prefer|want you to (?:always|never|stop)|don['’]t want)\b/i,
  /(?:^|[，,。；;：:、\s])(?:请|請)?以[后後](?!台|端|续|續|来|來)|从现在|從現在|从今|今后|今後|往后|往後|从此|從此/,
  /(?:不要|别(?![的人处家墅称名])|別(?![的人處家墅稱名])|不许|不許|不准|不得|禁止|请勿|請勿|切勿|严禁|嚴禁|不可以|不用再|不能(?:再|用|改|动|動|提交|直接|随便|隨便))(?<![区區特类類级級分识識个個性判辨鉴鑒送告差][别別])/,
  /必须|必須|一律|永远|永遠|务必|務必|一定要|总是(?:用|要|先|把)|總是(?:用|要|先|把)|每次.{0,16}(?:都要|都得|之?前|先|必)|只(?:能|许|許|准)?(?:用|使用|改|在)|记住|記住|记得|記得|统一(?:用|使用|采用|为|成)|統一(?:用|使用|採用|為|成)|凡是|尽量|盡量|优先(?:用|使用|考虑)|優先(?:用|使用|考慮)/,
]

const choices: readonly RegExp[] = [
  new RegExp(
    String.raw`${CLAUSE}(?:let['’]?s|let us|use|go (?:with|for|ahead with)|keep|stick (?:to|with)|switch (?:to|over)|drop|skip|take|choose|pick|leave|start with|stay (?:with|on)|settle (?:on|for)|make it)\s+\S`,
    'i',
  ),
  /\b(?:we|i)(?:['’]ll|['’]ve| will| have|['’]re going to| are going to)? (?:use|go with|keep|decided|decide|agreed|agree|chose|choose|picked|settled|stick|stay|want(?: to)?|need(?: to)?)\b/i,
  /\b(?:instead of|rather than|decision|decided|agreed|settled|option [a-d1-9]\b|(?:sounds|looks) good|fine with me|approved|(?:should|shall|must) (?:be|use|stay|go|live|return|have|not))\b|\binstead[.!]?$/i,
  /决定|決定|就用|就按|就选|就選|采用|採用|改用|改成|改为|改為|换成|換成|换用|換用|选用|選用|选择(?!器|框|题)|選擇(?!器|框|題)|定为|定為|定了|定下|敲定|确定(?:用|为|下|了)|確定(?:用|為|下|了)|而不是|而非|代替|取代|保留|同意|方案|还是用|還是用|先不|先做|先用|暂时|暫時|不用(?!户|戶)|我们用|我們用|应该(?:用|放|是|改)|應該(?:用|放|是|改)|按.{1,20}(?:来|來|做|处理|處理)|放(?:在|到).{1,30}(?:里|下|中|裡)/,
]

const STATED =
  /^\W*(?:\*\*)?(?:decision|decided|agreed|we(?:['’]ve| have)? (?:decided|agreed|settled)|i(?:['’]ve| have)? decided)\b|^\W*(?:决定|決定|结论|結論|已决定|已決定|我们决定|我們決定|已定|约定|約定)/i
