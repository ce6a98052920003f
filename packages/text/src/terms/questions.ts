import { setOf } from '@wuku/core/list-helpers'

/**
 * Words that make a question and say nothing about its answer. Only queries lose them; the index keeps every word.
 * Cutting more (的, 是, 在, 有 ...) amid a question was measured to lose more than it wins.
 */
const asking =
  '请问一下|请问|请教|能不能够|能不能|可不可以|是不是|有没有|会不会|要不要|为啥|咋样|咋办|咋|是什么意思|什么意思|什么样的|什么样|什么时候|什么是|什么叫|' +
  '是什么|有什么|为什么|什么|为何|如何|怎么样|怎么办|怎么回事|怎么|怎样|有哪些|哪一些|哪些|哪个|哪种|哪里|哪儿|哪一?[天年月日位家]|何[时地处]|几[点号时]|有多少|多少|是否|能否|可否|到底|究竟'

/** In folded text; longer ones first. 吗 and 呢 only at the end: they stand inside names too. */
export const cjkQuestion = new RegExp(`${asking}|[吗呢]$`, 'g')

/** Particles at the end of a thing that is asked for, or of all. Some also end words: 目的, 为了, 酒吧. */
const particle = '(?<![目标似])的|(?<![为除])了'
const ending = `(?:${particle}|(?<![酒网贴])吧|[吗呢啊呀嘛])+$`

/** Words alone between two names, and 的 behind a name: A 和 B 的区别. */
const joining = '^(?:和|与|跟|同|或|或者|及|以及|还是)$|^的(?!确|士)'

/** Parts of a query that say nothing of what it is about: 退款是怎么处理的呢 is about 退款 and 处理, 超时了怎么办 about 超时. */
export const cjkFrames = new RegExp(
  `(?:${particle})?是?(?:(?:怎么|怎样|如何)[做弄搞](?=的?$)|${asking})|${ending}|${joining}`,
  'g',
)

/** Lucene's stop words, and the words of English questions. As folded wholes: `what's` is `whats`. */
export const englishStops = setOf(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with ' +
    'what whats which who whom whose when where why how hows does do did done doing can could should would shall may might must ' +
    'i you he she we me my your our its am been being has have had from about any some than so im ive cant dont doesnt didnt',
)

/** Words that only hold a Chinese sentence together, and are half of no other word as a rule. */
export const cjkParticles = setOf(
  '的 了 是 在 和 与 及 或 我 你 您 他 她 它 我们 你们 咱们 他们 她们 它们 这 那 这个 那个 这些 那些 哪 哪一 哪位 为 把 将 于 从 由 以 就 都 也 还 ' +
    '又 很 没有 可以 应该 而 且 但 吗 呢 吧 啊 着 时候 进行 使用 成为 通过 一个 一些 谁 一下 叫 称为 被称为 名字',
)

/**
 * Function words that may also be half of another word. They are searched all the same: no passage is reported to lack
 * them, and holding them makes no passage a sure hit.
 */
export const cjkFunctionWords: ReadonlySet<string> = cjkParticles.union(
  setOf('有 个 们 中 上 下 里 被 对 到 用 最 更 不 没 会 能 要 该 让 给 使 等 之 其 所 过 得 地 时 后 前 一 几 何'),
)

/** Words that say how two things are held against each other: the things are what is asked for. */
export const comparingWords = setOf(
  'difference differences different differ between versus vs compare compared comparison ' +
    '区别 區別 差别 差別 差异 差異 不同 异同 異同 对比 對比',
)

/** Words behind which a thing stands that is not wanted: `without Redux`, 不要缓存. */
export const negation =
  /\b(?:without|except(?: for)?|excluding|instead of|rather than) (?:(?:the|an?|any|using) )*|(?:不要|不用|不使用|而不是|除了|除去)[用使]?\s*/gi
