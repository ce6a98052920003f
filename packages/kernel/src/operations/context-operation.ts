import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, tr, type Text } from '@wuku/messages/kernel'
import type { ListedContext } from '../stored-annotations.ts'
import { isAtPlaceOf, trimSlashes, type Place } from '../contexts.ts'
import type { Engine } from '../base/engine.ts'
import { defineOperation } from '../base/operation.ts'
import { commandLine } from '@wuku/text/show/shell-words'

const input = z.strictObject({
  action: z.enum(['add', 'list', 'remove']).describe('What to do. "add" replaces the description of the same folder.'),
  target: z
    .string()
    .max(4_096)
    .optional()
    .describe('<collection> or <collection>/<folder>; "/" means everything. "list" without a target lists all.'),
  text: z.string().min(1).max(10_000).optional().describe('Description of the hits below it. For "add".'),
})

const contextShape = z.strictObject({
  collection: z.string().describe('Empty: everything.'),
  prefix: z.string().describe('Folder within it. Empty: the whole collection.'),
  text: z.string().describe('The description.'),
  declared: z.boolean().describe('true: declared in the settings file.'),
})

const output = z.strictObject({
  action: z.enum(['add', 'list', 'remove']).describe('The action performed.'),
  contexts: z.array(contextShape).describe('Descriptions that were added, removed or listed.'),
})

export const context = defineOperation({
  name: 'context',
  title: 'Folder descriptions',
  description:
    'Describes what a collection or a folder of it holds. Every hit below it carries the descriptions, from general to specific.',
  effect: 'write',
  level: 'admin',
  idempotent: true,
  input,
  output,
  aliases: { path: 'target', collection: 'target', description: 'text' },
  searchHint: 'context describe folder collection meaning 描述 说明',
  command: { name: 'context', positional: ['action', 'target', 'text...'] },
  route: { method: 'POST', path: '/contexts' },
  examples: [
    {
      label: 'Describe a folder',
      input: { action: 'add', target: 'handbook/api', text: 'Reference of the public API' },
    },
    { label: 'List the descriptions', input: { action: 'list' } },
    { label: 'Remove a description', input: { action: 'remove', target: 'handbook/api' } },
  ],
  async run({ action, target, text }, { engine }) {
    if (action === 'list') return { action, contexts: await listBelow(target, engine) }
    const place = placeOf(action, target)
    return {
      action,
      contexts: [action === 'add' ? await setContext(place, text, engine) : await removeContext(place, engine)],
    }
  },
  render: ({ action, contexts }) => renderContexts(action, contexts),
})

async function listBelow(target: string | undefined, engine: Engine): Promise<ContextOutput[]> {
  const place = parsePlace(target ?? '/')
  return (await engine.sources.contexts.list())
    .filter((each) => place.collection === '' || `${nameOf(each)}/`.startsWith(`${nameOf(place)}/`))
    .map(describeContext)
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

type ContextOutput = z.output<typeof contextShape>

const describeContext = ({ collection, prefix, text, isDeclared }: ListedContext): ContextOutput => ({
  collection,
  prefix: trimSlashes(prefix),
  text,
  declared: isDeclared,
})

async function setContext(place: Place, text: string | undefined, engine: Engine): Promise<ContextOutput> {
  if (text === undefined)
    throw new WukuError(
      'bad-input',
      msg('noDescriptionWasGiven', {
        place: nameOf(place),
        command: commandLine`wuku context add ${nameOf(place)} <text>`,
      }),
    )
  const collection = place.collection === '' ? '' : (await engine.sources.named(place.collection)).name
  const added = { ...place, collection, text }
  await engine.sources.contexts.set([added])
  return { ...added, declared: (await engine.sources.contexts.declared()).some(isAtPlaceOf(added)) }
}

async function removeContext(place: Place, engine: Engine): Promise<ContextOutput> {
  const known = (await engine.sources.contexts.list()).find(isAtPlaceOf(place))
  if (known && (await engine.sources.contexts.remove(place))) return describeContext(known)
  throw new WukuError('not-found', msg('hasNoDescription', { place: nameOf(place) }))
}

function placeOf(action: string, target: string | undefined): Place {
  if (target !== undefined) return parsePlace(target)
  throw new WukuError(
    'bad-input',
    msg('needsTarget', { action, command: commandLine`wuku context ${action} <collection>[/folder]` }),
  )
}

/** `qmd://` is how qmd's users wrote it. */
function parsePlace(target: string): Place {
  const [collection = '', ...folders] = trimSlashes(target.replace(/^qmd:/, '')).split('/')
  return { collection, prefix: folders.join('/') }
}

const nameOf = ({ collection, prefix }: Place): string => trimSlashes(`${collection}/${trimSlashes(prefix)}`) || '/'

function renderContexts(action: z.output<typeof input>['action'], contexts: readonly ContextOutput[]): string {
  if (contexts.length === 0)
    return tr(
      'No folder descriptions yet. Describe what a folder holds: "wuku context add <collection>[/folder] <text>".',
    )
  const headOf = (place: string): Text =>
    action === 'list' ? place : action === 'add' ? msg('addedAt', { place }) : msg('removedAt', { place })
  return contexts
    .map(
      (each) =>
        `${tr(headOf(nameOf(each)))}${tr(': ')}${each.text}${each.declared ? tr(' (declared in settings.yaml)') : ''}`,
    )
    .join('\n')
}
