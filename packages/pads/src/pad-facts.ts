import type { ReaderFacts } from '@wuku/core/ports/source-reader'

export const padsFacts: ReaderFacts = {
  kind: 'pads',
  version: 1,
  patterns: [],
  policy: { fields: { title: 3, headings: 1, path: 0 }, averageLength: 110, b: 0.75 },
}
