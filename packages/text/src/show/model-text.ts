/**
 * The text of a chunk as models receive it: its title and headings, then its text. Vectors are cached under this text,
 * so blank lines that a chunk gains when another follows it must not change it.
 */
export const modelTextOf = ({ title, headings, text }: ModelTextInput): string =>
  [
    [title, ...headings.filter((heading) => heading !== title)].filter((part) => part !== '').join(' > '),
    text.trimEnd(),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

export interface ModelTextInput {
  readonly title: string
  readonly headings: readonly string[]
  readonly text: string
}
