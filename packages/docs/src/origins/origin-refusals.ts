import { msg, type Refusal, type Text } from '@wuku/messages/docs'
import type { HauledRefusal } from '@wuku/core/ports/origins'

/** Why one file of many is not taken. */
export const refusals = {
  tooLarge: (path: string, bytes: number, limit: number) =>
    refuse(path, msg('megabytes', { size: inMegabytes(bytes), limit: inMegabytes(limit) })),
  climbs: (path: string) =>
    refuse(path, 'Its path leads out of the folder that contains it.', 'It was not read; check who made this archive.'),
  illegible: (path: string) =>
    refuse(path, 'Its name is not valid UTF-8, or contains control characters.', 'Rename it.'),
  tooLong: (path: string) => refuse(path, msg('pathTooLong', { limit: LONGEST })),
  twin: (path: string) =>
    refuse(path, 'Another file has the same path, except for case or Unicode form.', 'Rename one of them.'),
  pointer: (path: string) =>
    refuse(path, 'Its content is in Git LFS; the archive contains only a pointer.', 'Upload the file itself.'),
  linkOut: (path: string) =>
    refuse(path, 'It is a link to a place outside the folder.', 'Copy its target into the folder.'),
  unreadable: (path: string, code: string) => refuse(path, msg('cannotBeRead', { code })),
  noDocument: (path: string) =>
    refuse(path, 'Its extension belongs to no known kind of document.', 'Give a document, or a folder with documents.'),
} as const

/** In UTF-8; systems take four times that, and some signs of it need more than one where it is kept. */
const LONGEST = 1_000

const refuse = (path: string, message: Text, remedy: Text = (message as Refusal).remedy): HauledRefusal => ({
  is: 'refused',
  path: legible(path),
  said: message,
  remedy,
})

/** A path as it can be shown and kept; that of a hostile file may be any bytes. */
const legible = (path: string): string =>
  path
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFD]/gu, '?')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .join('/')
    .slice(0, 1000) || '?'

const inMegabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1)

/** `undefined`: a path that may be taken as it is. */
export function judgePath(path: string): HauledRefusal | undefined {
  if (/[\p{Cc}\p{Cs}\uFFFD]/u.test(path)) return refusals.illegible(path)
  if (Buffer.byteLength(path) > LONGEST) return refusals.tooLong(path)
  const isPlain = path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  return isPlain && !/^[a-z]:|\\/i.test(path) ? undefined : refusals.climbs(path)
}

/** Git LFS puts a short text in the place of a large file. */
export const isPointer = (bytes: Uint8Array): boolean =>
  bytes.length < 1024 && Buffer.from(bytes).toString('latin1').startsWith('version https://git-lfs.github.com/spec/')
