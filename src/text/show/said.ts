/**
 * What a chunk says, as models are told it: what it belongs to, then its text. Vectors are kept by this text, so blank
 * lines that a chunk gains when another follows it do not count.
 */
export const saidBy = ({ title, headings, text }: Said): string =>
  [
    [title, ...headings.filter((heading) => heading !== title)].filter((part) => part !== '').join(' > '),
    text.trimEnd(),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

export interface Said {
  readonly title: string
  readonly headings: readonly string[]
  readonly text: string
}
