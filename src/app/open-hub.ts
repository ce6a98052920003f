import type { Hub } from '../adapters/models/hub/words.ts'
import { openHttp } from '../adapters/origins/http/open.ts'
import { WukuError } from '../core/errors.ts'
import { saveMemoryOfFetching } from './small-heap.ts'
import type { Settings } from './settings.ts'

/** Guarded as documentation is: through the same proxy, and to no private address but the hub's own and those that are allowed. */
export function openHub({ localModels, fetching, offline, file }: Settings): Hub {
  if (offline) throw isOffline(file)
  const { url: written, token } = localModels.hub
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw badUrl()
  if (!/^[\x21-\x7e]*$/.test(token())) throw badToken()
  const { allowHosts, proxy } = fetching
  const proxies = proxy === '' ? {} : { proxies: { http: proxy, https: proxy, none: allowHosts.join(',') } }
  saveMemoryOfFetching()
  return { url, token, http: openHttp({ allowPrivate: [...allowHosts, url.host], ...proxies }) }
}

const isOffline = (file: string): WukuError =>
  new WukuError(
    'offline',
    'Nothing is fetched: the setting "offline" forbids it.',
    `Copy the model's folder here and run "wuku models use <folder>"; or set "offline" to false in ${file}, or take WUKU_OFFLINE out of the environment.`,
  )

const badUrl = (): WukuError =>
  new WukuError(
    'usage',
    'The setting models.hub.url is not an address that can be asked.',
    'Give one that begins with "https://" and holds no password, such as "https://hf-mirror.com", there or in HF_ENDPOINT.',
  )

const badToken = (): WukuError =>
  new WukuError(
    'usage',
    'The token of the hub holds characters that no token can have.',
    'Copy it once more, without spaces and line breaks, into HF_TOKEN or models.hub.token.',
  )
