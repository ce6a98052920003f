import { policy } from '@wuku/core/policy'
import type { RankingPolicy } from '@wuku/kernel/base/kind'
import type { ReaderFacts } from '@wuku/core/ports/source-reader'

export const notesFacts: ReaderFacts = {
  kind: 'notes',
  version: 4,
  /** Texts for reading, and books; what is for programs is no note. Tables of numbers are taken by a pattern of the user's. */
  patterns: ['**/*.{md,markdown,mdx,txt,org,rst,adoc,asciidoc,html,htm,xhtml,pdf,docx,pptx,epub}'],
  policy: { fields: { title: 3, headings: 2, path: 2, lead: 1 }, averageLength: 80, cjkLength: 0.4, b: 0.75 },
}

export const notesRanking: RankingPolicy = policy.ofNotes
