import { titleRanks, type DraftTitle } from '../../conversation.ts'
import { textOf, type Fields } from '../fields.ts'

/** The title that was given with the most thought, of equal ones the last. `ids` are those of the lines of this piece. */
export function titleOf(lines: readonly Fields[], ids: ReadonlySet<string>): DraftTitle | undefined {
  let best: DraftTitle | undefined
  for (const line of lines) {
    const title = titleIn(line, ids)
    if (title && titleRanks[title.given] >= titleRanks[best?.given ?? 'firstLine']) best = title
  }
  return best
}

function titleIn(line: Fields, ids: ReadonlySet<string>): DraftTitle | undefined {
  const [text, given] = givenIn(line, ids)
  const title = textOf(text)?.trim()
  return title && given ? { text: title, given } : undefined
}

function givenIn(line: Fields, ids: ReadonlySet<string>): readonly [text?: unknown, given?: DraftTitle['given']] {
  if (line['type'] === 'custom-title') return [line['customTitle'], 'person']
  if (line['type'] === 'agent-name') return [line['agentName'], 'agent']
  if (line['type'] === 'ai-title') return [line['aiTitle'], 'model']
  // Summaries of other sessions of the project stand in the same file: one that ends elsewhere is not of this one.
  return line['type'] === 'summary' && ids.has(textOf(line['leafUuid']) ?? '') ? [line['summary'], 'summary'] : []
}
