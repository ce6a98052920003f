import { WukuError } from '@wuku/core/errors'
import { addsPart, parts } from '@wuku/core/parts/part'

/** Every sentence about a file of which no text can be made. */
export const refusals = {
  empty: () => new WukuError('bad-input', 'It is empty.', 'Replace it with the complete file.'),
  tooLarge: (bytes: number, limit: number) =>
    new WukuError(
      'too-large',
      `It has ${megabytes(bytes)}; the limit is ${megabytes(limit)}.`,
      'Split it, or raise docs.fileBytes in the settings.',
    ),
  wrongEnding: (is: string, claimed: string, ending?: string) =>
    new WukuError(
      'bad-input',
      `It is ${is}, not ${claimed}.`,
      ending === undefined
        ? `Replace it with ${claimed}, or leave it out with --exclude.`
        : `Rename it to end in .${ending}.`,
    ),
  notTaken: (is: string, saveAs: string) =>
    new WukuError('bad-input', `It is ${is}, which is not supported.`, `Save it as ${saveAs}.`),
  locked: () =>
    new WukuError(
      'bad-input',
      'It is locked by a password.',
      'Save it without the password, or leave it out with --exclude.',
    ),
  rights: () =>
    new WukuError('bad-input', 'It is protected by DRM.', 'Get an unprotected copy, or leave it out with --exclude.'),
  damaged: (why: string) => new WukuError('bad-input', `It is damaged: ${why}.`, again),
  noPdfReader: () =>
    new WukuError(
      'bad-input',
      'It is a PDF, and the part that reads those is not installed.',
      `Run "${addsPart(parts.pdf)}", then "wuku index".`,
    ),
  noText: () =>
    new WukuError(
      'bad-input',
      'It holds images of text, or no text at all; OCR is not done here.',
      'Run OCR on it (such as "ocrmypdf in.pdf out.pdf"), and add the result.',
    ),
  nothing: () => new WukuError('bad-input', 'It contains no text.', leaveOut),
  unpacksToTooMuch: () =>
    new WukuError(
      'too-large',
      'It unpacks to more than is allowed for its size.',
      `If you trust it, save it again. ${leaveOut}`,
    ),
  tooManyParts: () => new WukuError('too-large', 'It has more parts than any document.', leaveOut),
  tooDeep: () => new WukuError('bad-input', 'Its parts are nested too deeply.', leaveOut),
  tooManyElements: () => new WukuError('too-large', 'One of its parts has more elements than any document.', leaveOut),
  tooSlow: (milliseconds: number) =>
    new WukuError('too-large', `It could not be read within ${milliseconds / 1000} seconds.`, simpler),
  tooMuchMemory: (bytes: number) =>
    new WukuError('too-large', `It could not be read with ${megabytes(bytes)} of memory.`, simpler),
  brokeDown: () => new WukuError('bad-input', 'Its parser crashed: the file is damaged, or far too large.', simpler),
} as const

const leaveOut = 'Leave it out with --exclude.'
const again = 'Open it in the program that made it and save it again, or leave it out with --exclude.'
const simpler = 'Split it, or save it again in the program that made it.'

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`
