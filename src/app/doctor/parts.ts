import { addsPart, findPart, parts } from '../../adapters/parts/part.ts'
import { ok, type Finding } from './finding.ts'

/** None is needed: what is missing is named with the command that adds it. */
export const examineParts = (home: string): readonly Finding[] =>
  Object.values(parts).map((part) =>
    ok(
      `part ${part.name}`,
      findPart(part, home) === undefined
        ? `Not installed (optional, ${part.megabytes} MB): ${part.without}. To add it: ${addsPart(part)}`
        : `${part.package}: ${part.gives}.`,
    ),
  )
