import type { Format, FormatAnswer, FormatFile } from '../format.ts'
import { createReading, readBlocks } from './blocks.ts'
import { linesOf } from './lines.ts'
import { meaningsOf } from './meanings.ts'
import { createPaper } from '../writing/paper.ts'
import { firstState } from './reading.ts'

/** reStructuredText of docutils and Sphinx. Includes are resolved before it gets here; what is left of them is dropped. */
export const restructuredText: Format = {
  name: 'restructuredtext',
  read: readRestructuredText,
}

function readRestructuredText({ path, text }: FormatFile): FormatAnswer {
  const lines = linesOf(text)
  const paper = createPaper()
  const state = firstState()
  readBlocks(lines, createReading({ paper, state, meanings: meaningsOf(lines), depth: 0, isNested: false }))
  const page = paper.page(plainTitle(state.title) ?? fileName(path))
  return page.text === '' ? { skipped: { path, why: 'it holds no text' } } : { page }
}

/** A title is shown without the marks of code and emphasis. */
const plainTitle = (title: string | undefined): string | undefined =>
  title === undefined || title === ''
    ? undefined
    : title.replaceAll(/(?<!\\)[`*]/g, '').replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')

const fileName = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '')
