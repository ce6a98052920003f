import { z } from 'zod'
import { WukuError } from '../../core/errors.ts'
import type { PathContext } from '../../ports/contexts.ts'
import { trimSlashes } from '../contexts.ts'
import type { Engine } from '../engine.ts'
import { defineOperation } from '../operation.ts'
import { commandLine } from '../../text/shell-words.ts'

const input = z.strictObject({
  action: z.enum(['add', 'list', 'remove']).describe('What to do. "add" replaces what was said of the same folder.'),
  target: z
    .string()
    .max(4_096)
    .optional()
    .describe('<collection> or <collection>/<folder>; "/" speaks of everything. "list" without one lists all.'),
  text: z.string().min(1).max(10_000).optional().describe('What hits below it belong to. For "add".'),
})

const said = z.strictObject({
  collection: z.string().describe('Empty: everything.'),
  prefix: z.string().describe('Folder within it. Empty: the whole collection.'),
  text: z.string().describe('What was said.'),
})

const output = z.strictObject({
  action: z.enum(['add', 'list', 'remove']).describe('What was done.'),
  contexts: z.array(said).describe('Those that were added or removed, or all that were asked for.'),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const context = defineOperation<Input, Output>({
  name: 'context',
  group: 'admin',
  title: 'Folder descriptions',
  description:
    'Says what a collection or a folder of it holds; every hit below it carries these words, general to specific.',
  effect: 'write',
  idempotent: true,
  input,
  output,
  aliases: { path: 'target', collection: 'target', description: 'text' },
  searchHint: 'context describe folder collection meaning 描述 说明',
  command: { name: 'context', positional: ['action', 'target', 'text...'] },
  route: { method: 'POST', path: '/contexts' },
  examples: [
    {
      says: 'What a folder is about',
      input: { action: 'add', target: 'handbook/api', text: 'Reference of the public API' },
    },
    { says: 'What was said so far', input: { action: 'list' } },
    { says: 'Take it back', input: { action: 'remove', target: 'handbook/api' } },
  ],
  async run({ action, target, text }, { engine }) {
    if (action === 'list') return { action, contexts: await listBelow(target, engine) }
    const place = placeOf(action, target)
    return { action, contexts: [action === 'add' ? await say(place, text, engine) : await takeBack(place, engine)] }
  },
  render: ({ action, contexts }) => [{ type: 'text', text: renderContexts(action, contexts) }],
})

type Place = Pick<PathContext, 'collection' | 'prefix'>

async function listBelow(target: string | undefined, engine: Engine): Promise<PathContext[]> {
  const place = parsePlace(target ?? '/')
  return (await engine.contexts.list())
    .filter((each) => place.collection === '' || `${nameOf(each)}/`.startsWith(`${nameOf(place)}/`))
    .map(({ collection, prefix, text }) => ({ collection, prefix: trimSlashes(prefix), text }))
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

async function say(place: Place, text: string | undefined, engine: Engine): Promise<PathContext> {
  if (text === undefined)
    throw new WukuError(
      'bad-input',
      `What is ${nameOf(place)} about?`,
      `Say it: "${commandLine`wuku context add ${nameOf(place)} <text>`}".`,
    )
  const collection = place.collection === '' ? '' : (await engine.sourceNamed(place.collection)).name
  await engine.contexts.set({ ...place, collection, text })
  return { ...place, collection, text }
}

/** Taken back as it is written in the settings file, where people write slashes as they like. */
async function takeBack(place: Place, engine: Engine): Promise<PathContext> {
  const known = (await engine.contexts.list()).find((each) => nameOf(each) === nameOf(place))
  if (known && (await engine.contexts.remove(known.collection, known.prefix))) return { ...place, text: known.text }
  throw new WukuError('not-found', `Nothing was said of ${nameOf(place)}.`, 'See what was: "wuku context list".')
}

function placeOf(action: string, target: string | undefined): Place {
  if (target !== undefined) return parsePlace(target)
  throw new WukuError(
    'bad-input',
    `"${action}" needs to know of what.`,
    `Name it: "${commandLine`wuku context ${action} <collection>[/folder]`}".`,
  )
}

/** `qmd://` is how qmd's users wrote it. */
function parsePlace(target: string): Place {
  const [collection = '', ...folders] = trimSlashes(target.replace(/^qmd:/, '')).split('/')
  return { collection, prefix: folders.join('/') }
}

const nameOf = ({ collection, prefix }: Place): string => trimSlashes(`${collection}/${trimSlashes(prefix)}`) || '/'

function renderContexts(action: Input['action'], contexts: readonly PathContext[]): string {
  if (contexts.length === 0)
    return 'Nothing was said yet. Say what a folder holds: "wuku context add <collection>[/folder] <text>".'
  const done = { add: 'Added', list: '', remove: 'Removed' }[action]
  return contexts.map((each) => `${done && `${done} `}${nameOf(each)}: ${each.text}`).join('\n')
}
