/**
 * For `blanked`: some grammars take only European letters for a name, though their languages take all. Which letter it
 * is does not matter to a parser.
 */
export const withPlainLetters = (text: string): string =>
  text.replaceAll(/(?![a-zA-Z0-9])[\p{L}\p{M}\p{N}]/gu, (letter) => 'x'.repeat(letter.length))
