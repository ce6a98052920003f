/** Code between marks longer than any run of them in it. */
export function fenced(code: string, language = ''): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${code.replace(/\s+$/, '')}\n${marks}`
}
