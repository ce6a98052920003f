import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/formats'
import { addsPart, parts } from '@wuku/core/parts/part'

/** Every sentence about a file of which no text can be made. */
export const refusals = {
  empty: () => new WukuError('bad-input', msg('empty')),
  tooLarge: (bytes: number, limit: number) =>
    new WukuError('too-large', msg('tooLarge', { bytes: megabytes(bytes), limit: megabytes(limit) })),
  wrongEnding: (is: string, claimed: string, ending?: string) =>
    new WukuError(
      'bad-input',
      msg('wrongEnding', { is, claimed }),
      ending === undefined ? msg('replaceItWithOrLeaveItOut', { claimed }) : msg('renameItToEnd', { ending }),
    ),
  notTaken: (is: string, saveAs: string) => new WukuError('bad-input', msg('notTaken', { is, saveAs })),
  locked: () => new WukuError('bad-input', msg('locked')),
  rights: () => new WukuError('bad-input', msg('rights')),
  damaged: (why: string) => new WukuError('bad-input', msg('damaged', { why })),
  noPdfReader: () => new WukuError('bad-input', msg('noPdfReader', { command: addsPart(parts.pdf) })),
  noText: () => new WukuError('bad-input', msg('noText')),
  nothing: () => new WukuError('bad-input', msg('nothing')),
  unpacksToTooMuch: () =>
    new WukuError('too-large', msg('unpacksToTooMuch', { leaveOut: msg('leaveItOutWithExclude') })),
  tooManyParts: () => new WukuError('too-large', msg('tooManyParts')),
  tooDeep: () => new WukuError('bad-input', msg('tooDeep')),
  tooManyElements: () => new WukuError('too-large', msg('tooManyElements')),
  tooSlow: (milliseconds: number) => new WukuError('too-large', msg('tooSlow', { seconds: milliseconds / 1000 })),
  tooMuchMemory: (bytes: number) => new WukuError('too-large', msg('tooMuchMemory', { bytes: megabytes(bytes) })),
  brokeDown: () => new WukuError('bad-input', msg('brokeDown')),
} as const

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`
