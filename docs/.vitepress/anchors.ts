/** As GitHub makes anchors: lower case, no punctuation, dashes for spaces. Pages are read there as well. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
