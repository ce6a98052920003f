import { estimateTokens } from '../../../text/tokens.ts'
import type { SnippetFacts, SnippetType } from '../snippets.ts'
import { describe } from './describe.ts'
import { dissect, type Dissected } from './dissect.ts'

export interface SnippetPlace {
  readonly text: string
  readonly headings: readonly string[]
  readonly pageTitle: string
  /** Of sections below `headings` that stand in it together. */
  readonly names: readonly string[]
  /** Of a part, which knows them. */
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** What a snippet is, by rules: its text says most of it, its headings the rest. */
export function factsOf({ text, title, description, ...place }: SnippetPlace): Omit<SnippetFacts, 'start'> {
  const dissected = dissect(text)
  return {
    type: typeOf(dissected, place.headings),
    title: title ?? titleOf(place),
    description: description ?? describe(dissected),
    language: largestFence(dissected),
    tokens: estimateTokens(text),
  }
}

/** As many names of sections as a title can hold. */
const MOST_NAMES = 3

function titleOf({ headings, pageTitle, names }: Omit<SnippetPlace, 'text'>): string {
  const joined = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names
  const all = joined.length > 0 ? [...headings, joined.join(', ')] : headings
  const path = all.filter((heading, at) => heading !== all[at - 1])
  return path.length > 0 ? path.join(' > ') : pageTitle
}

function largestFence({ fences }: Dissected): string {
  let largest = fences[0]
  for (const fence of fences) if (fence.length > (largest?.length ?? 0)) largest = fence
  return largest?.language ?? ''
}

function typeOf(dissected: Dissected, headings: readonly string[]): SnippetType {
  const showsCode = dissected.fences.length > 0 || describesApi(dissected)
  if (!showsCode) return 'info'
  return explains(dissected.prose) || headings.some((heading) => guideWords.test(heading)) ? 'mixed' : 'code'
}

const describesApi = ({ tableHeads, prose }: Dissected): boolean =>
  tableHeads.some((head) => parameterWords.test(head)) || signatureLine.test(prose)

/** Heads of tables that list parameters, properties, options or members. */
const parameterWords =
  /\|[ *`]*(?:param(?:eter)?s?|arg(?:ument)?s?|propert(?:y|ies)|props?|options?|fields?|attributes?|methods?|functions?|events?|slots?|flags?|keys?|types?|defaults?|returns?|参数|类型|属性|默认值?|返回值?|方法|选项|字段|事件|函数|插槽)(?![A-Za-z])[^|]*\|/i

/** A line that is a call with its parentheses, or says of which type something is. */
const signatureLine =
  /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?(?:`[^`\n]*\w\([^`\n]*\)[^`\n]*`(?:\*\*)?[ \t]*$|(?:type|default|returns?|类型|默认值?|返回值?)(?:\*\*)?[:：](?:\*\*)?[ \t]*`)/im

const guideWords =
  /\b(?:introduction|overview|guides?|tutorials?|getting started|concepts?|why|quick ?start)\b|介绍|简介|概述|概览|指南|教程|入门|快速上手|为什么/i

/** Enough prose to say something without the code: a sentence of about 10 words, or 15 Han characters. */
function explains(prose: string): boolean {
  const han = prose.match(/[\u3400-\u9fff]/g)?.length ?? 0
  const words = prose.match(/[A-Za-z\u00c0-\u024f\u0370-\u1fff]{2,}/g)?.length ?? 0
  return han / 15 + words / 10 >= 1
}
