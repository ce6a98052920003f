import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/models'

export const failures = {
  badName: (name: string) => new WukuError('usage', msg('badName', { name })),
  refused: (name: string, status: number, host: string) => {
    if (status === 401 || status === 403) return new WukuError('fetch-failed', msg('doesNotShowModel', { host, name }))
    if (status === 404) return new WukuError('not-found', msg('hasNoModelOrNotThatFile', { host, name }))
    return new WukuError('fetch-failed', msg('answeredWithStatus', { host, status }))
  },
  notHub: (host: string) => new WukuError('fetch-failed', msg('notHub', { host })),
  noOnnx: (name: string, variant: string, variants: readonly string[]) =>
    variants.length > 0
      ? new WukuError(
          'not-found',
          variant === '' ? msg('modelHasSeveralOnnxFiles', { name }) : msg('modelHasNoVariant', { name, variant }),
          msg('chooseOneWithVariant', { variants: variants.join(', ') }),
        )
      : new WukuError('not-found', msg('modelHasNoOnnxFile', { name, name2: String(name.split('/').at(-1)) })),
  noTokenizer: (name: string) => new WukuError('not-found', msg('noTokenizer', { name })),
  brokeOff: (path: string, got: number, size: number) =>
    new WukuError('fetch-failed', msg('brokeOff', { path, got, size })),
  changed: (path: string) => new WukuError('fetch-failed', msg('changed', { path })),
  noRoom: (folder: string, needed: number, free: number) =>
    new WukuError('too-large', msg('noRoom', { megabytes: megabytes(needed), folder, megabytes2: megabytes(free) })),
}

const megabytes = (bytes: number): string => String(Math.ceil(bytes / 1e6))
