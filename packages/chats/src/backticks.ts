import { largest } from '@wuku/core/list-helpers'

/** Backticks in a row: what is put around a text must be more. */
export const longestRun = (text: string): number => largest((text.match(/`+/g) ?? []).map((run) => run.length))

export function codeSpan(text: string): string {
  const longest = longestRun(text)
  const [fence, space] = ['`'.repeat(longest + 1), longest === 0 ? '' : ' ']
  return `${fence}${space}${text}${space}${fence}`
}
