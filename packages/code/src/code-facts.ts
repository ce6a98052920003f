import type { ReaderFacts } from '@wuku/core/ports/source-reader'

export const codeFacts: ReaderFacts = {
  kind: 'code',
  version: 3,
  patterns: ['**/*'],
  policy: { fields: { title: 1, headings: 3, path: 1.5 }, averageLength: 110, b: 0.6 },
}
