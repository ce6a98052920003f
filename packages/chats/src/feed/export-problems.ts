import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import type { Problem } from '@wuku/core/core-types'
import { bytesInWords } from '@wuku/folders/feed-refusals'

/** Every sentence about an export. `path` is the file's, or that of a file in it. */
export const exportProblems = {
  tooLong: (path: string, at: number, length: number): Problem => ({
    path,
    said: `The part at byte ${at} has ${bytesInWords(length)}, too much for one conversation; it is left out.`,
    remedy: others,
  }),
  broken: (path: string, at: number, count: number): Problem => ({
    path,
    said: `${elements(count)} not valid JSON, ${count === 1 ? 'at' : 'the first at'} byte ${at}.`,
    remedy: others,
  }),
  other: (path: string, at: number, count: number): Problem => ({
    path,
    said: `${elements(count)} not a conversation with an id, ${count === 1 ? 'at' : 'the first at'} byte ${at}.`,
    remedy: others,
  }),
  breaksOff: (path: string, at: number): Problem => ({
    path,
    said: `It breaks off at byte ${at}; the conversations before that are indexed.`,
    remedy: again,
  }),
  twice: (path: string, names: readonly string[]): Problem => ({
    path,
    said: `${names.length === 1 ? 'One conversation occurs' : `${names.length} conversations occur`} in it twice; the later one counts: ${shortened(names)}.`,
    remedy: 'Nothing needs to be done, unless they are different conversations.',
  }),
  damaged: (why: string) => new WukuError('bad-input', msg('damaged', { why })),
  encrypted: () => new WukuError('bad-input', msg('encrypted')),
  packing: () => new WukuError('bad-input', msg('packing')),
  tooMuch: () => new WukuError('too-large', msg('tooMuch')),
  tooMany: () => new WukuError('too-large', msg('tooMany')),
  otherwise: () => new WukuError('bad-input', msg('otherwise')),
} as const

const others = 'Nothing needs to be done: the others are indexed.'
const again = 'Ask for the export again, or leave this one out with --exclude.'

const elements = (count: number): string => (count === 1 ? 'One element is' : `${count} elements are`)

const MAX_NAMED = 3

const shortened = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', ...' : '')
