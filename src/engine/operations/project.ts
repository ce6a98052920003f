import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { defineOperation } from '../operation.ts'
import { addMembers, listProjects, removeMembers } from '../project/name-project.ts'
import { renderProjects } from './render-projects.ts'

const MOST_MEMBERS = 100

const action = z.enum(['add', 'list', 'remove'])

const input = z.strictObject({
  action: action.describe('What to do. "remove" without members takes the whole project back; no file is touched.'),
  name: z.string().min(1).max(200).optional().describe('Name of the project. "list" without one lists all.'),
  members: z
    .array(z.string().min(1).max(limits.pathChars))
    .max(MOST_MEMBERS)
    .optional()
    .describe('What belongs to it: folders ("~/src/shop", "./shop"), and sources ("notes/handbook", "docs/vue").'),
})

const member = z.strictObject({
  member: z.string().describe('As it is written in the settings.'),
  here: z.boolean().describe('false: the source was removed, or the folder is gone.'),
  sources: z.array(z.string()).describe('What of it is indexed, as kind/name.'),
})

const listed = z.strictObject({
  name: z.string().describe('What the project is called.'),
  members: z.array(member).describe('What belongs to it. None: the project is gone.'),
})

const output = z.strictObject({
  action: action.describe('What was done.'),
  changed: z.array(z.string()).describe('Members that were added or taken out.'),
  projects: z.array(listed).describe('As they are now: the one that was named, or all.'),
})

type Input = z.output<typeof input>
export type Output = z.output<typeof output>

export const project = defineOperation<Input, Output>({
  name: 'project',
  group: 'admin',
  title: 'Named projects',
  description:
    'Says what belongs to a project: folders and sources of every storehouse, which `recall --project <name>` ranks first. ' +
    'Repositories are recognised by themselves; a project that is named goes before them.',
  effect: 'write',
  idempotent: true,
  input,
  output,
  aliases: { project: 'name', member: 'members', sources: 'members', folders: 'members' },
  searchHint: 'project name group sources folders workspace belongs 项目 归属 命名',
  command: { name: 'project', positional: ['action', 'name', 'members...'] },
  route: { method: 'POST', path: '/projects' },
  examples: [
    {
      says: 'A repository, its handbook and a library',
      input: { action: 'add', name: 'shop', members: ['~/src/shop', 'notes/handbook', 'docs/vue'] },
    },
    { says: 'What was named so far', input: { action: 'list' } },
    { says: 'Take one of them out', input: { action: 'remove', name: 'shop', members: ['notes/handbook'] } },
    { says: 'Take it back', input: { action: 'remove', name: 'shop' } },
  ],
  async run({ action: wanted, name, members = [] }, { engine }) {
    if (wanted === 'list') return { action: wanted, changed: [], projects: await listProjects(name, engine) }
    const change = wanted === 'add' ? addMembers : removeMembers
    return { action: wanted, ...(await change({ name, members, most: MOST_MEMBERS }, engine)) }
  },
  render: (answer) => [{ type: 'text', text: renderProjects(answer) }],
})
