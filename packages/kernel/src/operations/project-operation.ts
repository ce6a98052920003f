import { msg, tr } from '@wuku/messages/kernel'
import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import { defineOperation } from '../base/operation.ts'
import { addMembers, listProjects, removeMembers } from '../project/name-project.ts'

const MAX_MEMBERS = 100

const actionName = z.enum(['add', 'list', 'remove'])

const input = z.strictObject({
  action: actionName.describe('What to do. "remove" without members removes the whole project; no file is touched.'),
  name: z.string().min(1).max(200).optional().describe('Name of the project. "list" without one lists all.'),
  members: z
    .array(z.string().min(1).max(limits.pathChars))
    .max(MAX_MEMBERS)
    .optional()
    .describe('Members of the project: folders ("~/src/shop", "./shop") and sources ("notes/handbook", "docs/vue").'),
})

const memberFacts = z.strictObject({
  member: z.string().describe('As it was written.'),
  here: z.boolean().describe('false: the source was removed, or the folder is gone.'),
  declared: z.boolean().describe('true: declared in the settings file.'),
  sources: z.array(z.string()).describe('Its indexed sources, as kind/name.'),
})

const listed = z.strictObject({
  name: z.string().describe('Name of the project.'),
  members: z.array(memberFacts).describe('Members of the project. Empty: the project was removed.'),
})

const output = z.strictObject({
  action: actionName.describe('The action performed.'),
  changed: z.array(z.string()).describe('Members that were added or removed.'),
  projects: z.array(listed).describe('The named project, or all, after the change.'),
})
export type Output = z.output<typeof output>

export const project = defineOperation({
  name: 'project',
  title: 'Named projects',
  description:
    'Defines a project: folders and sources of every storehouse that `recall --project <name>` ranks first. ' +
    'Repositories are recognised automatically; a named project takes precedence.',
  effect: 'write',
  level: 'admin',
  idempotent: true,
  input,
  output,
  aliases: { project: 'name', member: 'members', sources: 'members', folders: 'members' },
  searchHint: 'project name group sources folders workspace belongs 项目 归属 命名',
  command: { name: 'project', positional: ['action', 'name', 'members...'] },
  route: { method: 'POST', path: '/projects' },
  examples: [
    {
      label: 'A repository, its handbook and a library',
      input: { action: 'add', name: 'shop', members: ['~/src/shop', 'notes/handbook', 'docs/vue'] },
    },
    { label: 'List the projects', input: { action: 'list' } },
    { label: 'Remove a member', input: { action: 'remove', name: 'shop', members: ['notes/handbook'] } },
    { label: 'Remove a description', input: { action: 'remove', name: 'shop' } },
  ],
  async run({ action, name, members = [] }, { engine }) {
    if (action === 'list') return { action, changed: [], projects: await listProjects(name, engine) }
    const change = action === 'add' ? addMembers : removeMembers
    return { action, ...(await change({ name, members, maxMembers: MAX_MEMBERS }, engine)) }
  },
  render: (answer) => renderProjects(answer),
})

type Listed = Output['projects'][number]

function renderProjects({ action, changed, projects }: Output): string {
  if (projects.length === 0)
    return tr(
      'No projects yet. Repositories are recognised automatically; to define a project: "wuku project add <name> <folder or kind/name> ...".',
    )
  const lists = projects.map(renderProject).join('\n')
  return action === 'list' ? lists : `${renderChange(action, changed, projects)}\n${lists}`.trim()
}

function renderChange(action: Output['action'], changed: readonly string[], projects: readonly Listed[]): string {
  const called = projects.map(({ name }) => name).join()
  if (changed.length === 0) return tr('Already a member.')
  return action === 'add'
    ? tr(msg('added2', { called, changed: changed.join(', ') }))
    : tr(msg('removedFromNoFileTouched', { called, changed: changed.join(', ') }))
}

const renderProject = ({ name, members }: Listed): string =>
  members.length === 0
    ? tr(msg('removedProject', { name }))
    : [name, ...members.map((each) => `  ${each.member}${noteOf(each)}`)].join('\n')

/** The sources behind a member, if they differ from what is written, and where it stands. */
function noteOf({ member, here, declared, sources }: Listed['members'][number]): string {
  const indexed = sources.filter((source) => source !== member).join(', ')
  const isEmpty = here && sources.length === 0
  const notes = [
    here ? '' : tr('no longer here'),
    isEmpty ? tr('nothing in it is indexed') : '',
    here || indexed === '' ? indexed : tr(msg('stillIndexed', { indexed })),
    declared ? tr('declared in settings.yaml') : '',
  ].filter((note) => note !== '')
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}
