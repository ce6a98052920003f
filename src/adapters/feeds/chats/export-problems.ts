import { WukuError } from '../../../core/errors.ts'
import type { Problem } from '../../../core/words.ts'
import { bytesInWords } from '../refusals.ts'

/** Every sentence about an export. `path` is the file's, or that of a file in it. */
export const exportProblems = {
  tooLong: (path: string, at: number, length: number): Problem => ({
    path,
    said: `What begins at byte ${at} has ${bytesInWords(length)}, too much for one conversation; it is left out.`,
    remedy: others,
  }),
  broken: (path: string, at: number, count: number): Problem => ({
    path,
    said: `${elements(count)} no valid JSON, ${count === 1 ? 'at' : 'the first at'} byte ${at}.`,
    remedy: others,
  }),
  other: (path: string, at: number, count: number): Problem => ({
    path,
    said: `${elements(count)} no conversation with an id, ${count === 1 ? 'at' : 'the first at'} byte ${at}.`,
    remedy: others,
  }),
  breaksOff: (path: string, at: number): Problem => ({
    path,
    said: `It breaks off at byte ${at}; the conversations before are taken.`,
    remedy: again,
  }),
  twice: (path: string, names: readonly string[]): Problem => ({
    path,
    said: `${names.length === 1 ? 'One conversation stands' : `${names.length} conversations stand`} in it twice, and the later counts: ${shortened(names)}.`,
    remedy: 'Nothing need be done, unless they are different conversations.',
  }),
  damaged: (why: string) => new WukuError('bad-input', `It is damaged: ${why}.`, again),
  encrypted: () =>
    new WukuError('bad-input', 'It is locked by a password.', 'Unpack it, and add the folder that it is unpacked to.'),
  packing: () =>
    new WukuError(
      'bad-input',
      'It is packed in a way that is not known.',
      'Unpack it, and add the folder that it is unpacked to.',
    ),
  tooMuch: () =>
    new WukuError(
      'too-large',
      'It unpacks to more than a file of its size may.',
      'If you trust it, unpack it, and add the folder that it is unpacked to.',
    ),
  tooMany: () => new WukuError('too-large', 'There is more in it than in any export.', leaveOut),
  otherwise: () => new WukuError('bad-input', 'Most of what stands in it is no conversation.', leaveOut),
} as const

const others = 'Nothing need be done: the others are taken.'
const leaveOut = 'Leave it out with --exclude.'
const again = 'Ask for the export again, or leave this one out with --exclude.'

const elements = (count: number): string => (count === 1 ? 'One element is' : `${count} elements are`)

const MOST_NAMED = 3

const shortened = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', ...' : '')
