/** `1 document`, `2,345 documents`, `2 libraries`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${count === 1 ? noun : noun.replace(/(?<=[^aeiou])y$/, 'ie')}${count === 1 ? '' : 's'}`

export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
