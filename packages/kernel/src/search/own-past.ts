import { msg, type Text } from '@wuku/messages/kernel'
import type { ScopedKind, SearchContext } from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import type { StoredDocument } from '@wuku/core/core-types'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { recencyFactor } from '@wuku/index-core/ranking/turns'
import { fold } from '@wuku/text/terms/fold'
import { namedSpan, type NamedSpan } from '@wuku/text/markdown/spans'
import { lastWritten } from './filters/stated-facts.ts'
import { askedIn } from '../query/prompt-parts.ts'
import type { OwnPast, ParsedRequest } from '../query/types.ts'

const DECIDE =
  'decid|agree|discuss|talk|mention|settl|conclud|choos|chose|pick|say|said|plan|propos|promis|leave off|left off|stop|work on|worked on|working on'
/** A question how to do something does not ask for the past. */
const HOW_TO = /\bhow (?:do|can|should|could|would) (?:i|we)\b|\bhow to\b|\b(?:can|could|should|shall) (?:i|we)\b/
const DECIDED = new RegExp(
  `\\b(?:did|have|had|were|was) (?:i|we)\\b.*\\b(?:${DECIDE})|\\b(?:i|we) (?:had |have |last |already |once )?(?:decided|agreed|discussed|talked|mentioned|settled|concluded|chose|picked|said|planned|proposed|promised|left off|stopped)\\b|` +
    '\\b(?:what|which|why|where|when|who|how)\\b.*\\bdid (?:i|we)\\b|\\b(?:have|had) (?:i|we) (?:ever |already )?\\p{L}+|' +
    '\\b(?:our|my) (?:last |earlier |previous )?(?:decisions?|discussions?|conclusions?|conversations?|agreements?|chats?)\\b|' +
    '\\bremind me (?:what|which|why|where|when|who|how)\\b|\\b(?:what|which|why|where|when|how come) we (?:dropped|rejected|abandoned|replaced)\\b|' +
    `\\b(?:i|we) +(?:${DECIDE})[a-z]* *[了过的]`,
  'u',
)
/** Beside a time any past deed of theirs will do. */
const DID =
  /\b(?:did|have|had|were|was) (?:i|we)\b|\b(?:i|we) (?:\p{L}+ed|did|wrote|made|found|built|ran|saw|read|got|had|was|were|set)\b/u

const DISCUSSED_ZH =
  '(?:决定|约定|敲定|商定|定(?!义|时|制|位|理)|说(?!明)|聊|讨论|商量|谈(?!判)|提(?!示|交|供|升|取|醒)|选(?!项|择器))'
const DECIDED_ZH = new RegExp(
  `(?:我们|咱们|我)[^，。？！]{0,8}?${DISCUSSED_ZH}(?:了|过|的|到|好|下来)|(?:我们|咱们|我)[^，。？！]{0,4}?(?:当时|那时|曾经)|(?:上次|之前)[^，。？！]{0,6}?${DISCUSSED_ZH}|(?:说|聊|谈|做|写|讲|进行|讨论)到(?:哪|什么地方)|` +
    '(?:我们|咱们)(?:的(?:决定|决策|约定|结论|讨论|对话|聊天)|[^，。？！]{0,6}?(?:决定[用选换采放不]|放弃|否决|弃用)|(?:为什么|为何|怎么会)(?:选|用|换|改|不|没))|' +
    '最[后终][^，。？！]{0,4}?怎么(?:定|选|决定|处理|解决)的',
)
const DID_ZH = new RegExp(
  `(?:我们|咱们|我)[^，。？！]{0,10}?(?:${DISCUSSED_ZH}|做|写|改|修|弄|搞|看|查)|${DISCUSSED_ZH}(?:了|过|的|到|好)`,
)

