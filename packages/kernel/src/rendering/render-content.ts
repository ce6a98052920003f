import { setImmediate as turn } from 'node:timers/promises'
import { cancelled, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Pace } from '@wuku/text/html/code'
import { languageCalled, languageOfPath } from '@wuku/text/html/languages'
import { citationOf } from '../documents/document-index.ts'
import { openDocument, type OpenedDocument } from '../documents/open-document.ts'
import type { Engine, OperationContext } from '../base/engine.ts'
import type { Rendered, RenderInput } from './render-shapes.ts'
import { writeHtml, type TextToShow } from './write-html.ts'

/** Milliseconds until code is shown without colours. */
const HIGHLIGHT_TIMEOUT_MS = 2_000

type RenderContext = Pick<OperationContext, 'engine' | 'signal'>

export async function renderContent(request: RenderInput, { engine, signal }: RenderContext): Promise<Rendered> {
  const { citation, text, format = 'plain', language, marks } = request
  if ((citation === undefined) === (text === undefined)) throw new WukuError('bad-input', msg('neitherOrBoth'))
  const pace = paceFor(signal)
  if (citation === undefined) return answer({ text: text ?? '', format, language, marks, pace })
  const opened = await openDocument(engine, citation)
  const { lines } = opened
  const messages = request.format === undefined ? await messagesOf(opened, engine) : undefined
  const written = request.format === undefined ? await withPictures(opened, engine) : undefined
  return answer(
    {
      ...readAs(opened, request),
      text: written ?? opened.text,
      lines: lines && { from: lines.from, to: lines.count === undefined ? Infinity : lines.from + lines.count - 1 },
      places: written === undefined ? opened.places : undefined,
      messages,
      place: { kind: opened.source.kind, source: opened.source.name, path: opened.document.path },
      marks,
      pace,
    },
    opened,
  )
}

async function answer(shown: TextToShow, opened?: OpenedDocument): Promise<Rendered> {
  const { html, lines, totalLines, bytes, isCut } = await writeHtml(shown)
  const { source, document } = opened ?? {}
  return {
    html,
    title: document?.title ?? null,
    citation: opened ? citationOf(opened, lines) : null,
    kind: source?.kind ?? null,
    source: source?.name ?? null,
    path: document?.path ?? null,
    format: shown.messages ? 'conversation' : shown.format,
    language: languageCalled(shown.language ?? '') ?? null,
    start_line: lines.from,
    end_line: lines.to,
    total_lines: totalLines,
    bytes,
    total_bytes: Buffer.byteLength(shown.text),
    cut: isCut,
    freshness: opened?.freshness ?? null,
  }
}

async function messagesOf({ source, document }: OpenedDocument, engine: Engine) {
  const messages = engine.kinds.find(({ kind }) => kind === source.kind)?.hits?.messages
  if (!messages) return undefined
  const outline = await engine.read(async (view) => (await view.documents.outlines([document.id])).get(document.id))
  return outline === undefined ? undefined : messages(outline)
}

/** A page of a library as it was written, where it shows pictures: of those the index holds nothing. */
async function withPictures({ source, document: { path }, lines }: OpenedDocument, engine: Engine) {
  if (source.kind !== 'docs' || lines || !/\.(?:md|markdown)$/i.test(path)) return undefined
  const written = await engine.files.readNow(source, path)
  return written !== undefined && /!\[[^\]]*\]\((?!\w+:|\/\/)/.test(written) ? written : undefined
}

/** The format of a document, unless the caller says it: readers turn all formats but code into Markdown. */
function readAs(
  { source: { kind }, document: { path } }: OpenedDocument,
  { format, language = languageOfPath(path) }: Pick<RenderInput, 'format' | 'language'>,
): Pick<TextToShow, 'format' | 'language'> {
  if (format !== undefined) return { format, language }
  if (kind === 'code') return { format: language === 'markdown' ? 'markdown' : 'code', language }
  return { format: PLAIN.test(path) || kind === 'chats' ? 'plain' : 'markdown' }
}

const PLAIN = /\.(?:txt|text|log)$/i

function paceFor(signal: AbortSignal): Pace {
  const end = performance.now() + HIGHLIGHT_TIMEOUT_MS
  return {
    isLate: () => performance.now() > end,
    async rest() {
      if (signal.aborted) throw cancelled()
      await turn()
    },
  }
}
