import type { ReaderFacts } from '../../ports/reader.ts'
import { convertedEndings, knownFormats } from '../../formats/index.ts'

export const docsFacts: ReaderFacts = {
  kind: 'docs',
  version: 2,
  patterns: [...knownFormats.flatMap(({ endings }) => endings), ...convertedEndings].map((ending) => `**/*.${ending}`),
  policy: { fields: { title: 3, headings: 2, path: 2 }, usualLength: 110, b: 0.75 },
}
