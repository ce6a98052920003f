import { findProject, type ProjectPorts } from './find.ts'
import { liesIn, type Belonging, type Project, type ProjectPart } from './project.ts'

/** Sources that are told by name; a project of more is told by their number. */
const MOST_NAMED = 8

/** All that belongs to a project: what lies in its folders, and what each storehouse knows to be about it. */
export async function belongingOf(written: string, ports: ProjectPorts): Promise<Belonging> {
  const sources = await ports.store.read(ports.access, (view) => view.sources.list())
  const project = await findProject(written, sources, ports)
  const isInside = liesIn(project.folders)
  const known = liesIn([...sources.map(({ root }) => root), ...[(await ports.workspace.folder()) ?? []].flat()])
  const parts = await ports.store.read(ports.access, (view) =>
    Promise.all(
      ports.kinds.map(async ({ kind, partOf }) =>
        partOf?.(project, {
          view,
          sources: sources.filter((source) => source.kind === kind),
          readFiles: async (folder, isWanted) =>
            known(folder) ? ports.workspace.readProject(folder, isWanted) : new Map(),
        }),
      ),
    ),
  )
  return unite(project, [
    { sources: sources.filter((source) => isInside(source.root) || project.sources.includes(source)) },
    ...parts.flatMap((part) => part ?? []),
  ])
}

function unite({ name }: Project, parts: readonly ProjectPart[]): Belonging {
  const sources = new Map(parts.flatMap((part) => part.sources ?? []).map((source) => [source.id, source]))
  const names = [...sources.values()].map(({ kind, name: called }) => `${kind}/${called}`)
  const shown = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`] : names
  const said = [...shown, ...parts.flatMap(({ says }) => says ?? [])]
  return {
    name,
    sources: new Set(sources.keys()),
    inPlaceOf: new Set(parts.flatMap(({ inPlaceOf }) => inPlaceOf ?? []).filter((id) => !sources.has(id))),
    holds: (document) => parts.some((part) => part.holds?.(document) ?? false),
    says:
      said.length === 0
        ? `No source belongs to the project ${name}; \`sources\` lists what is indexed.`
        : `Project ${name}, ranked first: ${said.join(', ')}.`,
  }
}