/** Something of theirs, whenever that was. */
const PERSONAL = /(?<![\p{L}\p{N}'])(?:our|ours|we|we've|my|mine|i've|i(?= \p{L}))(?![\p{L}\p{N}])|我|咱们/u
const HOW_TO_ZH =
  /(?:我|我们|咱们)(?:应?该|要|想|能|可以|需要)?(?:怎么|怎样|如何)[^了过的]*$|(?:如果|假如|要是)(?:我|咱们)/

/**
 * A prompt to continue is always about the past. In a long prompt only the questions count: the statement "since we talked
 * about it in spring" asks nothing.
 */
export function detectPast(request: ParsedRequest, now: number): ParsedRequest {
  const { query, continuation, hearsPast } = request
  if (continuation === 'topic') return { ...request, past: { query, isNewest: true } }
  const past = hearsPast && continuation === undefined ? detectOwnPast(query, now) : undefined
  return past ? { ...request, past } : request
}

export function detectOwnPast(query: string, now: number): OwnPast | undefined {
  const asked = askedIn(query)
  const text = fold(asked)
  if (HOW_TO.test(text)) return undefined
  const span = namedSpan(asked, now)
  const inEnglish = text.replaceAll(/ *(?:我们?|咱们) */g, ' we ')
  const isDecided = DECIDED.test(inEnglish) || DECIDED_ZH.test(text)
  if (!isDecided && !(span && (DID.test(text) || DID_ZH.test(text))))
    return PERSONAL.test(text) && !HOW_TO_ZH.test(text) ? { query, isPersonal: true } : undefined
  const rest = span ? query.replace(span.written, ' ').trim() : query
  return {
    query: rest === '' ? query : rest,
    ...(span && { span }),
    note: span ? msg('ownPastOf', { span: formatSpan(span) }) : msg('ownPast'),
  }
}

const DAY = 86_400_000

/** `16-22 Nov`, `22 Nov`, `26 Oct to 1 Nov`, `Mar 2026`, `2025`. */
function formatSpan({ from, to }: NamedSpan): Text {
  const [first, last] = [new Date(from), new Date(to - DAY)]
  const year = String(first.getUTCFullYear())
  if (first.getUTCMonth() !== last.getUTCMonth())
    return to - from > 300 * DAY
      ? msg('yearOf', { year })
      : msg('daysTo', { first: msg('dayOf', dayOf(first)), last: msg('dayOf', dayOf(last)) })
  const { day, month } = dayOf(last)
  if (to - from > 20 * DAY) return msg('monthOf', { month, year })
  return msg('dayOf', { day: to - from === DAY ? day : `${first.getUTCDate()}-${day}`, month })
}

function dayOf(date: Date): { readonly day: string; readonly month: string } {
  const [day = '', month = ''] = date
    .toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .split(' ')
  return { day, month }
}

/** Notes that somebody else wrote: what came with a release, and copies of libraries. */
const NOT_OWN =
  /(?:^|\/)(?:(?:changelog|changes|history|news|releases?|release[-_ ]?notes?|licen[cs]e)\b|(?:更新|版本|发布|發布|發佈)(?:日志|日誌|说明|說明|记录|記錄))[^/]*$|(?:^|\/)(?:node_modules|bower_components|vendor|third[-_]party|site-packages|upstream|external|deps|release[-_]?notes?|第三方)\//i
/** For storehouses of ongoing work. */
const isAtWork = ({ kind }: { readonly kind: ScopedKind }): boolean => kind.ranking.own === 'work'

/** Conversations, pads and notes first, those of the time that was named before the others: no filter, since memory errs. */
export async function preferPast<Item extends RankedDocument & { readonly kind: ScopedKind }>(
  ranked: readonly Item[],
  {
    request: { past },
    ...queryTime
  }: Pick<SearchContext, 'view' | 'asked'> & { readonly request: Pick<ParsedRequest, 'past'> },
): Promise<readonly Item[]> {
  if (!past || ranked.length === 0) return ranked
  if (past.isNewest) return preferNewest(ranked, queryTime)
  const own = ranked.filter(({ kind }) => kind.ranking.own !== undefined)
  const documents = await queryTime.view.documents.byId([...new Set(own.map(({ document }) => document))])
  const known = new Map(documents.map((document) => [document.id, document]))
  const isMixed = ranked.some(({ kind }) => kind !== ranked[0]?.kind)
  return ranked.map((each) => {
    const document = known.get(each.document)
    const isWork = isAtWork(each)
    const isOwn = document && (isWork || !NOT_OWN.test(document.path))
    if (!isOwn || (past.isPersonal && !isMixed)) return each
    return stepped(each, 'own_past', 1 - (1 - each.score) ** powerOf(document, past, isWork))
  })
}

function powerOf(document: StoredDocument, { span, isPersonal }: OwnPast, isWork: boolean): number {
  const { ofThatTime, ofAnyTime, ofNotes, personal } = policy.past
  if (isPersonal) return isWork ? personal.work : personal.notes
  return (isWork ? 1 : ofNotes) * (!span || isWithin(document, span) ? ofThatTime : ofAnyTime)
}

/** A conversation lasts; of other documents only the last time is known. */
function isWithin({ modifiedAt, meta }: StoredDocument, { from, to }: NamedSpan): boolean {
  const startedAt = meta['startedAt']
  return modifiedAt >= from && (typeof startedAt === 'number' ? startedAt : modifiedAt) < to
}

/** Conversations and pads first, and of them the newest. */
async function preferNewest<Item extends RankedDocument & { readonly kind: ScopedKind }>(
  ranked: readonly Item[],
  { view, asked }: Pick<SearchContext, 'view' | 'asked'>,
): Promise<readonly Item[]> {
  const own = ranked.filter(isAtWork)
  const documents = await view.documents.byId([...new Set(own.map(({ document }) => document))])
  const ages = new Map(documents.map((document) => [document.id, asked - lastWritten(document)]))
  return ranked.map((each) => {
    if (!isAtWork(each)) return each
    const freshness = recencyFactor(ages.get(each.document) ?? Infinity, policy.turns.agedAtWork)
    return stepped(each, 'own_past', (1 - (1 - each.score) ** policy.past.ofThatTime) * freshness)
  })
}
