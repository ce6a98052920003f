import { basename } from 'node:path'
import { msg } from '@wuku/messages/cli'
import { once } from '@wuku/core/once'
import type { Converter } from '@wuku/core/ports/converter'
import { readVersion } from '@wuku/settings/package'
import type { Origin, OriginSpec } from '@wuku/core/ports/origins'
import { WukuError } from '@wuku/core/errors'
import { endings } from '@wuku/formats/converter/endings'
import { saveMemoryOfFetching } from './small-heap.ts'
import type { Settings } from '@wuku/settings/app-settings'

type OpenOrigin = (spec: OriginSpec) => Origin

/** Documentation is fetched seldom, and what fetches it is much: it is loaded when something is. */
export function lazyOrigins({ fetching, offline, file }: Pick<Settings, 'fetching' | 'offline' | 'file'>): OpenOrigin {
  const load = once(async (): Promise<OpenOrigin> => {
    saveMemoryOfFetching()
    const [{ createOrigins }, { openHttp }] = await Promise.all([
      import('@wuku/docs/origins/open-origins'),
      import('@wuku/guarded-fetch/http-client'),
    ])
    const { allowHosts, proxy, tokenOf } = fetching
    const proxies = proxy === '' ? {} : { proxies: { http: proxy, https: proxy, none: allowHosts.join(',') } }
    return createOrigins({ http: openHttp({ allowPrivate: allowHosts, ...proxies }), tokenOf })
  })
  return (spec) => {
    if (offline && spec.type !== 'folder') throw isOffline(file)
    const origin = async (): Promise<Origin> => (await load())(spec)
    return {
      releases: async (signal) => (await origin()).releases(signal),
      inspect: async (signal) => (await origin()).inspect(signal),
      async *download(request) {
        return yield* (await origin()).download(request)
      },
    }
  }
}

/** The process that it starts is not started before a file needs it. */
export function lazyConverter(given: { readonly home: string; readonly fileBytes: number }): Converter {
  // Any release may read what the one before refused.
  const options = { ...given, version: readVersion() }
  let opened: Promise<Converter> | undefined
  const script = import.meta.url.endsWith('.ts') ? '../../formats/src/converter/child.ts' : './convert.js'
  const open = (): Promise<Converter> =>
    (opened ??= import('@wuku/formats/converter/converter').then(({ openConverter }) =>
      openConverter({ ...options, script: new URL(script, import.meta.url) }),
    ))
  return {
    endings,
    version: options.version,
    convert: async (file, signal) => (await open()).convert(file, signal),
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}

const isOffline = (file: string): WukuError =>
  new WukuError('offline', msg('nothingDownloadedSettingOfflineForbids2', { basename: basename(file) }))
