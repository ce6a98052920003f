import { basename } from 'node:path'
import { msg } from '@wuku/messages/cli'
import { once } from '@wuku/core/once'
import type { Connections } from '@wuku/core/services/service-connection'
import type { Http } from '@wuku/guarded-fetch/http-types'
import type { Converter } from '@wuku/core/ports/converter'
import { readVersion } from '@wuku/settings/package'
import type { Origin, OriginSpec } from '@wuku/core/ports/origins'
import { WukuError } from '@wuku/core/errors'
import { isRefusal } from '@wuku/core/ports/feed'
import { endings } from '@wuku/formats/converter/endings'
import { storehouseOf } from '@wuku/storehouses/storehouses'
import { saveMemoryOfFetching } from './v8-flags.ts'
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
    if (offline && spec.type !== 'folder') throw forbidden(file)
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

const forbidden = (file: string): WukuError =>
  new WukuError('offline', msg('nothingDownloadedSettingOfflineForbids2', { basename: basename(file) }))

/** Services that sources are read from: loaded with the first of them. */
export function lazyConnections(
  { fetching, connectors, offline, file }: Pick<Settings, 'fetching' | 'connectors' | 'offline' | 'file'>,
  converter: () => Promise<Converter>,
): Connections {
  const load = once(async (): Promise<Connections> => {
    const [{ openConnections }, { openHttp }] = await Promise.all([
      import('@wuku/connectors/open-connections'),
      import('@wuku/guarded-fetch/http-client'),
    ])
    const files = await attachedFiles(converter)
    const { allowHosts, proxy } = fetching
    const { credentialOf, people } = connectors
    const clients = new Map<string | undefined, Http>()
    const http = (allowed: string | undefined): Http => {
      const hosts = [...allowHosts, ...(allowed === undefined ? [] : [allowed])]
      const proxies = proxy === '' ? {} : { proxies: { http: proxy, https: proxy, none: hosts.join(',') } }
      const client = clients.get(allowed) ?? openHttp({ allowPrivate: hosts, ...proxies })
      clients.set(allowed, client)
      return client
    }
    return openConnections({ http, credentialOf, files, people, now: () => Date.now() })
  })
  return {
    // A folder is none of them, and finding that out must not load what fetches.
    recognise: async (address, given) =>
      given.host === undefined && !URL.canParse(address) ? undefined : (await load()).recognise(address, given),
    open(source) {
      if (offline) throw forbidden(file)
      const connection = once(async () => (await load()).open(source))
      return {
        check: async (signal) => (await connection()).check(signal),
        async *pass(request) {
          yield* (await connection()).pass(request)
        },
        readers: async (...given) => (await connection()).readers(...given),
      }
    },
  }
}

/** Attachments of pages are read as the same files in a folder of notes are. */
async function attachedFiles(converter: () => Promise<Converter>) {
  const { facts, reader } = storehouseOf('notes')
  const [{ convertItem }, { createPathSelection }] = await Promise.all([
    import('@wuku/folders/folder'),
    import('@wuku/folders/path-selection'),
  ])
  const usual = createPathSelection({ patterns: [...facts.patterns, `**/*.{${[...endings].join(',')}}`], exclude: [] })
  return {
    takes: (name: string) => usual.takes(name),
    async read(path: string, bytes: Uint8Array, signal: AbortSignal) {
      const own = await reader()
      await own.prepare?.([path])
      const read = await convertItem({ path, bytes, stamp: '', modifiedAt: 0 }, await converter(), signal)
      return isRefusal(read) ? { items: [], problems: [read] } : own.parse(read)
    },
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
