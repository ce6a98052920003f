import { join } from 'node:path'
import { readSmall } from './refs.ts'

/** Where a repository is fetched from, as `host/owner/name`: without what tells who fetches, and however it is fetched. */
export function readRemotes(common: string): readonly string[] {
  const config = readSmall(join(common, 'config')) ?? ''
  const sections = config.split(/^(?=[ \t]*\[)/m).filter((section) => /^[ \t]*\[remote[ \t]+"/.test(section))
  const urls = sections.flatMap((section) => [...section.matchAll(/^[ \t]*url[ \t]*=[ \t]*"?([^"\n]+)/gm)])
  return [...new Set(urls.flatMap(([, url]) => placeOf(url?.trim() ?? '')))]
}

/** `git@host:owner/name.git` and `https://user@host:443/owner/name`; what lies on this machine is told by its folder. */
function placeOf(url: string): readonly string[] {
  const [, host = '', path = ''] =
    /^[a-z+]+:\/\/(?:[^@/]*@)?([^:/]+)(?::\d+)?\/+(.+)$/i.exec(url) ??
    /^(?:[^@/]*@)?([^:/]{2,}):(?!\/\/)\/*(.+)$/.exec(url) ??
    []
  const named = path.replace(/\/+$/, '').replace(/\.git$/i, '')
  return host === '' || named === '' ? [] : [`${host}/${named}`.toLowerCase()]
}
