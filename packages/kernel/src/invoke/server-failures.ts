import { msg } from '@wuku/messages/kernel'
import type { JobError } from '@wuku/core/ports/jobs'

const ask = 'Search the log of the server for that number.'

const full: JobError = {
  code: 'store-full',
  message: 'The server has no room left for what is written. What it has can be read.',
  remedy: 'Send it again when whoever runs the server has freed some space.',
}

/**
 * Messages for other machines about failures of the server itself, by code. The original messages name files, hosts and
 * databases, which are for its log alone.
 */
export const failuresOfServer: Readonly<Record<string, JobError>> = {
  'store-newer': { code: 'store-newer', message: 'A newer wuku wrote the data of this server.', remedy: ask },
  'store-damaged': { code: 'store-damaged', message: 'The data of this server are damaged.', remedy: ask },
  'store-unwritable': { code: 'store-unwritable', message: 'The server cannot use its data.', remedy: ask },
  'store-away': {
    code: 'store-away',
    message: 'The database of the server does not answer.',
    remedy: 'Send the request again in a moment; of a write, look first whether it took place.',
  },
  'blobs-away': {
    code: 'blobs-away',
    message: 'The storage of original files does not answer. Everything else works.',
    remedy: 'Send the request again in a moment.',
  },
  'store-full': full,
  'no-room': full,
  'disk-failed': {
    code: 'store-unwritable',
    message: 'The disk of the server cannot be read or written.',
    remedy: ask,
  },
  'lease-lost': {
    code: 'store-busy',
    message: 'The server stood still for too long, and this work was stopped.',
    remedy: 'Send the request again.',
  },
}

/** Adds the number under which the log of the server has the error. */
export const numbered = (failure: JobError, number: string): JobError => ({
  ...failure,
  message: msg('numberedFailure', { message: failure.message, number }),
})
