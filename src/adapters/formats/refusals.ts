import { WukuError } from '../../core/errors.ts'

/** Every sentence about a file of which no text can be made. */
export const refusals = {
  empty: () => new WukuError('bad-input', 'It is empty.', 'Put the whole file there.'),
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
        ? `Put ${claimed} there, or leave it out with --exclude.`
        : `Rename it to end in .${ending}.`,
    ),
  notTaken: (is: string, saveAs: string) =>
    new WukuError('bad-input', `It is ${is}, which is not read here.`, `Save it as ${saveAs}.`),
  locked: () =>
    new WukuError(
      'bad-input',
      'It is locked by a password.',
      'Save it without the password, or leave it out with --exclude.',
    ),
  rights: () =>
    new WukuError(
      'bad-input',
      'It is locked by its seller (DRM).',
      'Get it without the lock, or leave it out with --exclude.',
    ),
  damaged: (why: string) => new WukuError('bad-input', `It is damaged: ${why}.`, again),
  noPdfReader: () =>
    new WukuError('bad-input', 'PDFs cannot be read on this kind of machine.', 'Save it as DOCX, HTML or Markdown.'),
  noText: () =>
    new WukuError(
      'bad-input',
      'It holds pictures of text, or no text at all; OCR is not done here.',
      'Run OCR over it (as "ocrmypdf in.pdf out.pdf" does), and add the result.',
    ),
  nothing: () => new WukuError('bad-input', 'There is no text in it.', leaveOut),
  unpacksToTooMuch: () =>
    new WukuError(
      'too-large',
      'It unpacks to more than a file of its size may.',
      `If you trust it, save it anew. ${leaveOut}`,
    ),
  tooManyParts: () => new WukuError('too-large', 'It has more parts than any document.', leaveOut),
  tooDeep: () => new WukuError('bad-input', 'Its parts are nested too deeply.', leaveOut),
  tooSlow: (milliseconds: number) =>
    new WukuError('too-large', `It could not be read within ${milliseconds / 1000} seconds.`, simpler),
  tooMuchMemory: (bytes: number) =>
    new WukuError('too-large', `It could not be read with ${megabytes(bytes)} of memory.`, simpler),
  brokeDown: () =>
    new WukuError('bad-input', 'What reads it broke down over it: it is damaged, or far too much.', simpler),
} as const

const leaveOut = 'Leave it out with --exclude.'
const again = 'Open it in the program that it was made with and save it anew, or leave it out with --exclude.'
const simpler = 'Split it, or save it anew from the program that it was made with.'

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`
