import type { Release } from '../../../ports/origins.ts'

/** By the numbers of the version, then finished before early ones, then by date: an order that holds for any names. */
export function compareNewest(one: Release, other: Release): number {
  return (
    compareNumbers(numbersOf(other.version), numbersOf(one.version)) ||
    Number(one.isPrerelease) - Number(other.isPrerelease) ||
    compareNumbers(allNumbers(other.version), allNumbers(one.version)) ||
    (other.publishedAt ?? 0) - (one.publishedAt ?? 0) ||
    compareText(one.tag, other.tag)
  )
}

/** The first row of numbers with dots; names without one come last. `core@1.2.3`, `release-2024.01`. */
function numbersOf(version: string): readonly number[] {
  const [numbers] = /\d+(?:\.\d+)+/.exec(version) ?? /\d+/.exec(version) ?? []
  return numbers === undefined ? [] : numbers.split('.').map(Number)
}

const allNumbers = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).map(Number)

function compareNumbers(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || other.length === 0) return one.length - other.length
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).find(
    (index) => (one[index] ?? 0) !== (other[index] ?? 0),
  )
  return at === undefined ? 0 : Math.sign((one[at] ?? 0) - (other[at] ?? 0))
}

const compareText = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)
