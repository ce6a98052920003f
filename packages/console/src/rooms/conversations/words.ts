/** Words of a query to mark: without its signs, and a phrase as one. */
export const wordsOf = (query: string): readonly string[] =>
  [...query.matchAll(/-?"([^"]+)"|-?[^\s"]+/g)]
    .filter(([word]) => !word.startsWith('-'))
    .map(([word, phrase]) => phrase ?? word.replace(/\*$/, ''))
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word.length > 1 || /\p{Script=Han}/u.test(word))
