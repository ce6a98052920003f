import type { ReaderFacts } from '../../ports/reader.ts'

export const notesFacts: ReaderFacts = {
  kind: 'notes',
  version: 1,
  patterns: ['**/*.md', '**/*.markdown', '**/*.txt'],
  policy: { fields: { title: 3, headings: 2, path: 2 }, usualLength: 110, b: 0.75 },
}
