/** `1 document`, `2,345 documents`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
