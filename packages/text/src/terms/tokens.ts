import { graphemeBorder } from './graphemes.ts'

/**
 * The 600 Han characters that simplified Chinese prose and documentation use most, commonest first. Words made of them
 * are short in the vocabularies of language models; other characters cost nearly three times as much.
 */
const commonHan =
  '的一用在是个不中为有以可件时这和会了要文能上于年大行下使如后数来成到发式组对作定出你人生过本方分模应多更型入自' +
  '开动代们理国性工被新通我实也地之果前同其建将类它务现部就与合内项面目或名提接而需法并最进器加里日所当么都子选试' +
  '全关解些路例构间化经主学月重置问码高具看调设点注回程线但因指任常只体等度及值写者小期据量公包该比此相单题他事得' +
  '系外长明种查容态考参次改机标处由样好结持区三还计很变位认南场统意第道语正元表配完信家原支从制没号特户然站请说复' +
  '版运端基测环插义西供已确导无直则服级字业传保把做什节格示流属口函别验两安情规响东编步产手换载先布向取起每力象块' +
  '转给再存天至心状车条海知山始网限打台境板称令层素北整管库市引命队功论息依默求话品根记放让带平色源交段列清电录推' +
  '立染二执输水物读少错除斯议何球非那美收易检影资渲创亚想约身利优准形展证教赖决界必细修按员效尔龙况报架专反图案去' +
  '索集即景己活着见档达联马头返连析军英启适港符页获预视断续权总客游几金排边风仅哪世含太助十失装司致较受赛校且移科' +
  '真怎速览局际简共否首快显略辑识万算详广白王未术候译各角感克维门误技百才声越州超键钩像径近听深质序星告城强框空战' +
  '片历免许链官香价宝周观审华士增浏击民评志政触终团德范四域拉习演商控异访底罗省女音须择药足核护五止费又够跑往鱼消' +
  '陆初阅独离备册败食言河份签画巴造划括协治史米随岛今便师操社章某升率询稳槽留频答替书避另献铁尼干述责缩'

/**
 * Tokens of a large language model, estimated without its vocabulary: of each run of characters of one class the
 * first costs `first` and each that follows `more`. Fitted by least squares to the o200k vocabulary over English,
 * Chinese and Japanese prose, chats, Markdown, Python, TypeScript and JSON: a corpus as a whole comes out within 3 %,
 * a page seldom more than 10 % off.
 */
export const estimateTokens = (text: string): number => Math.ceil(tokenWeight(text, 0, text.length))

/** Not rounded: the weights of lines that follow one another add up to the weight of them all. */
export function tokenWeight(text: string, start: number, end: number): number {
  let weight = 0
  let before: number = NEWLINE
  for (let at = start; at < end; at++) {
    const now = classes[text.charCodeAt(at)] ?? OTHER
    weight += costs[before * CLASSES + now] ?? 0
    before = now
  }
  return weight
}

/** The longest prefix within the budget: up to a line's end if that keeps half of it, else between two characters. */
export function cutToTokens(text: string, budget: number): string {
  const end = endWithin(text, { start: 0, end: text.length }, budget)
  if (end === text.length) return text
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  return text.slice(0, lineEnd * 2 >= end ? lineEnd : graphemeBorder(text, end))
}

/** Position of the first character that no longer fits the budget. */
export function endWithin(text: string, range: { readonly start: number; readonly end: number }, budget: number) {
  let weight = 0
  let before: number = NEWLINE
  for (let at = range.start; at < range.end; at++) {
    const now = classes[text.charCodeAt(at)] ?? OTHER
    weight += costs[before * CLASSES + now] ?? 0
    if (weight > budget) return at
    before = now
  }
  return range.end
}

const OTHER = 0
const NEWLINE = 1
const LOWER = 2
const UPPER = 3
/** `spans`: code units, first and last of each stretch, pair after pair; a later class takes from an earlier one. */
const characterClasses = [
  { first: 0.86, more: 0.52, spans: [0x0000, 0xffff] },
  { first: 0.67, more: 0.34, spans: [0x0a, 0x0a, 0x0d, 0x0d] },
  { first: 0.52, more: 0.055, spans: [0x61, 0x7a] },
  { first: 0.75, more: 0.053, spans: [0x41, 0x5a] },
  // Spaces; digits; other ASCII.
  { first: 0.31, more: 0.029, spans: [0x00, 0x09, 0x0b, 0x0c, 0x0e, 0x20] },
  { first: 1.89, more: 0.081, spans: [0x30, 0x39] },
  { first: 0.73, more: 0.35, spans: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7f] },
  // Latin with accents; Greek, Cyrillic, Arabic and the like.
  { first: 1.09, more: 0, spans: [0x80, 0x24f] },
  { first: 0.65, more: 0.27, spans: [0x250, 0xfff] },
  // Han, and its common characters; its punctuation, with full-width forms; kana; hangul.
  { first: 0.8, more: 1.94, spans: [0x3400, 0x9fff] },
  {
    first: 0.7,
    more: 0.7,
    spans: [...commonHan].flatMap((character) => [character.charCodeAt(0), character.charCodeAt(0)]),
  },
  { first: 1.2, more: 0.04, spans: [0x2010, 0x206f, 0x3000, 0x303f, 0xff00, 0xffef] },
  { first: 0.65, more: 0.77, spans: [0x3040, 0x30ff] },
  { first: 0.48, more: 0.6, spans: [0xac00, 0xd7af] },
]
const CLASSES = characterClasses.length
const classes = classOfEachCodeUnit()
const costs = costOfEachPair()

function classOfEachCodeUnit(): Uint8Array {
  const table = new Uint8Array(0x10000)
  characterClasses.forEach(({ spans }, index) => {
    for (let at = 0; at < spans.length; at += 2) table.fill(index, spans[at], (spans[at + 1] ?? 0) + 1)
  })
  return table
}

function costOfEachPair(): Float64Array {
  const table = new Float64Array(CLASSES * CLASSES)
  for (let before = 0; before < CLASSES; before++) {
    characterClasses.forEach(({ first, more }, now) => {
      const isContinuation = before === now || (before === UPPER && now === LOWER)
      table[before * CLASSES + now] = isContinuation ? more : first
    })
  }
  return table
}
