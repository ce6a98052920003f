import { msg, type Text } from '@wuku/messages/core'

/** `into.push(...more)` gives each item a place on the stack, which holds about a hundred thousand. */
export function append<T>(into: T[], more: Iterable<T>): void {
  for (const each of more) into.push(each)
}

/** The words of a text, each once. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

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
/** Items in their order, as many to a page as are no larger than `maxSize` together; one that is larger by itself is a page. */
export function pagesBySize<Item>(
  items: readonly Item[],
  maxSize: number,
  sizeOf: (item: Item) => number,
): readonly (readonly Item[])[] {
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
