import { Converter } from 'opencc-js/t2cn'
import type { QuestionSet } from './sets.ts'

/** The same set with its documents in Simplified characters; the questions stay in Traditional. */
export function simplifyDocuments(set: QuestionSet): QuestionSet {
  const simplify = Converter({ from: 'tw', to: 'cn' })
  return {
    ...set,
    name: `${set.name}_hans`,
    documents: set.documents.map((document) => ({
      ...document,
      title: simplify(document.title),
      text: simplify(document.text),
      markdown: simplify(document.markdown),
    })),
  }
}
