import type { ReaderFacts } from '../../ports/reader.ts'

export const notesFacts: ReaderFacts = {
  kind: 'notes',
  version: 3,
  patterns: ['**/*.md', '**/*.markdown', '**/*.txt'],
  policy: { fields: { title: 3, headings: 2, path: 2, lead: 1 }, usualLength: 80, cjkLength: 0.4, b: 0.75 },
}
