import type { Output } from './project.ts'

type Listed = Output['projects'][number]

export function renderProjects({ action, changed, projects }: Output): string {
  if (projects.length === 0)
    return 'No projects yet. Repositories are recognised automatically; to define a project: "wuku project add <name> <folder or kind/name> ...".'
  const lists = projects.map(renderProject).join('\n')
  return action === 'list' ? lists : `${renderChange(action, changed, projects)}\n${lists}`.trim()
}

function renderChange(action: Output['action'], changed: readonly string[], projects: readonly Listed[]): string {
  const called = projects.map(({ name }) => name).join()
  if (changed.length === 0) return 'Already a member.'
  return action === 'add'
    ? `Added to ${called}: ${changed.join(', ')}.`
    : `Removed from ${called}: ${changed.join(', ')}. No file was touched.`
}

const renderProject = ({ name, members }: Listed): string =>
  members.length === 0
    ? `Removed the project ${name}.`
    : [name, ...members.map((each) => `  ${each.member}${noteOf(each)}`)].join('\n')

/** The sources behind a member, if they differ from what is written, and where it stands. */
function noteOf({ member, here, declared, sources }: Listed['members'][number]): string {
  const indexed = sources.filter((source) => source !== member).join(', ')
  const isEmpty = here && sources.length === 0
  const notes = [
    here ? '' : 'no longer here',
    isEmpty ? 'nothing in it is indexed' : here || indexed === '' ? indexed : `still indexed: ${indexed}`,
    declared ? 'declared in settings.yaml' : '',
  ].filter((note) => note !== '')
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}
