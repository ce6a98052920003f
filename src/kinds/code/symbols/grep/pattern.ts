import { shellText } from '../../../../text/shell-words.ts'

/** What to grep for: lines that hold one of some texts. */
export interface GrepPattern {
  /** As they stand in the code; never none. */
  readonly texts: readonly string[]
  /** Only where they stand by themselves. */
  readonly isWord: boolean
  readonly ignoresCase: boolean
}

/** Matches the lines that the command prints. */
export function matcherOf({ texts, isWord, ignoresCase }: GrepPattern): RegExp {
  const either = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|')
  const whole = isWord ? String.raw`(?<![\p{L}\p{M}\p{N}_])(?:${either})(?![\p{L}\p{M}\p{N}_])` : either
  return new RegExp(whole, ignoresCase ? 'iu' : 'u')
}

export const grepTools = ['rg', 'grep'] as const
export type GrepTool = (typeof grepTools)[number]

/** Ready for a shell in the root of the repository. */
export function commandOf(
  pattern: GrepPattern,
  { tool, folder }: { readonly tool: GrepTool; readonly folder: string | undefined },
): string {
  const flags = `-${tool === 'grep' ? 'rnF' : 'nF'}${pattern.isWord ? 'w' : ''}${pattern.ignoresCase ? 'i' : ''}`
  const texts = pattern.texts.map((text) => `-e ${shellText(text)}`)
  const place = folder === undefined ? (tool === 'grep' ? ['.'] : []) : ['--', shellText(folder)]
  return [tool, flags, ...texts, ...place].join(' ')
}
