import { z } from 'zod'
import type { Source } from '@wuku/core/core-types'
import type { Engine } from '../base/engine.ts'
import { kindName, someText } from '../base/operation-shapes.ts'
import { defineOperation } from '../base/operation.ts'
import type { FoldersWithin } from '../base/parts/engine-sources.ts'
import { ALL, findHomes } from './add.ts'

/** These look at this machine alone, as `add` does: nobody on another one is answered. */
export const ofThisMachine = { effect: 'read', level: 'admin', isUnlogged: true } as const

export const alreadyThere = z.string().nullable().describe('The source that it is already, as kind/name.')
export const nameOfSource = (found: Source | undefined): string | null => (found ? `${found.kind}/${found.name}` : null)

const place = z.strictObject({
  name: z.string().describe('Name of the folder, or of the agent.'),
  root: z.string().describe('Absolute path.'),
  kind: kindName.nullable().describe('What its top names say it is; null: nothing.'),
  agent: z.string().nullable().describe('The agent whose conversations lie there, as "add" takes it.'),
  source: alreadyThere,
})
type Place = Omit<z.output<typeof place>, 'source'>

export const listFolders = defineOperation({
  ...ofThisMachine,
  name: 'list-folders',
  title: 'Folders that can be added',
  description: 'List the folders in a folder of this machine, and find repositories, notes and conversations.',
  places: ['folder'],
  input: z.strictObject({
    folder: someText(4_096).default('~').describe('Where to look. Default: the home folder.'),
    find: z
      .boolean()
      .default(false)
      .describe('true: also look into folders that say nothing, and for conversations of agents.'),
  }),
  output: z.strictObject({
    folder: z.string().describe('Its absolute path.'),
    parent: z.string().nullable().describe('The folder around it; null at the top.'),
    folders: z.array(place).describe('Folders in it, without hidden ones and links.'),
    cut: z.boolean().describe('There are more than are listed.'),
    found: z.array(place).describe('What could be added: conversations first, then folders.'),
  }),
  searchHint: 'folders choose pick browse find detect repositories notes agents on this machine 选择 文件夹 发现',
  route: { method: 'GET', path: '/folders' },
  examples: [{ label: 'What this machine has', input: { find: true } }],
  async run({ folder: written, find }, { engine }) {
    const folder = await engine.workspace.resolveRoot(written)
    const { parent, folders, isCut } = await engine.workspace.foldersIn(folder)
    const found = find ? [...(await homesFound(engine)), ...(await foundBelow(folders, engine))] : []
    const sources = await engine.read((view) => view.sources.list())
    const shown = (each: Place) => ({ ...each, source: nameOfSource(sources.find(({ root }) => root === each.root)) })
    const listed = folders.map((each) => shown({ ...each, agent: null }))
    return { folder, parent, folders: listed, cut: isCut, found: found.map(shown) }
  },
})

const homesFound = async (engine: Engine): Promise<readonly Place[]> =>
  (await findHomes(ALL, engine)).flatMap(({ home: { name }, kind, root }) =>
    root === undefined ? [] : [{ kind, name, root, agent: name }],
  )

const LOOKED_INTO = 200
const SHOWN = 50
/** Folders of systems and builds. */
const NOT_OWN = /^(?:node_modules|vendor|target|dist|build|venv|Library|Applications|AppData|snap|go|\w+conda3?)$/

/** Folders that say what they are, and those in folders that do not. */
async function foundBelow(top: FoldersWithin['folders'], { workspace }: Engine): Promise<readonly Place[]> {
  const silent = top.filter(({ kind, name }) => kind === null && !NOT_OWN.test(name)).slice(0, LOOKED_INTO)
  const within = await Promise.all(silent.map(({ root }) => workspace.foldersIn(root).catch(() => ({ folders: [] }))))
  const all = [...top, ...within.flatMap(({ folders }) => folders)].filter(({ kind }) => kind !== null)
  return all.slice(0, SHOWN).map((each) => ({ ...each, agent: null }))
}
