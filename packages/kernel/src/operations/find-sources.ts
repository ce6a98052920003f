import { z } from 'zod'
import type { Engine } from '../base/engine.ts'
import { kindName } from '../base/operation-shapes.ts'
import { defineOperation } from '../base/operation.ts'
import { ALL, findHomes } from './add.ts'
import { alreadyThere, nameOfSource, ofThisMachine } from './plan-source.ts'

const found = z.strictObject({
  kind: kindName,
  name: z.string().describe('Name of the folder, or of the agent.'),
  root: z.string().describe('Absolute path.'),
  agent: z.string().nullable().describe('The agent whose conversations lie there, as "add" takes it.'),
  source: alreadyThere,
})
type Found = Omit<z.output<typeof found>, 'source'>

export const findSources = defineOperation({
  ...ofThisMachine,
  name: 'find-sources',
  title: 'What could be added',
  description: 'Find repositories, notes and conversations of agents in the usual places of this machine.',
  input: z.strictObject({}),
  output: z.strictObject({ found: z.array(found).describe('Conversations first, then folders.') }),
  searchHint: 'find detect suggest repositories notes agents on this machine 发现',
  route: { method: 'GET', path: '/sources/found' },
  examples: [{ label: 'This machine', input: {} }],
  async run(_, { engine }) {
    const home = await engine.workspace.resolveRoot('~')
    const [agents, below, here] = await Promise.all([homesFound(engine), foldersBelow(home, engine), startedIn(engine)])
    const sources = await engine.read((view) => view.sources.list())
    const folders = [...here, ...below.filter(({ root }) => here.every((each) => each.root !== root))]
    const sourceAt = (at: string) => nameOfSource(sources.find(({ root }) => root === at))
    return { found: [...agents, ...folders].map((each) => ({ ...each, source: sourceAt(each.root) })) }
  },
})

const homesFound = async (engine: Engine): Promise<readonly Found[]> =>
  (await findHomes(ALL, engine)).flatMap(({ home: { name }, kind, root }) =>
    root === undefined ? [] : [{ kind, name, root, agent: name }],
  )

const DEEPEST = 3
const LOOKED_INTO = 200
const SHOWN = 50
/** Folders of systems and builds. */
const NOT_OWN = /^(?:node_modules|vendor|target|dist|build|venv|Library|Applications|AppData|snap|go|\w+conda3?)$/

/** Folders that say what they are, nearest the top first; nothing is looked for inside of them. */
async function foldersBelow(home: string, engine: Engine): Promise<readonly Found[]> {
  const all: Found[] = []
  const queue = [{ path: home, depth: 1 }]
  for (const { path, depth } of queue) {
    if (all.length >= SHOWN) break
    for (const each of await foldersIn(path, engine))
      if (each.looks) all.push(foundAt(each.path, each.name, each.looks))
      else if (depth < DEEPEST && !NOT_OWN.test(each.name) && queue.length < LOOKED_INTO)
        queue.push({ path: each.path, depth: depth + 1 })
  }
  return all.slice(0, SHOWN)
}

const foundAt = (root: string, name: string, kind: 'code' | 'notes'): Found => ({ kind, name, root, agent: null })

const foldersIn = async (path: string, { workspace }: Engine) =>
  workspace.foldersIn(path).then(
    ({ folders }) => folders,
    () => [],
  )

/** The folder that the program was started for. */
async function startedIn(engine: Engine): Promise<readonly Found[]> {
  const root = await engine.workspace.folder()
  if (root === undefined) return []
  const { parent } = await engine.workspace.foldersIn(root).catch(() => ({ parent: null }))
  const here = parent === null ? undefined : (await foldersIn(parent, engine)).find(({ path }) => path === root)
  return here?.looks ? [foundAt(root, here.name, here.looks)] : []
}
