import type { FoundSecret } from '../base/parts/collected.ts'

const MASK = /\[REDACTED:([a-z0-9-]+)\]/g

/** Which secrets were masked, and where. Masking leaves line breaks where they are: the lines of both texts correspond. */
export function secretsIn(path: string, before: string, after: string): readonly FoundSecret[] {
  if (after === before) return []
  const lines = before.split('\n')
  return after.split('\n').flatMap((line, at) => {
    if (line === lines[at]) return []
    const already = rulesIn(lines[at] ?? '')
    return rulesIn(line)
      .filter((rule) => !removeRule(already, rule))
      .map((rule) => ({ path, rule, line: at + 1 }))
  })
}

const rulesIn = (text: string): string[] => [...text.matchAll(MASK)].map(([, rule = '']) => rule)

/** Whether it was among them; then one less is: a text may speak of what was masked elsewhere. */
function removeRule(rules: string[], rule: string): boolean {
  const at = rules.indexOf(rule)
  if (at >= 0) rules.splice(at, 1)
  return at >= 0
}
