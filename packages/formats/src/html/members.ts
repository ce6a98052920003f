import { codeSpan } from './escape.ts'
import type { HtmlElement } from './html-tree.ts'
import type { Writer } from './writer.ts'

/** A class or one of its members, as a generator of reference pages describes it. */
export interface Member {
  readonly title: string
  readonly anchor: string
  readonly level: number
  readonly signature: string
  readonly language: string
  /** Elements written below the signature. */
  readonly body: readonly HtmlElement[]
  /** Its first sentence is the description. */
  readonly prose: string
}

/** One snippet: heading, signature, description. */
export function writeMember(writer: Writer, member: Member): void {
  const { title, anchor, level, signature, language, body } = member
  const description = firstSentence(member.prose)
  writer.flush()
  writer.output.part({ title, anchor, ...(description && { description }) }, () => {
    writer.heading({ level, text: level === 1 ? title : codeSpan(title), anchor })
    writer.fence({ language, code: signature })
    for (const element of body) {
      writer.children(element)
      writer.flush()
    }
  })
}

function firstSentence(prose: string): string {
  const start = prose.slice(0, LONGEST)
  const end = /[.!?](?=\s+[^a-z\s])|[。！？]/u.exec(start)
  if (end) return start.slice(0, end.index + 1)
  return prose.length > LONGEST ? `${start.trimEnd()}…` : start
}

const LONGEST = 300
