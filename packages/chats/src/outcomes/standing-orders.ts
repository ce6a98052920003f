import { extractClaims } from '@wuku/text/claims/extract'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { fold } from '@wuku/text/terms/fold'
import type { DraftMessage } from '../conversation.ts'
import { oneOf } from './command-outcomes.ts'
import { sentencesIn } from './sentence-kinds.ts'

/** A sentence of the user that holds beyond the task. */
export interface MinedOrder {
  /** Verbatim. */
  readonly text: string
  readonly message: string
  /** Milliseconds since the epoch. */
  readonly at?: number
  readonly scope: 'project' | 'folder' | 'everywhere'
  /** The file or folder that it names. */
  readonly path?: string
}

/** Kept of a part: the latest. */
const MAX_ORDERS = 12
const [SHORTEST, LONGEST] = [4, 300]

export function ordersIn(messages: readonly DraftMessage[]): readonly MinedOrder[] {
  const orders = messages
    .filter(({ role, isInactive }) => role === 'user' && !isInactive)
    .flatMap(({ id, at, pieces }) =>
      pieces
        .flatMap((block) => (block.kind === 'text' ? sentencesIn(ownWords(block.text)) : []))
        .filter((sentence) => sentence.length >= SHORTEST && sentence.length <= LONGEST && isOrder(sentence))
        .map((sentence): MinedOrder => {
          const text = maskSecrets(sentence).text.toWellFormed()
          const path = extractClaims(sentence).find(({ kind }) => kind === 'path')?.value ?? folderNamed(sentence)
          const isEverywhere = EVERYWHERE.test(fold(sentence))
          const scope = isEverywhere ? 'everywhere' : path === undefined ? 'project' : 'folder'
          return { text, message: id, ...(at !== undefined && { at }), scope, ...(path !== undefined && { path }) }
        }),
    )
  return [...new Map(orders.map((order) => [order.text, order])).values()].slice(-MAX_ORDERS)
}

const folderNamed = (sentence: string): string | undefined =>
  /(?<![\w/:.@-])((?:[\w.@-]+\/)+[\w.@-]*)(?![\w/:])/.exec(sentence)?.[1]?.replace(/[/.]+$/, '')

/** Messages that are longer were pasted, at least in part: then their first lines alone are the user's for certain. */
const [LONGEST_TYPED, LONGEST_OPENING] = [2_000, 400]

/** What the user typed: no blocks that programs add, no quotation, nothing from where a document begins. */
function ownWords(text: string): string {
  const typed = text
    .replaceAll(/<([a-z][\w-]*)\b[^<>]*>[^]*?<\/\1\s*>/gi, ' ')
    .replace(/<[a-z][\w-]*(?:\s[^<>]*)?>[^]*$/i, ' ')
  const lines = typed.split('\n')
  const pasted = lines.findIndex(
    (line, at) => BEGINS_DOCUMENT.test(line) || (at > 0 && INTRODUCES.test(lines[at - 1] ?? '')),
  )
  const own = (pasted < 0 ? lines : lines.slice(0, pasted)).filter((line) => !INTRODUCES.test(line)).join('\n')
  if (typed.length <= LONGEST_TYPED) return own
  const [opening = ''] = own.split(/\n\s*\n/)
  return opening.length <= LONGEST_OPENING ? opening : ''
}

