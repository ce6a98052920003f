import { askedIn } from './prompt-parts.ts'

/** Questions that ask for a person's own statements, or for the newest ones. */

const SELF = /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|my|me|mine)(?![\p{L}\p{N}])|我(?![们們])/iu

/** True if the question is about the person who asks. Only the questions of a long prompt count. */
export const asksOfSelf = (query: string): boolean => SELF.test(askedIn(query))

const NEWEST =
  /\b(?:now|nowadays|currently|current|latest|most recent|these days|at the moment|as of today)\b|[目当當]前|现在|現在|如今|最新|后来|後來|眼下/iu

/** True if the question asks for the present state, which later statements know better. */
export const asksForNewest = (query: string): boolean => NEWEST.test(askedIn(query))
