import { limits } from '../core/limits.ts'
import { fold } from './fold.ts'

/** The index term of a mark: the colon keeps it apart from the terms of every text. */
export const markTerm = (family: string, value: string): string =>
  `${family}:${fold(value)}`.slice(0, limits.termChars)
