import { docsFacts } from './facts.ts'

/** Endings that some format reads. Whether a JSON or YAML file describes an API shows only when it is read. */
export const documentEndings: ReadonlySet<string> = new Set(
  docsFacts.patterns.map((pattern) => pattern.slice(pattern.lastIndexOf('.') + 1)),
)

export const isDocumentPath = (path: string): boolean =>
  documentEndings.has(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')
