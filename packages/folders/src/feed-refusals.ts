import { msg, type Refusal, type Text } from '@wuku/messages/folders'
import { limits } from '@wuku/core/limits'
import type { Problem } from '@wuku/core/core-types'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { codeOf } from '@wuku/core/environment'

export { codeOf }

const again = 'Run "wuku index" again.'
const silence = 'List it in .wukuignore to hide this message.'

/** Every sentence about a file or folder that is refused, with its remedy. None contains a path outside the root. */
export const refusals = {
  rootGone: () =>
    refuse(
      '.',
      'The folder does not exist, or cannot be read.',
      'Mount the disk; or, if it was moved, run "wuku move <source> <folder>"; or remove the source with "wuku remove".',
    ),
  rootChanged: () => refuse('.', 'The folder was replaced while it was being listed.', again),
  rootSecret: () => refuse('.', 'This is a place where keys are kept.', 'Keep searchable files in another folder.'),
  secret: (path: string) =>
    refuse(
      maskSecrets(path).text,
      'Its name suggests keys or passwords; it is not read.',
      'Rename it if it holds none. List it in .wukuignore to hide this message.',
    ),
  secretName: (path: string) =>
    refuse(
      maskSecrets(path).text,
      'Its name contains a key; it is not read.',
      'Rename it. List it in .wukuignore to hide this message.',
    ),
  tooLarge: (path: string, bytes: number, limit: number, setting: string) =>
    refuse(path, ...told(msg('largerThanLimit', { size: bytesInWords(bytes), limit: bytesInWords(limit), setting }))),
  tooDeep: (path: string) => refuse(path, msg('tooDeep', { depth: limits.depth }), 'Move it higher up.'),
  pathTooLong: refuses('Its path is longer than the system allows.', 'Shorten the names of its folders.'),
  illegibleName: refuses('Its name is not valid UTF-8, or contains control characters.', 'Rename it.'),
  special: (path: string, what: string) => refuse(path, msg('notFile', { what }), silence),
  linkOut: refuses(
    'It is a link to a place outside the folder.',
    'Add that place as its own source, or copy it here. List it in .wukuignore to hide this message.',
  ),
  linkBroken: refuses('It is a broken link.', 'Fix or delete the link. List it in .wukuignore to hide this message.'),
  linkCircle: refuses(
    'It is a link that leads back to itself.',
    'Delete the link. List it in .wukuignore to hide this message.',
  ),
  notInside: refuses('It is not a file of this folder.', 'Use a path from the listing.'),
  moved: refuses('A link or another folder replaced it while it was being read.', again),
  gone: refuses('It was removed while it was being read.', again),
  shrunk: refuses('It was changed while it was being read.', again),
  binary: refuses('It is binary, not text.', silence),
  ignoreFile: refuses(
    'Its rules are ignored: it is not a readable plain file of at most 1 MB.',
    'Put a plain text file there.',
  ),
  costlyRule: refuses('One of its lines has too many wildcards and is ignored.', 'Write it with fewer "**" and "*".'),
  unreadable: (path: string, code: string) =>
    refuse(path, unreadableBecause(code), 'Give this user read permission, or leave it out in .wukuignore.'),
} as const

const told = (refusal: Refusal) => [refusal, refusal.remedy] as const

const refuse = (path: string, message: Text, remedy: Text): Problem => ({ path, said: message, remedy })

function refuses(message: Text, remedy: Text): (path: string) => Problem {
  return (path) => refuse(path, message, remedy)
}

function unreadableBecause(code: string): Text {
  if (code === 'EACCES' || code === 'EPERM') return 'It cannot be read: permission denied.'
  if (code === 'EIO') return 'It cannot be read: the disk reports an error.'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'It was removed, or something else took its place.'
  return msg('cannotBeRead', { code })
}

export function bytesInWords(bytes: number): Text {
  if (bytes < 1024) return msg('bytes', { bytes })
  const power = Math.min(3, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(1)} ${['', 'KB', 'MB', 'GB'][power]}`
}

/** Whether the system says that nothing is there, and not merely that it cannot say. */
export const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
