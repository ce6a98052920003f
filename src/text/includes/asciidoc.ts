import type { FoundInclude, LineAt } from './found.ts'
import { readRanges } from './line-ranges.ts'

/** `include::x.adoc[lines=1..3;5..7,tag=a]`. */
export function asciiDocLine(line: LineAt): FoundInclude | undefined {
  const [, target, attributes = ''] = /^include::([^[\]]+)\[([^\]]*)\][ \t]*$/.exec(line.text) ?? []
  if (target === undefined) return undefined
  const lines = attribute(attributes, 'lines')
  const region = attribute(attributes, 'tags?')
  return {
    start: line.start,
    end: line.end,
    target,
    take: {
      as: 'text',
      ...(lines !== undefined && { lines: readRanges(lines, /\.\./) }),
      // Stars mean all tags, and so all lines.
      ...(region !== undefined && !/^[!*]/.test(region) && { region }),
    },
  }
}

const attribute = (attributes: string, name: string): string | undefined => {
  const [, quoted, bare] = new RegExp(`(?:^|,)\\s*${name}=(?:"([^"]*)"|([^,"]*))`).exec(attributes) ?? []
  const value = (quoted ?? bare)?.trim()
  return value === '' ? undefined : value
}
