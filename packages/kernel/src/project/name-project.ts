import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Source } from '@wuku/core/core-types'
import { declaredIn, isProject, type ListedProject as NamedProject } from '../stored-annotations.ts'
import type { Engine } from '../base/engine.ts'
import { withPartsOnce } from '../shown-sources.ts'
import { defaultNameOf, NAME } from '../source-registry.ts'
import { looksLikeFolder, readMember } from './members.ts'
import { commandLine, shellText } from '@wuku/text/show/shell-words'

interface Naming {
  readonly name: string | undefined
  readonly members: readonly string[]
  readonly maxMembers: number
}

export async function listProjects(name: string | undefined, engine: Engine) {
  const all = await engine.workspace.projects.list()
  const requested = name === undefined ? all : all.filter(isProject(name))
  if (name !== undefined && requested.length === 0) throw unknownProject(name)
  const sources = await engine.read((view) => view.sources.list())
  return Promise.all(requested.map((project) => listProject(project, sources, engine)))
}

async function listProject({ name, members, declared }: NamedProject, sources: readonly Source[], engine: Engine) {
  const read = await Promise.all(members.map((written) => readMember(written, sources, engine)))
  return {
    name,
    members: read.map(({ written, isHere, sources: own }) => ({
      member: written,
      here: isHere,
      declared: declared.includes(written),
      sources: withPartsOnce(own).map(nameOf),
    })),
  }
}

export async function addMembers({ name, members, maxMembers }: Naming, engine: Engine) {
  const called = parseName(requireName(name, 'add'))
  if (members.length === 0)
    throw new WukuError(
      'bad-input',
      msg('noMembers', {
        name: called,
        command: commandLine`wuku project add ${called} .`,
        command2: commandLine`wuku project add ${called} ~/src/tides notes/handbook`,
      }),
    )
  const storedMembers = await Promise.all(members.map((written) => storedAs(written, engine)))
  const { declared } = await findNamed(called, engine)
  let changed: string[] = []
  await engine.workspace.projects.change(called, (stored) => {
    const known = new Set([...declared, ...stored])
    changed = [...new Set(storedMembers)].filter((each) => !known.has(each))
    if (known.size + changed.length > maxMembers)
      throw new WukuError('too-many', msg('tooMany', { name: called, maxMembers }))
    return [...stored, ...changed]
  })
  return changedTo(called, changed, engine)
}

/** Which members are meant is found out first, since folders are looked at; a member that comes meanwhile stays. */
export async function removeMembers({ name, members }: Naming, engine: Engine) {
  const called = requireName(name, 'remove')
  const project = await findNamed(called, engine)
  if (project.members.length === 0) throw unknownProject(called)
  const resolvedMembers = await Promise.all(members.map(resolveMember(project.members, called, engine)))
  const matches = new Set(members.length === 0 ? project.members : resolvedMembers.flat())
  const declared = project.declared.filter((member) => matches.has(member))
  if (declared.length > 0)
    throw declaredIn(
      engine.workspace.projects.file,
      `${declared.join(', ')} of the project ${project.name} ${declared.length === 1 ? 'is' : 'are'}`,
      'projects',
    )
  await engine.workspace.projects.change(called, (stored) => stored.filter((each) => !matches.has(each)))
  return changedTo(project.name, [...matches], engine)
}

/** Without members where nobody named it yet. */
const findNamed = async (called: string, engine: Engine): Promise<NamedProject> =>
  (await engine.workspace.projects.list()).find(isProject(called)) ?? { name: called, members: [], declared: [] }

async function changedTo(called: string, changed: string[], engine: Engine) {
  const project = await findNamed(called, engine)
  const sources = await engine.read((view) => view.sources.list())
  return { changed, projects: [await listProject(project, sources, engine)] }
}

/** A folder by its real path, a source by its whole name; of a library without a version always the one that answers for it. */
async function storedAs(written: string, engine: Engine): Promise<string> {
  if (looksLikeFolder(written)) return engine.workspace.resolveRoot(written)
  const source = await engine.sources.named(written).catch((error: unknown) => {
    throw isWukuError(error) && error.code === 'unknown-source' ? orFolder(error, written) : error
  })
  return source.kind === 'docs' && !written.includes('@') ? `docs/${defaultNameOf(source)}` : nameOf(source)
}

const nameOf = ({ kind, name }: Source): string => `${kind}/${name}`

/** Which of the members somebody means: as it is written there, or as it would be written by now. */
const resolveMember =
  (before: readonly string[], name: string, engine: Engine) =>
  async (written: string): Promise<readonly string[]> => {
    if (before.includes(written)) return [written]
    const stored = await storedAs(written, engine).catch((error: unknown) => {
      if (isWukuError(error)) return written
      throw error
    })
    const isMatch = await Promise.all(
      before.map(async (each) => each === stored || (await storedAgain(each, engine)) === stored),
    )
    const matches = before.filter((_, at) => isMatch[at])
    if (matches.length === 0)
      throw new WukuError(
        'not-found',
        msg('noMember', { written: written.slice(0, 200), name, command: commandLine`wuku project list ${name}` }),
      )
    return matches
  }

/** People write `~/src/shop` and `handbook` into the file, where this program writes whole names. */
const storedAgain = async (member: string, engine: Engine): Promise<string | undefined> =>
  member.startsWith('.') ? undefined : storedAs(member, engine).catch(() => undefined)

function requireName(name: string | undefined, action: string): string {
  if (name !== undefined) return name
  throw new WukuError(
    'bad-input',
    msg('needsNameOfProject', {
      action,
      command: commandLine`wuku project ${action} <name> <folder or kind/name> ...`,
    }),
  )
}

function parseName(name: string): string {
  if (NAME.test(name) && name === name.trim()) return name
  throw new WukuError('bad-input', msg('cannotBeNameOfProject', { name: name.slice(0, 100) }))
}

const orFolder = (error: WukuError, written: string): WukuError =>
  new WukuError(
    error.code,
    error.texts.message,
    msg('writeFolderAsPath', { remedy: error.texts.remedy, shellText: shellText(`./${written}`) }),
    {
      cause: error,
    },
  )

const unknownProject = (name: string): WukuError =>
  new WukuError('not-found', msg('unknownProject', { name: name.slice(0, 100) }))
