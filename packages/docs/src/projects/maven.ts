import { joined } from '@wuku/text/markdown/link-names'
import { Parser } from 'htmlparser2'
import type { Declared, ProjectPart } from './dependency.ts'

/**
 * pom.xml, with what its parents among `files` add: properties and managed versions. A version that only a parent in a
 * repository knows stays open, unless that parent is of the same group: then it carries the same version.
 */
export function readPom(text: string, path: string, files: ReadonlyMap<string, string>): ProjectPart {
  const poms = lineageOf(text, path, files)
  const [own] = poms
  if (!own) return {}
  const facts = factsOf(poms)
  const parent = own.parent && [own.parent]
  return { declared: [...(parent ?? []), ...own.dependencies, ...own.managed].map((each) => declare(each, facts)) }
}

type Artifact = ReturnType<typeof artifactOf>

type Pom = ReturnType<typeof readOne>

const DEEPEST = 8

function lineageOf(text: string, path: string, files: ReadonlyMap<string, string>): readonly Pom[] {
  const poms: Pom[] = []
  for (
    let next: string | undefined = text, at = path;
    next !== undefined && poms.length < DEEPEST;
    next = files.get(at)
  ) {
    const pom = readOne(next)
    poms.push(pom)
    if (!pom.parent) break
    at = joinPath(at, pom.parentPath)
  }
  return poms
}

/** `a/b/pom.xml` and `../pom.xml` make `a/pom.xml`. */
const joinPath = (from: string, to: string): string =>
  joined(from.replace(/\/?[^/]*$/, ''), `./${to.endsWith('.xml') ? to : `${to}/pom.xml`}`)

function readOne(text: string) {
  const project = childOf(readXml(text), 'project')
  const parent = childOf(project, 'parent')
  return {
    own: artifactOf(project),
    parent: parent && artifactOf(parent),
    parentPath: textOf(parent, 'relativePath') ?? '../pom.xml',
    properties: new Map(childOf(project, 'properties')?.children.map((each) => [each.name, each.text.trim()])),
    dependencies: artifactsIn(project),
    managed: artifactsIn(childOf(project, 'dependencyManagement')),
  }
}

const artifactsIn = (parentNode: XmlNode | undefined): readonly Artifact[] =>
  (childOf(parentNode, 'dependencies')?.children ?? []).filter(({ name }) => name === 'dependency').map(artifactOf)

const artifactOf = (node: XmlNode | undefined) => ({
  group: textOf(node, 'groupId') ?? '',
  artifact: textOf(node, 'artifactId') ?? '',
  version: textOf(node, 'version'),
  isImported: textOf(node, 'scope') === 'import',
})

/** Nearer poms win. `families`: versions of parents and of imported lists of versions, by group. */
function factsOf(poms: readonly Pom[]) {
  const [own] = poms
  const farFirst = poms.toReversed()
  const versioned = poms.find((pom) => pom.own.version)?.own ?? own?.parent
  const known = new Map([
    ...farFirst.flatMap((pom) => [...pom.properties]),
    ...pairsOf('project', versioned, own?.own.group || own?.parent?.group),
    ...pairsOf('project.parent', own?.parent, own?.parent?.group),
  ])
  const managed = farFirst.flatMap((pom) => pom.managed).filter(({ isImported }) => !isImported)
  const families = farFirst.flatMap(({ parent, managed: all }) => [
    ...(parent ? [parent] : []),
    ...all.filter(({ isImported }) => isImported),
  ])
  const versionOf = (each: Artifact): string => fill(each.version ?? '', known)
  return {
    properties: known,
    managed: new Map(managed.map((each) => [fill(coordinates(each), known), versionOf(each)])),
    families: new Map(families.map((each) => [fill(each.group, known), versionOf(each)])),
  }
}

const pairsOf = (prefix: string, of: Artifact | undefined, group = ''): readonly (readonly [string, string])[] => [
  [`${prefix}.version`, of?.version ?? ''],
  [`${prefix}.groupId`, group],
]

const coordinates = ({ group, artifact }: Artifact): string => `${group}:${artifact}`

function declare(artifact: Artifact, { properties, managed, families }: ReturnType<typeof factsOf>): Declared {
  const name = fill(coordinates(artifact), properties)
  const requested =
    fill(artifact.version ?? '', properties) ||
    managed.get(name) ||
    families.get(name.split(':', 1)[0] ?? '') ||
    undefined
  return { name, wanted: requested, locked: requested && /^[\w.+-]+$/.test(requested) ? requested : undefined }
}

/** Properties may name properties, and a careless file itself. */
function fill(text: string, properties: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > DEEPEST || !text.includes('${') || text.length > LONGEST) return text
  const valueOf = (name: string): string => (properties.get(name) ?? '').slice(0, LONGEST_VALUE)
  const filled = text.replaceAll(/\$\{([^{}]+)\}/g, (placeholder, name: string) => valueOf(name) || placeholder)
  return fill(filled, properties, depth + 1)
}

/** Longer texts are no versions, and would grow with every property that refers to them. */
const LONGEST = 1_000
const LONGEST_VALUE = 200

/** Plugins nest some ten elements; the parser takes the longer for each the deeper it is. */
const DEEPEST_XML = 256

interface XmlNode {
  readonly name: string
  readonly children: XmlNode[]
  text: string
}

function readXml(text: string): XmlNode {
  const root: XmlNode = { name: '', children: [], text: '' }
  const open = [root]
  const parser = new Parser(
    {
      onopentag(name) {
        const node: XmlNode = { name, children: [], text: '' }
        if (open.length > DEEPEST_XML) throw new Error('its elements are nested too deeply')
        open.at(-1)?.children.push(node)
        open.push(node)
      },
      ontext(more) {
        const node = open.at(-1)
        if (node) node.text += more
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  )
  parser.end(text)
  return root
}

const childOf = (node: XmlNode | undefined, name: string) => node?.children.find((child) => child.name === name)

const textOf = (node: XmlNode | undefined, name: string) => childOf(node, name)?.text.trim() || undefined
