import type { ParsedPage } from '@llamaindex/liteparse'
import { brokenLines, mendText } from './pdf-mending.ts'
import { joinPages, withoutHeads } from './pdf-pages.ts'
import { pdfTitle } from './pdf-title.ts'
import type { Readable } from './readable.ts'
import { refusals } from './refusals.ts'

export async function readPdf(bytes: Uint8Array): Promise<Readable> {
  const pages: string[] = []
  const breaks = new Set<string>()
  for await (const page of pagesOf(bytes)) {
    pages.push(withoutEmptyFences(page.markdown))
    for (const seam of brokenLines(page.textItems)) breaks.add(seam)
  }
  const text = joinPages(withoutHeads(pages))
  if (text.trim() === '') throw refusals.noText()
  const title = pdfTitle(bytes)
  return { as: 'markdown', text: mendText(text, breaks), ...(title !== undefined && { title }) }
}

/** Of a thousand pages at once the places of all words take a gigabyte; what is a heading is seen over some. */
const PAGES_AT_ONCE = 100
/** More than any book has. */
const MOST_PAGES = 20_000

async function* pagesOf(bytes: Uint8Array): AsyncGenerator<Pick<ParsedPage, 'markdown' | 'textItems'>> {
  const { LiteParse } = await import('@llamaindex/liteparse').catch(() => {
    throw refusals.noPdfReader()
  })
  const parser = new LiteParse({ ...OPTIONS, maxPages: MOST_PAGES })
  try {
    for await (const { result } of parser.parseBatches(bytes, { batchSize: PAGES_AT_ONCE })) {
      yield* result.pages
      yield* result.pageErrors.map(({ pageNum }) => ({ markdown: `*Page ${pageNum} cannot be read.*`, textItems: [] }))
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    if (/password/i.test(said)) throw refusals.locked()
    throw refusals.damaged('no PDF reader can open it')
  }
}

const OPTIONS = {
  outputFormat: 'markdown',
  // What it takes for running heads were paragraphs now and then: they are looked for here, over all pages.
  keepHeadersFooters: true,
  ocrEnabled: false,
  imageMode: 'off',
  continueOnPageError: true,
  quiet: true,
} as const

/** What a page without text becomes. */
const withoutEmptyFences = (markdown: string): string => markdown.replaceAll(/^```\w*\n\s*```$/gm, '').trim()