const BEGINS_DOCUMENT =
  /^\s*(?:#{1,6} \S.*[^.。]$|-{3,}\s*$|={3,}|\*{3,}\s*$|~~~|diff --git|@@ |<!doctype|(?:From|Subject|To|Date|Title|URL|Source): |Traceback|[{[]\s*$|\[\w+\] )/i
/** "Here is the page:" */
const INTRODUCES = oneOf(
  String.raw`\b(?:page|readme|docs?|documentation|file|log|logs|output|error|message|article|e?-?mail|issue|comment|post|text|content|` +
    String.raw`instructions|guide|says|said|following|below|paste[d]?|prompt|result|response|answer|answered|reply|replied)\b[^:：]{0,40}[:：]\s*$`,
  '(?:网页|页面|文档|文件|日志|输出|报错|错误|消息|文章|邮件|评论|内容|如下|下面|说明|写着|提示|結果|结果|回复|粘贴|網頁|頁面|文檔|檔案|日誌|輸出|訊息|郵件|內容|說明|回覆)[^:：]{0,12}[:：]\\s*$',
)

/** Patterns know lower case, simplified Chinese and straight apostrophes. */
export function isOrder(sentence: string): boolean {
  const said = fold(sentence).replaceAll('’', "'")
  const bare = said.replaceAll(QUOTED, ' ').trim()
  if (/[?？]["')”」]?\s*$|[吗呢]\s*[。.]?$/.test(bare) || REPORTS.test(bare) || INVOKES.test(bare)) return false
  if (STRONG.test(bare)) return !ONCE.test(bare)
  return WEAK.test(bare) && !OF_TASK.test(bare) && !ONCE.test(bare) && !COMFORTS.test(bare)
}

/** Code in backticks is what an order is about. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|(?<![\p{L}\p{N}])'[^'\n]{3,}'(?![\p{L}\p{N}])/gu
/** Slash commands, shell lines, and greetings of programs. */
const INVOKES = /^(?:[!/@]\S|caveat:|\[)/

const CLAUSE = String.raw`(?:^|[,;:(–—]\s*|\b(?:please|you|we|should|must|and|but|so|then|also|ok|yes|no|remember)[,:]?\s+(?:to )?)`
const STRONG = oneOf(
  String.raw`${CLAUSE}(?:always|never)\s+\w|${CLAUSE}do(?:n't| not) ever\b|\bnot ever\b`,
  String.raw`\b(?:from (?:now|here|today) on|going forward|from this point|in (?:the )?future,)`,
  String.raw`\b(?:must|should|shall) (?:always|never)\b|\b(?:as a rule|make it a rule|standing (?:order|instruction|rule))\b`,
  String.raw`${CLAUSE}(?:every time|whenever|each time) (?:you|i|we)\b|${CLAUSE}(?:in|for|across) (?:all|any|every)\b.{0,40}\b(?:use|write|run|keep|must|never|don't)\b`,
  '(?:^|[，,。；：、\\s])(?:请|那|所以)?(?:以后|今后|往后|从现在(?:开始|起)|从今)(?![台端续来])|凡是|永远|一律|始终|任何时候|任何情况',
  '禁止|不得(?![不已])|不[许准](?!确)|请?[勿切]勿|总是[要用先把]|每次.{0,16}(?:都要|都得|都先|之?前|必须|先)|(?:请|要)记[住得]|^记[住得]|统一(?:用|使用|采用|为)',
  '(?:^|[，,。；：\\s]|请|都|你)务必|一定要(?:先|用|在|把|记)',
)
const WEAK = oneOf(
  String.raw`${CLAUSE}(?:don't|do not) (?!(?:yet|just|only)\b)[a-z]`,
  '(?:^|[，,。；：、\\s]|请|你|都|也|就|千万)(?:不要(?!紧|求|是|命)|别(?![的人处家称名说])|不能再|不可以)|(?<!是否)必须(?!的)',
)
/** Said of the work at hand. */
const OF_TASK = oneOf(
  String.raw`\b(?:yet|now|anymore|until|till|unless i|before i|for the moment|at the moment|today|tomorrow|this (?:pr|commit|task|change|session|branch|file|function|one|part|step|test|bug)|just (?:the|this)|only (?:the|this)|here|instead of (?:this|that)|again)\b`,
  String.raw`^(?:it|this|that|these|those|they|he|she)\b|\b(?:these|those)\b`,
  '^先|先[不别停等放]|为何|为什么|怎么|还没|目前|现在(?!开始|起)|今天|明天|等(?:我|一下|会)|这个|这里|这段|这份|该(?!项目|仓库)|刚才|再次|了[。.!！]?$|^(?:它|这|那|该|此)',
)
const ONCE = /\b(?:this time|just (?:this )?once|for now|right now)\b|这[次回]|本次|这一次|这一?轮|暂时|本轮/
const COMFORTS = oneOf(
  String.raw`\b(?:don't|do not) (?:worry|forget|think|know|mind|bother|hesitate|need|have|want|care|see|understand|get|believe|remember|like|feel|be)\b`,
  '(?:别|不要)(?:担心|着急|急|忘|管|怕|客气|慌|闹|提了|在意|想太多)',
)
/** What somebody else, a text or a program says; "I said" is the user. */
const REPORTS = oneOf(
  String.raw`(?<!\b(?:i|i've|we) )\b(?:says?|said|states?|stated|claims?|reads|wrote|writes|told (?:me|us)|recommends?|suggests?|warns?|prints?|printed|shows?|according to)\b.{0,80}\b(?:always|never|don't|do not|must|should|from now on)\b`,
  String.raw`^(?:(?:but|and|so|well|because)[, ]+)*(?:i|it|this|that|there|they|he|she|which|who) (?:\w+ )?(?:always|never|don't|doesn't|didn't)\b`,
  String.raw`\b(?:always|never) (?:\w+ed|fails?|works?|returns?|gets?|got|was|is|are|did|told|seen|been|mind)\b|\b(?:ignore|disregard|forget) (?:all |any )?(?:previous|prior|above|earlier)\b`,
  '(?<!我)(?:说(?!过|明)|写着?[“":：]|提示|显示|报错|建议|声称|据).{0,40}(?:不要|别|必须|一律|永远|禁止|以后|务必)|^我(?:总是|从来|一直|不知道)|忽略.{0,6}(?:之前|以上|前面|所有)',
)
const EVERYWHERE = oneOf(
  String.raw`\b(?:everywhere|in (?:all|any|every|each)(?: of)?(?: my| our)? (?:projects?|repos?(?:itories|itory)?|sessions?|conversations?)|across projects|globally)\b`,
  '所有(?:的)?(?:项目|仓库|会话|对话)|任何(?:项目|仓库|会话|对话)|每个(?:项目|仓库)|到处|全局',
)
