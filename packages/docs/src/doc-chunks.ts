import { hash } from 'node:crypto'
import type { Json } from '@wuku/core/core-types'
import type { DraftChunk, DraftDocument, Mark } from '@wuku/core/ports/source-reader'
import { alignLines } from '@wuku/text/edits/align-lines'
import { createLineIndex } from '@wuku/text/markdown/line-index'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { describe, dissect, type Dissected } from './reading/describe.ts'
import { notesOf, type PlacedPage, placePage } from './reading/draft.ts'
import { type DocSegment, segmentsOf, placeHeadings } from './reading/doc-segments.ts'
import { type DocOutline, SNIPPET_MARK, type SnippetFacts, type SnippetType } from './snippets.ts'

/** Snippets of a page; each is marked as code, as explanation, or as both. */
export function chunkDocs(document: DraftDocument): readonly DraftChunk[] {
  const lines = createLineIndex(document.text)
  return snippetsOf(document).map(({ piece: segment, facts, isGiven }) => {
    const { start, end, headings, anchor } = segment
    return {
      start,
      end,
      line: lines.lineAt(start),
      endLine: lines.lineAt(end - 1),
      headings: isGiven ? [...headings, facts.title] : headings,
      ...(anchor !== '' && { anchor }),
      marks: marks[facts.type],
    }
  })
}

export function outlineDocs(document: DraftDocument): Json {
  const { format, written } = notesOf(document)
  const index = createLineIndex(document.text)
  const outline: DocOutline = {
    format,
    ...(written !== undefined && { lines: alignLines(document.text, written) }),
    headings: headingsOf(placePage(document)).map(({ start, level, anchor }) => ({
      line: index.lineAt(start),
      level,
      anchor,
    })),
    snippets: snippetsOf(document).map(({ facts }) => facts),
  }
  // Plain values all the way down; only the type of an interface does not say so.
  return outline as unknown as Json
}

/** A part is known by its own name, and so is all in it. */
function headingsOf({ text, anchors, parts }: PlacedPage): readonly { start: number; level: number; anchor: string }[] {
  const named = parts.filter(({ anchor }) => anchor !== '')
  const outer: { start: number; level: number; anchor: string }[] = []
  let at = 0
  for (const { start, level, anchor } of placeHeadings(text, anchors)) {
    while ((named[at]?.end ?? Infinity) <= start) at++
    if (start < (named[at]?.start ?? Infinity)) outer.push({ start, level, anchor })
  }
  const own = named.map(({ start, anchor }) => ({ start, level: PART_LEVEL, anchor }))
  return [...outer, ...own].toSorted((a, b) => a.start - b.start)
}

/** Deeper than any heading: a part ends where anything else begins. */
const PART_LEVEL = 7

interface Snippet {
  readonly piece: DocSegment
  readonly facts: SnippetFacts
  /** Its words were written for it and stand nowhere in its text. */
  readonly isGiven: boolean
}

function snippetsOf(document: DraftDocument): readonly Snippet[] {
  const { given } = notesOf(document)
  const isAnyGiven = Object.keys(given).length > 0
  const page = placePage(document)
  return segmentsOf(page).map((segment) => {
    const text = page.text.slice(segment.start, segment.end)
    const { part } = segment
    const own: SnippetFacts = {
      start: segment.start,
      ...factsOf({
        text,
        headings: segment.headings,
        pageTitle: page.title,
        names: segment.names,
        title: part?.title,
        description: part?.description,
      }),
    }
    const words = isAnyGiven ? given[snippetKey(text)] : undefined
    if (!words) return { piece: segment, facts: own, isGiven: false }
    const { type = own.type, language = own.language, title, description } = words
    return { piece: segment, facts: { ...own, type, title, description, language }, isGiven: true }
  })
}

/** By which what was said about a snippet is found again. */
export const snippetKey = (text: string): string => hash('sha256', text, 'hex').slice(0, 16)

/** As little as an index can hold: marks narrow a search and speak for nothing. */
const mark = (value: 'code' | 'info'): Mark => ({ family: SNIPPET_MARK, value, weight: 1 / 32 })

const marks: Readonly<Record<SnippetType, readonly Mark[]>> = {
  code: [mark('code')],
  info: [mark('info')],
  mixed: [mark('code'), mark('info')],
}

interface SnippetPlace {
  readonly text: string
  readonly headings: readonly string[]
  readonly pageTitle: string
  /** Names of the sections below `headings` that are joined in this snippet. */
  readonly names: readonly string[]
  /** Title and description of a page part, if the format gave them. */
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** Facts about a snippet, by rules: mostly from its text, the rest from its headings. */
function factsOf({ text, title, description, ...place }: SnippetPlace): Omit<SnippetFacts, 'start'> {
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
const MAX_NAMES = 3

function titleOf({ headings, pageTitle, names }: Omit<SnippetPlace, 'text'>): string {
  const joined = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : names
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
