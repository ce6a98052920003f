import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLocalBlobs } from '../blobs/local.ts'
import { parseS3Place } from '../blobs/s3-names.ts'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/instances'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { expandPath } from '@wuku/settings/user-path'

export function openBlobs({ home, team: { blobs } }: Pick<Settings, 'home' | 'team'>, environment: Environment): Blobs {
  if (blobs === '') return openLocalBlobs(join(home, 'blobs'))
  if (blobs.startsWith('s3:')) return openBucket(blobs, environment)
  if (blobs.startsWith('file:')) return openLocalBlobs(fileURLToPath(requireFileUrl(blobs)))
  if (/^[a-z][a-z0-9+.-]+:/i.test(blobs)) throw noPlace(blobs)
  return openLocalBlobs(resolve(expandPath(blobs, environment) ?? blobs))
}

/** The address is read at once; the SDK, which is large, when somebody first asks for an original. */
function openBucket(written: string, { env }: Environment): Blobs {
  const place = parseS3Place(written)
  let opened: Promise<Blobs> | undefined
  const bucket = (): Promise<Blobs> =>
    (opened ??= import('../blobs/s3.ts').then(
      ({ openS3Blobs }) => openS3Blobs({ place, env }),
      (error: unknown) => {
        opened = undefined
        throw (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' ? noSdk(error) : error
      },
    ))
  return {
    put: async (key, bytes) => (await bucket()).put(key, bytes),
    sync: async (keys) => (await bucket()).sync(keys),
    get: async (key) => (await bucket()).get(key),
    facts: async (key) => (await bucket()).facts(key),
    async *list(prefix) {
      yield* (await bucket()).list(prefix)
    },
    delete: async (key) => (await bucket()).delete(key),
    deleteUnder: async (prefix) => (await bucket()).deleteUnder(prefix),
  }
}

/** Published packages have it within; the sources alone do not. */
const noSdk = (cause: unknown): WukuError => new WukuError('not-allowed', msg('noSdk'), { cause })

function requireFileUrl(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url?.host === '' && url.pathname.length > 1) return url
  throw noPlace(written)
}

const noPlace = (written: string): WukuError =>
  new WukuError('bad-input', msg('noPlace2', { written: String(written.split(':')[0]?.slice(0, 20)) }))
