import type { History } from '@wuku/core/ports/history'
import type { Engine } from '@wuku/kernel/base/engine'
import { judgeTexts, repositoryAround } from '@wuku/kernel/claims/judge-texts'
import type { Verdict } from '@wuku/text/claims/judged'
import { writeDay } from '../days.ts'

/** `changed`: by a commit after the conversation; `unchanged` and `uncommitted` are proved by git. */
export interface FileState {
  readonly state: 'unchanged' | 'changed' | 'uncommitted' | 'moved' | 'gone' | 'unknown'
  readonly now?: string
  readonly commit?: string
  readonly date?: string
}

interface About {
  readonly project: string | undefined
  /** End of the conversation. */
  readonly since: number
  readonly engine: Engine
}

/** What became of files since a conversation edited them, in the repository around its folder that the caller sees. */
export async function fileStates(
  paths: readonly string[],
  { project, since, engine }: About,
): Promise<readonly FileState[]> {
  const place = project === undefined || paths.length === 0 ? undefined : await repositoryAround(project, engine)
  if (!place) return paths.map(() => unknown)
  const { source, base = '' } = place
  const inSource = paths.map((path) => pathWithin(path, { root: source.root, base }))
  const texts = inSource.map((path) => ({ text: path === undefined ? '' : `\`${path}\``, project: source }))
  const claims = await judgeTexts(texts, engine, { isThorough: true, most: 2 * paths.length })
  const git = await openGit(source.root, await engine.files.historyOf(source))
  return Promise.all(
    inSource.map(async (path, at) => {
      const verdict: Verdict | undefined = claims[at]?.find(({ kind }) => kind === 'path')
      if (path === undefined) return unknown
      if (verdict?.state === 'moved' || verdict?.state === 'gone') return toFileState(verdict, verdict.state)
      return git ? stateInGit(`${git.prefix}${path}`, since, git.history) : unknown
    }),
  )
}

const unknown: FileState = { state: 'unknown' }

const toFileState = ({ now, commit, date }: Verdict, state: 'moved' | 'gone'): FileState => ({
  state,
  ...(now !== undefined && { now }),
  ...(commit !== undefined && { commit }),
  ...(date !== undefined && { date }),
})

/** Path below the root of the source; `undefined` for one that leads out of it. */
function pathWithin(
  path: string,
  { root, base }: { readonly root: string; readonly base: string },
): string | undefined {
  const [written, top] = [path.replaceAll('\\', '/'), `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`]
  const below = written.startsWith(top) ? written.slice(top.length) : undefined
  const relative =
    below ?? (/^(?:[/~]|[A-Za-z]:)/.test(written) ? undefined : [base, written].filter(Boolean).join('/'))
  const clean = relative?.replace(/^(?:\.\/)+/, '').replaceAll('/./', '/')
  return clean === undefined || clean.split('/').includes('..') ? undefined : clean
}

/** Without git there is no proof. */
async function openGit(root: string, history: History) {
  const repository = await history.repository()
  if (!('top' in repository) || repository.head === null || !root.startsWith(repository.top)) return undefined
  const below = root.slice(repository.top.length).replaceAll('\\', '/').replace(/^\/+/, '')
  return { history, prefix: below === '' ? '' : `${below}/` }
}

async function stateInGit(path: string, since: number, history: History): Promise<FileState> {
  try {
    if (await history.isModified(path)) return { state: 'uncommitted' }
    const [last] = await history.changesOfFile(path, 1)
    if (!last) return unknown
    return last.at > since ? { state: 'changed', commit: last.sha, date: writeDay(last.at) } : { state: 'unchanged' }
  } catch {
    return unknown
  }
}
