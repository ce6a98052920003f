/**
 * Words that make a question and say nothing about its answer. Only queries lose them; the index keeps every word.
 * Cutting more (的, 是, 在, 有 ...) was measured to lose more than it wins.
 */

/** In folded text; longer ones first. 吗 and 呢 only at the end: they stand inside names too. */
export const cjkQuestion =
  /请问一下|请问|请教|是什么意思|什么意思|什么样的|什么样|什么时候|什么是|是什么|有什么|为什么|什么|为何|如何|怎么样|怎么办|怎么|怎样|有哪些|哪一些|哪些|哪个|哪种|哪里|哪儿|有多少|多少|是否|能否|可否|到底|究竟|[吗呢]$/g

/** Lucene's stop words, and the words of English questions. As folded wholes: `what's` is `whats`. */
export const englishStops: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with ' +
    'what whats which who whom whose when where why how hows does do did done doing can could should would shall may might must ' +
    'i you he she we me my your our its am been being has have had from about any some than so im ive cant dont doesnt didnt'
  ).split(' '),
)
