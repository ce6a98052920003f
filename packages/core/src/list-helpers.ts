import { msg, type Text } from '@wuku/messages/core'

/** `into.push(...more)` gives each item a place on the stack, which holds about a hundred thousand. */
export function append<T>(into: T[], more: Iterable<T>): void {
  for (const each of more) into.push(each)
}

/** The words of a text, each once. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** The object without what is `undefined` in it. */
export function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** By code units: the same order on every machine. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** As `Math.max`, of any number of numbers. */
export function largest(numbers: Iterable<number>, least = 0): number {
  let found = least
  for (const each of numbers) if (each > found) found = each
  return found
}

/** As `Math.min`, of any number of numbers; `Infinity` of none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Infinity
  for (const each of numbers) if (each < found) found = each
  return found
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Items in their order, as many to a page as are no larger than `maxSize` together; one that is larger by itself is a page. */
export function pagesBySize<Item>(items: readonly Item[], maxSize: number, sizeOf: (item: Item) => number) {
  const pages: Item[][] = []
  let size = Infinity
  for (const item of items) {
    if (size + sizeOf(item) > maxSize) {
      pages.push([])
      size = 0
    }
    pages.at(-1)?.push(item)
    size += sizeOf(item)
  }
  return pages
}

/** `one`, `one or other`: names of which one is meant. */
export const either = (names: readonly string[]): Text =>
  names.reduce<Text>((first, second) => (first === '' ? second : msg('oneOrOther', { first, second })), '')

/** Sentences of ours, one behind the other. */
export const sentences = (texts: readonly Text[]): Text =>
  texts.reduce<Text>((first, second) => (first === '' ? second : msg('twoSentences', { first, second })), '')
