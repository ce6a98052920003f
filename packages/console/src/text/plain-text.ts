/** The words of Markdown without its signs, for a line or two of it in a list. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^ *(?:```|~~~).*$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-*+]|\d+[.)]) +/gm, '')
    .replaceAll(/(\*\*|__|`)(?=\S)(.*?\S)\1/g, '$2')
    .replaceAll(/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+.*$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()

/** The passage of a hit on one line, for lists. Code keeps its signs. */
export function snippetText(snippet: string, kind?: string): string {
  const text = snippet.replaceAll(/^ *\d+: ?/gm, '')
  return (kind === 'code' ? text : plainText(text)).replaceAll(/\s+/g, ' ')
}
