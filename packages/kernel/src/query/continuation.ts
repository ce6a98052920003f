import { once } from '@wuku/core/once'
import { fold } from '@wuku/text/terms/fold'

/** A prompt to go on with what was done last: "continue", "where were we with the parser", "接着上次". */
export interface Continuation {
  /** Empty if it names none. */
  readonly topic: string
}

/** Longer prompts say what they want in words of their own. */
export const LONGEST_PROMPT = 120
/** More words are a question about something. */
const MAX_TOPIC_WORDS = 7

/**
 * Only prompts that consist of nothing else, or of that and a topic behind `with`, `on` and the like: the same words are
 * names in code (`continue`, `next`) and parts of questions ("how to continue a rebase").
 */
export function parseContinuation(prompt: string): Continuation | undefined {
  const written = prompt.trim()
  if (written.length > LONGEST_PROMPT || SIGNS.test(written)) return undefined
  const text = fold(written).replaceAll('’', "'").replaceAll(/\s+/g, ' ')
  const { bare, withTopic } = patternsFor(text)
  if (bare.some((pattern) => pattern.test(text))) return { topic: '' }
  for (const pattern of withTopic) {
    const topic = pattern
      .exec(text)
      ?.groups?.['topic']?.replace(/^(?:(?:the|our|my|this|that) |的)/, '')
      .trim()
    if (topic && isTopic(topic)) return { topic: asWritten(topic, written) }
  }
  return undefined
}

