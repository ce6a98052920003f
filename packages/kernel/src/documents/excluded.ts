import { isCitation, parseCitation } from '@wuku/core/citation'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { fullPathOf } from '@wuku/core/part-paths'
import type { Kind, Source } from '@wuku/core/core-types'
import { commandLine } from '@wuku/text/show/shell-words'
import type { Engine } from '../base/engine.ts'
import { rememberForgotten } from '../forgetting.ts'

/** Names that a request looks up, and the lookup itself. */
export interface LookupRequest<T> {
  readonly names: readonly string[]
  readonly kinds?: readonly Kind[] | undefined
  work(): Promise<T>
}

/**
 * A rule or the user kept it out, and its owner hears so: "not found" sends its owner to look for a fault. To others who
 * see the source it is as if it had never been there.
 */
export async function explainExcluded<T>(engine: Engine, { names, kinds, work }: LookupRequest<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isWukuError(error) || error.code !== 'not-found') throw error
    for (const name of names) {
      const excluded = await whyExcluded(pathIn(name), kinds, engine)
      if (excluded) throw excluded
    }
    throw error
  }
}

/** The path in a name: `<id>` for `wuku://chats/claude-code/<id>#<message>`. */
function pathIn(name: string): string {
  if (isCitation(name)) return fullPathOf(parseCitation(name).path)
  return name.replace(/#.*$/s, '')
}

async function whyExcluded(path: string, kinds: readonly Kind[] | undefined, engine: Engine) {
  const sources = (await engine.read((view) => view.sources.list())).filter(
    (source) => (kinds?.includes(source.kind) ?? true) && engine.sources.isOwn(source),
  )
  const forgetful = sources.find((source) => hasForgotten(source, path, engine))
  if (forgetful) return forgotten(path, forgetful)
  const chats = sources.filter(({ kind }) => kind === 'chats')
  return chats.length > 0 && ID.test(path) ? ruledOut(path, chats, engine) : undefined
}

function hasForgotten({ kind, options }: Source, path: string, { kinds }: Engine): boolean {
  const facts = kinds.find((each) => each.kind === kind)?.facts
  return facts !== undefined && rememberForgotten(facts, options.forgotten).hasDocument(path)
}

/** Shape of conversation ids: looking for anything else would read every new file because of a typing error. */
const ID = /^(?=.*\d)[\w.:-]{8,200}$/

/** Files of conversations carry their ids; a dry run of the index names the rules that leave them out. */
async function ruledOut(id: string, sources: readonly Source[], engine: Engine): Promise<WukuError | undefined> {
  const names = sources.map(({ kind, name }) => `${kind}/${name}`)
  const { skipped } = await engine.index.update({ sources: names, dryRun: true })
  const found = skipped.find(({ path }) => path.includes(id))
  return found && new WukuError('not-found', msg('excludedBy', { id, why: found.why }))
}

const forgotten = (path: string, { kind, name }: Source): WukuError =>
  new WukuError(
    'not-found',
    msg('forgotten', { path: path.slice(0, 200), command: commandLine`wuku remove ${`${kind}/${name}`}` }),
  )
