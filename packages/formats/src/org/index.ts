import { type Format, type FormatAnswer, type FormatFile, titleOf } from '../format.ts'
import { createPageWriter } from '../writing/page-writer.ts'
import { readBlocks, type State } from './org-blocks.ts'
import { inlineMarkdown } from './org-inline.ts'

/** Org mode: headlines, lists, tables, blocks, drawers, links. Settings for Emacs are removed. */
export const org: Format = {
  name: 'org',
  read: readOrg,
}

function readOrg({ path, text }: FormatFile): FormatAnswer {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const state: State = { title: titleIn(lines), description: '', tags: new Set() }
  const writer = createPageWriter()
  if (state.title !== '') writer.heading(1, inlineMarkdown(state.title))
  readBlocks(lines, { writer, state, below: state.title === '' ? 0 : 1 })
  const page = writer.page('')
  if (page.text === '') return { skipped: { path, why: 'it holds no text' } }
  const meta = {
    ...(state.description !== '' && { description: state.description }),
    ...(state.tags.size > 0 && { tags: [...state.tags] }),
  }
  return { page: { ...page, title: titleOf(page.text, path), ...(Object.keys(meta).length > 0 && { meta }) } }
}

/** It may be written in several lines, and stands before the first headline. */
function titleIn(lines: readonly string[]): string {
  const titleLines: string[] = []
  for (const line of lines) {
    if (/^\*+[ \t]/.test(line)) break
    const title = /^#\+title:[ \t]*(.*)$/i.exec(line)?.[1]?.trim()
    if (title) titleLines.push(title)
  }
  return titleLines.join(' ')
}
