import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import type { DocsSettings } from '@wuku/kernel/base/docs-settings'
import type { ReadSetting } from './settings-table.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** How documentation is fetched. */
export interface FetchingSettings {
  /** Token for a host; read when it is used, so that no printed settings show it. */
  tokenOf(host: string): string | undefined
  /** `host` or `host:port` that may have private addresses. */
  readonly allowHosts: readonly string[]
  readonly proxy: string
}

export const docsOf = (read: ReadSetting): DocsSettings => ({
  fileBytes: read('docs.fileBytes'),
  unreadableSeconds: read('docs.unreadableSeconds'),
  purgeDays: read('docs.purgeDays'),
  enrich: read('docs.enrich'),
  weights: {
    fullText: read('docs.weights.fullText'),
    vectors: read('docs.weights.vectors'),
  },
  popularity: read('docs.popularity'),
  cacheSeconds: read('docs.cacheSeconds'),
  recordDays: read('records.days'),
  refreshEvery: read('docs.refreshEvery'),
})

export const fetchingOf = (read: ReadSetting, env: Variables): FetchingSettings => ({
  tokenOf: tokensOf(read('docs.tokens'), env),
  allowHosts: read('docs.allowHosts'),
  proxy: read('docs.proxy'),
})

/** A token set for a host overrides the variable that programs of that provider use. */
function tokensOf(written: readonly string[], env: Variables): FetchingSettings['tokenOf'] {
  if (written.some((each) => !/^[^=\s]+=\S+$/.test(each))) throw badToken()
  const configured = new Map(
    written.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  )
  const defaults: Readonly<Record<string, string | undefined>> = {
    'github.com': env['GITHUB_TOKEN'],
    'gitlab.com': env['GITLAB_TOKEN'],
    'gitea.com': env['GITEA_TOKEN'],
    'codeberg.org': env['GITEA_TOKEN'],
  }
  return (host) => configured.get(host) || defaults[host] || undefined
}

/** The rejected entry is not repeated: it may be a token. */
const badToken = (): WukuError => new WukuError('usage', msg('badToken'))
