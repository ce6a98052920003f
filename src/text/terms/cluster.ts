/**
 * Defines folding for one cluster: a character with everything that joins it (accents, dakuten, jamo, invisible
 * joiners). The tables that make folding fast are generated from this function; it is called for clusters that the
 * tables cannot hold.
 */
export function foldCluster(cluster: string, simplify: (character: string) => string): string {
  const bare = cluster
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFKC')
  let folded = ''
  for (const character of bare) folded += letterVariants[character] ?? simplify(character)
  return folded
}

/** Whether a character joins the one before it, so that the two fold as one. */
export const attaches = (character: string): boolean =>
  /^[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11ff]/u.test(character.normalize('NFKD'))

/** Letters that Unicode does not take apart, as keyboards without them write them. */
const letterVariants: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
}
