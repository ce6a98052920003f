import { convertedEndings, knownFormats } from '@wuku/formats'
import type { ReaderFacts } from '@wuku/core/ports/source-reader'

export const docsFacts: ReaderFacts = {
  kind: 'docs',
  version: 3,
  patterns: [...knownFormats.flatMap(({ endings }) => endings), ...convertedEndings].map((ending) => `**/*.${ending}`),
  policy: { fields: { title: 3, headings: 2, path: 2 }, averageLength: 110, cjkLength: 0.4, b: 0.75 },
}

/** Endings that some format reads. Whether a JSON or YAML file describes an API shows only when it is read. */
export const documentEndings: ReadonlySet<string> = new Set(
  docsFacts.patterns.map((pattern) => pattern.slice(pattern.lastIndexOf('.') + 1)),
)

export const isDocumentPath = (path: string) => documentEndings.has(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')
