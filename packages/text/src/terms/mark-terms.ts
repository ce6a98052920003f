import { limits } from '@wuku/core/limits'
import { fold } from './fold.ts'

/**
 * The index term of a mark: the colon before it keeps it apart from the terms of every text, and all marks together, so
 * that none appears among the words that begin with a letter. `flat_hash_map`, `flatHashMap` and `FLAT-HASH-MAP` are
 * one name; code that shows names compares them as they are written.
 */
export const markTerm = (family: string, value: string): string =>
  `:${family}:${plainName(value)}`.slice(0, limits.termChars)

export const isMarkTerm = (term: string): boolean => term.startsWith(':')

/** A name without case and joints; the name itself when it is nothing but joints. */
export function plainName(name: string): string {
  const folded = fold(name)
  return folded.replaceAll(/[_-]/g, '') || folded
}
