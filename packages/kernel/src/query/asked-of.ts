import { askedIn } from './prompt-parts.ts'

/** Whose words, and of which time, a question is about. */

const SELF = /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|my|me|mine)(?![\p{L}\p{N}])|我(?![们們])/iu

/** Of what somebody said of themselves; of a long prompt, in what it asks. */
export const asksOfSelf = (query: string): boolean => SELF.test(askedIn(query))

const NEWEST =
  /\b(?:now|nowadays|currently|current|latest|most recent|these days|at the moment|as of today)\b|[目当當]前|现在|現在|如今|最新|后来|後來|眼下/iu

/** Of what holds now, though something else held before. */
export const asksForNewest = (query: string): boolean => NEWEST.test(askedIn(query))