/** Quotes and signs of code ask for the words themselves. */
const SIGNS = /["“”「`{}()<>|$\\;=*\n]|--|\w\.\w/

const isTopic = (topic: string): boolean =>
  /[\p{L}\p{N}]/u.test(topic) && topic.split(' ').length <= MAX_TOPIC_WORDS && !ASKS.test(topic)

const ASKS = /^(?:if|when|how|what|why|which|whether|the$)\b|什么|怎么|如何|为何/

/** Keeps capitals, which matter in names. */
function asWritten(topic: string, written: string): string {
  const at = written.toLowerCase().lastIndexOf(topic)
  return at < 0 ? topic : written.slice(at, at + topic.length)
}

const LEAD =
  "(?:(?:ok|okay|so|and|now|then|please|pls|hey|hi|well|right|alright|great|good|just|let us|let's|lets|(?:can|could|shall|should) (?:you|we)|" +
  "you can|(?:i want|i would like|i'd like|we want|time) to|remind me(?: of)?|tell me|show me)[ ,]+)*"
const TAIL = '(?: (?:please|pls|now|then|again|today|here|from (?:there|here)|thanks|thank you))*[ .!?…]*$'

const WE = '(?:we|i|you)'
const BEFORE =
  '(?:last time|last|before|earlier|yesterday|previously|so far|recently|lately|(?:in|of|during|from) (?:the|our|my) (?:last|previous) (?:session|conversation|chat|time))'
const LEFT = `(?:${WE} (?:had )?(?:left off|left it|stopped|ended|were|finished)(?: ${BEFORE})?)`
const GO_ON = '(?:continue|go on|carry on|keep going|proceed|keep at it|go ahead)'
const DOING = '(?:doing|working on|talking about|discussing|building|up to|at)'
const DONE =
  '(?:do|done|been doing|been working on|work on|worked on|talk about|talked about|discuss|discussed|say|said|finish|finished|get done|change|changed)'
const WORKING =
  '(?:working|writing|building|implementing|fixing|debugging|refactoring|testing|coding|reviewing|porting|migrating)'
const WHERE_QUESTION = `where (?:were|are|was|am) ${WE}(?: now| at| again)?|where did ${WE} (?:leave off|leave it|stop|end up|end|get to)|where ${LEFT}`
const WHAT = "what(?:'s|s| is| are| was)"

const bareEnglish = (pattern: string): RegExp => new RegExp(`^${LEAD}(?:${pattern})${TAIL}`, 'u')
const about = (pattern: string): RegExp => new RegExp(`^${LEAD}(?:${pattern}) (?<topic>[^?!.,:]+?)${TAIL}`, 'u')

const english = () =>
  [
    `${GO_ON}(?: (?:this|that|it|working|(?:our |my |the )?work|with (?:it|that|this)))?`,
    `(?:${GO_ON}|resume|start|pick (?:it |this |that |things )?up)(?: again)? (?:from )?where ${LEFT}`,
    `(?:${GO_ON}|resume) (?:from )?(?:${BEFORE}|(?:the |our |my )?(?:last|previous) (?:session|conversation|chat|time))`,
    `(?:${WHERE_QUESTION})(?: ${BEFORE})?`,
    `what (?:were|was) ${WE} ${DOING}(?: ${BEFORE})?`,
    `what (?:did|have|had) ${WE} ${DONE} ${BEFORE}`,
    `what (?:did|have) ${WE} (?:do|done)`,
    `${WHAT} the (?:last|latest) (?:thing|stuff|topic) ${WE} (?:did|were doing|were working on|worked on|said|discussed|talked about)`,
    `(?:${WHAT} )?(?:our|my|the) (?:last|latest|previous|most recent) (?:session|conversation|chat|discussion)(?: about)?`,
    `(?:last|previous) (?:session|conversation|chat)`,
    `(?:and )?(?:${WHAT} (?:the |our |my )?next(?: steps?)?|what next|what now|next steps?|what (?:should|do|can|shall) ${WE} do (?:next|now))`,
    `${WHAT} (?:left|still open|left open|left to do|still to do|still left|outstanding)(?: to do)?|what remains(?: to do| to be done)?`,
    `the rest(?: of (?:it|that))?`,
    `catch me up|bring me up to (?:speed|date)`,
  ].map(bareEnglish)

const englishTopics = () =>
  [
    `(?:${GO_ON}|move on|get on) with (?:the|our|my|this|that)?`,
    `(?:continue|keep|carry on|go on|resume|(?:go |get )?back to) (?:(?:our |my |the )?work|working) (?:on|with|at)`,
    `(?:continue|keep(?: on)?|carry on|go on) ${WORKING}`,
    `(?:continue|resume) (?:our|my)`,
    `continue (?:the|this|that)`,
    `(?:${WHERE_QUESTION}|${GO_ON} where ${LEFT}|pick up where ${LEFT}) (?:with|on|in|at|about)`,
    `what (?:were|was) ${WE} (?:doing|working|up to|discussing|saying|talking) (?:with|on|in|for|about)`,
    `what (?:did|have|had) ${WE} (?:do|done|work|worked|change|changed|say|said|discuss|discussed) (?:last|last time|so far|before) (?:with|on|in|for|to|about)`,
    `(?:what next|what now|next steps?|${WHAT} (?:the |our )?next(?: steps?)?|${WHAT} (?:left|still open|left to do|still to do|outstanding)) (?:for|on|with|about) (?:the|our|my)`,
    `(?:go|get|getting|going|come) back to (?:the|our|my)`,
  ].map(about)

const LEAD_ZH = '(?:好的?|好吧|行|嗯|那么?|来|请|麻烦|帮我|我们|咱们|我|你|现在|可以|先|ok)*[，, ]*'
const TAIL_ZH = '(?:吧|呢|啊|了|吗|一下|谢谢|啦|呀|看)*[。！？!?…~ ]*$'
const LAST = '(?:上一?[次回]|之前|刚才|刚刚|昨天|前面|先前)'
const US = '(?:我们|咱们|我|你)'
/** Some of these begin other words: 说明, 写入, 查询, 改进. */
const DO =
  '(?:做|干|弄|搞|忙|聊|进行|讨论|开发|处理|完成|写(?!入|字)|改(?!进|变|善|名)|说(?!明)|讲|谈(?!判)|看(?!板|门)|查(?!询|找)|修(?!饰)|调试|实现)'
const PLACE = '(?:哪(?:里|儿|一步|步)?|什么(?:地方|程度|阶段))'
const MATTER = '(?:工作|任务|话题|对话|会话|讨论|聊天|内容|进度|事情|事|活|开发|部分)'

const bareZh = (pattern: string): RegExp => new RegExp(`^${LEAD_ZH}(?:${pattern})${TAIL_ZH}`, 'u')

const chinese = () =>
  [
    `(?:继续|接着|往下)${DO}?(?:下去)?`,
    `接下来(?:${US})?(?:要|该|应该)?(?:(?:${DO})什么|怎么办|怎么做)?`,
    `下一步(?:${US})?(?:是什么|(?:要|该|应该)?(?:${DO})什么|怎么(?:做|走|办))?`,
    '然后|还有|后来',
    '剩下的(?:部分|工作|内容)?',
    `还(?:剩|有)(?:什么|哪些)(?:没${DO}完?|没完成|要${DO}|待办)?的?`,
    `(?:继续|接着)${LAST}(?:的|没${DO}完的)?${DO}?${MATTER}?(?:继续|接着|往下)?${DO}?`,
    `从?${LAST}(?:停下|中断|结束|停)?的?(?:地方|位置)(?:继续|接着|开始)?`,
    `(?:${LAST}${US}?在?|${US}?${LAST}?)${DO}到${PLACE}`,
    `(?:${LAST}|最近)${US}?(?:都|在)?${DO}了?(?:些)?(?:什么|啥)`,
    `${US}(?:都|在)?${DO}了(?:些)?(?:什么|啥)`,
    `${LAST}的?${MATTER}`,
    '(?:目前|现在|当前)?的?进[度展](?:到哪|如何|怎么样)',
  ].map(bareZh)

const chineseTopics = () =>
  [
    `(?:继续|接着)(?:${LAST}的?)(?:把|${DO})?(?<topic>.{2,24}?)`,
    `(?:继续|接着|往下)(?:把|${DO})(?<topic>.{2,24}?)(?:${DO}完|${DO}下去)?`,
    `(?:继续|接着)(?<topic>.{2,24}?)的?(?:工作|任务|开发|话题|讨论|活)`,
    `(?:${LAST})?(?<topic>.{2,24}?)(?:${US})?(?:${LAST})?${DO}到${PLACE}了`,
    `${LAST}(?:${US})?(?:的)?(?<topic>.{2,24}?)的?进[度展](?:到哪|如何|怎么样)?`,
  ].map(bareZh)

interface Patterns {
  readonly bare: readonly RegExp[]
  readonly withTopic: readonly RegExp[]
}

const englishPatterns = once((): Patterns => ({ bare: english(), withTopic: englishTopics() }))
const chinesePatterns = once((): Patterns => ({ bare: chinese(), withTopic: chineseTopics() }))

/** Every English pattern has one of these words, every Chinese one a Chinese character: most queries have to try neither. */
const ENGLISH =
  /\b(?:continue|go|carry|keep|proceed|resume|start|pick|where|what|last|latest|previous|most|next|the|rest|catch|bring|move|get|back|come)/

function patternsFor(text: string): Patterns {
  const patterns = [
    ...(ENGLISH.test(text) ? [englishPatterns()] : []),
    ...(/\p{Script=Han}/u.test(text) ? [chinesePatterns()] : []),
  ]
  return { bare: patterns.flatMap(({ bare }) => bare), withTopic: patterns.flatMap(({ withTopic }) => withTopic) }
}
