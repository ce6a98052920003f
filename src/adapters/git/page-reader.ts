import { writePage } from '../../ports/history-page.ts'
import type { Commit, History, TouchedFile } from '../../ports/history.ts'
import type { Page } from './pages.ts'

export interface PageText {
  readonly bytes: Uint8Array
  /** When the newest of its commits was made. */
  readonly modifiedAt: number
}

export type PageReader = (pages: readonly Page[], wanted: Page, prefix: string) => Promise<PageText>

/** Pages are asked for one after another: a program is started for so many of them. */
const AT_ONCE = 10

/** The bytes of pages; those that follow the one that is asked for are read along with it. */
export function createPageReader(history: History): PageReader {
  const ahead = new Map<string, PageText>()
  return async (pages, wanted, prefix) => {
    if (!ahead.has(wanted.stamp)) {
      ahead.clear()
      const from = pages.indexOf(wanted)
      for await (const [page, text] of readPages(history, pages.slice(from, from + AT_ONCE), prefix))
        ahead.set(page.stamp, text)
    }
    const text = ahead.get(wanted.stamp) ?? textOf([])
    ahead.delete(wanted.stamp)
    return text
  }
}

async function* readPages(
  history: History,
  pages: readonly Page[],
  prefix: string,
): AsyncGenerator<readonly [Page, PageText]> {
  let commits: Commit[] = []
  let at = 0
  for await (const commit of history.commits({ only: pages.flatMap(({ shas }) => shas) })) {
    commits.push(below(prefix, commit))
    const page = pages[at]
    if (page && commits.length === page.shas.length) {
      yield [page, textOf(commits)]
      commits = []
      at += 1
    }
  }
}

const textOf = (commits: readonly Commit[]): PageText => ({
  bytes: writePage(commits),
  modifiedAt: Math.max(0, ...commits.map(({ at }) => at)),
})

/** What a commit did outside of the source's folder is not the source's. */
function below(prefix: string, commit: Commit): Commit {
  if (prefix === '') return commit
  const inside = (path: string | undefined): string | undefined =>
    path?.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined
  const files = commit.files.flatMap(({ path, how, from }): readonly TouchedFile[] => {
    const [to, before] = [inside(path), inside(from)]
    if (to !== undefined) return [{ path: to, how, ...(before !== undefined && { from: before }) }]
    return before === undefined ? [] : [{ path: before, how: 'removed' }]
  })
  return { ...commit, files }
}
