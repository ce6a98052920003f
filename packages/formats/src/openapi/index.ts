import { msg, type Refusal } from '@wuku/messages/formats'
import { setOf } from '@wuku/core/list-helpers'
import type { Problem } from '@wuku/core/core-types'
import { readYaml, reasonOf } from '@wuku/text/yaml'
import type { Format } from '../format.ts'
import { createPageWriter, type PageWriter } from '../writing/page-writer.ts'
import { codeSpan, gfmTable } from '../writing/write-markdown.ts'
import { describedBelow, firstSentence, onOneLine } from './openapi-text.ts'
import { operationsOf } from './operation.ts'
import { writeOperation, writeSchema } from './openapi-parts.ts'
import {
  at,
  entriesOf,
  isTree,
  listAt,
  objectsBelow,
  referenceOf,
  resolve,
  type Tree,
  treeOf,
  wordsAt,
  wordsOf,
} from './openapi-tree.ts'
import { serverOf } from './request.ts'

/** OpenAPI 3.0 and 3.1 and Swagger 2.0, as JSON or YAML: one part an operation. No reference is followed out of the file. */
export const read: Format = ({ path, text }) => {
  const parsed = parseApi(text, path)
  if (parsed === undefined) return { skipped: { path, why: 'it describes no API' } }
  if (parsed.problem) return { problem: parsed.problem }
  const { root } = parsed
  const info = treeOf(at(root, 'info'))
  const title = wordsAt(info, 'title').replaceAll(/\s+/g, ' ').trim() || (path.split('/').at(-1) ?? path)
  const writer = createPageWriter()
  writeOverview(writer, root, title)
  const isComplete = writeAll(writer, root)
  const page = { ...writer.page(title), meta: { version: wordsAt(info, 'version') } }
  const tooMany = isComplete ? [] : [refused(path, msg('manyOperations', { limit: MAX_PARTS }))]
  const problems = [...tooMany, ...unread(path, outerReferences(root))]
  return problems.length > 0 ? { page, problems } : { page }
}

const MAX_NAMED = 20

/** They may name any file or host: none is read. */
function unread(path: string, references: readonly string[]): readonly Problem[] {
  if (references.length === 0) return []
  const shown = references.slice(0, MAX_NAMED).join(', ')
  const more = references.length - MAX_NAMED
  return [refused(path, msg('refersElsewhere', { shown: more > 0 ? msg('shownAndMore', { shown, more }) : shown }))]
}

const refused = (path: string, said: Refusal): Problem => ({ path, said, remedy: said.remedy })

/** The largest descriptions in public have a tenth of it. */
const MAX_PARTS = 20_000

function writeAll(writer: PageWriter, root: Tree): boolean {
  let parts = 0
  for (const operation of operationsOf(root)) {
    if (parts++ === MAX_PARTS) return false
    writeOperation(writer, root, operation)
  }
  for (const [name, schema] of usedSchemas(root)) {
    if (parts++ === MAX_PARTS) return false
    writeSchema(writer, root, name, schema)
  }
  return true
}

/**
 * Parses an API description; undefined for any other file. Most JSON and YAML describes no API and is rejected without
 * parsing.
 */
function parseApi(text: string, path: string) {
  if (!NAMES_ITSELF.test(text)) return undefined
  const isJson = /^\s*\{/.test(text)
  if (text.length > (isJson ? LONGEST_JSON : LONGEST_YAML)) return { problem: { path, ...tooLong(isJson) } }
  try {
    const root: unknown = isJson ? parseJson(text) : parseYaml(text)
    return isTree(root) && describesApi(root) ? { root } : undefined
  } catch (cause) {
    return { problem: refused(path, msg('cannotBeParsed', { reason: reasonOf(cause), path })) }
  }
}

const NAMES_ITSELF = /(?:^|[\n\r{,"' \t])(?:openapi|swagger)["']?[ \t]*:[ \t\r\n]*["']?[23]/

/** Versions that were published; `swagger: 2` is a common slip. */
const describesApi = (root: Tree): boolean =>
  /^3\.\d/.test(String(root['openapi'])) || /^2(?:\.0)?$/.test(String(root['swagger']))

/** In characters: 10 MB of YAML take about five seconds and 800 MB, the same in JSON a tenth of a second. */
const LONGEST_YAML = 12_000_000

const LONGEST_JSON = 100_000_000

const tooLong = (isJson: boolean) => ({
  said: isJson ? 'It is longer than 100 million characters.' : 'It is longer than 12 million characters of YAML.',
  remedy: isJson ? 'Split it into one file for each group of paths.' : 'Add it as JSON, which is read faster.',
})

/** YAML allows braces too, and comments in them. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (text.length > LONGEST_YAML) throw cause
    return parseYaml(text)
  }
}

const parseYaml = (text: string): unknown => readYaml(text, { mayRepeat: true })

const LONGEST = 200

/** References that lead out of the file, each once, in the order of the file. An example may hold such words, and is no reference. */
function outerReferences(root: Tree): readonly string[] {
  const found = new Set<string>()
  for (const tree of objectsBelow([root], QUOTED)) {
    const reference = referenceOf(tree) ?? ''
    if (reference !== '' && !reference.startsWith('#')) found.add(reference.slice(0, LONGEST).toWellFormed())
  }
  return [...found]
}

const QUOTED = setOf('example examples default const enum')

/** Schemas of the file that operations come to by references, in the order of the file. */
function usedSchemas(root: Tree): readonly (readonly [name: string, schema: Tree])[] {
  const isSwagger = at(root, 'definitions') !== undefined
  const prefix = isSwagger ? '#/definitions/' : '#/components/schemas/'
  const schemas = entriesOf(isSwagger ? at(root, 'definitions') : at(treeOf(at(root, 'components')), 'schemas'))
  const { schemas: _, ...others } = treeOf(at(root, 'components'))
  const byReference = new Map(schemas.map((named) => [prefix + escaped(named[0]), named]))
  const used = new Set<string>()
  const open: unknown[] = [...['paths', 'webhooks', 'parameters', 'responses'].map((key) => at(root, key)), others]
  for (const tree of objectsBelow(open)) {
    const reference = referenceOf(tree) ?? ''
    if (!byReference.has(reference) || used.has(reference)) continue
    used.add(reference)
    open.push(byReference.get(reference)?.[1])
  }
  return [...byReference].flatMap(([reference, named]) => (used.has(reference) ? [named] : []))
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Writes the description of the API, its servers and its authentication. */
function writeOverview(writer: PageWriter, root: Tree, title: string): void {
  const info = treeOf(at(root, 'info'))
  const text = wordsAt(info, 'description') || wordsAt(info, 'summary')
  const version = wordsAt(info, 'version')
  writer.openPart({ title, anchor: 'overview', description: firstSentence(text) })
  writer.heading(1, title, 'overview')
  writer.block(version === '' ? '' : `Version ${version}.`)
  writer.block(describedBelow(1, text))
  if (namesServers(root)) writer.block(`**Servers**\n\n${serverList(root)}`)
  writeSecurity(writer, root)
  writeTags(writer, root)
  writer.closePart()
}

/** Example requests need an address; without one in the file, none is invented. */
const namesServers = (root: Tree): boolean => listAt(root, 'servers').length > 0 || wordsAt(root, 'host') !== ''

const MAX_SERVERS = 20

function serverList(root: Tree): string {
  const servers = listAt(root, 'servers').slice(0, MAX_SERVERS).map(treeOf)
  if (servers.length === 0) return `- ${codeSpan(serverOf(root))}`
  return servers
    .map((server) => {
      const about = onOneLine(wordsAt(server, 'description'))
      const variables = entriesOf(at(server, 'variables'))
        .slice(0, MAX_SERVERS)
        .map(([name, variable]) => {
          const values = listAt(variable, 'enum').map(wordsOf).join(', ').slice(0, 200)
          return `\n  - ${codeSpan(name)}: default ${codeSpan(wordsAt(variable, 'default'))}${values === '' ? '' : `, one of ${values}`}`
        })
      return `- ${codeSpan(wordsAt(server, 'url') || '/')}${about === '' ? '' : `: ${about}`}${variables.join('')}`
    })
    .join('\n')
}

function writeSecurity(writer: PageWriter, root: Tree): void {
  const schemes = entriesOf(at(treeOf(at(root, 'components')), 'securitySchemes') ?? at(root, 'securityDefinitions'))
  const rows = schemes.slice(0, 30).map(([name, written]) => {
    const scheme = resolve(root, written)
    const words = (...keys: readonly string[]) =>
      keys
        .map((key) => wordsAt(scheme, key))
        .filter(Boolean)
        .join(' ')
    return [codeSpan(name), words('type', 'scheme', 'flow'), words('in', 'name'), onOneLine(words('description'))]
  })
  if (rows.length > 0)
    writer.block(`**Security**\n\n${gfmTable([['Name', 'Type', 'In', 'Description'], ...rows], true)}`)
}

function writeTags(writer: PageWriter, root: Tree): void {
  const tags = listAt(root, 'tags')
    .slice(0, 100)
    .map(treeOf)
    .filter((tag) => wordsAt(tag, 'description') !== '')
  const lines = tags.map((tag) => `- **${wordsAt(tag, 'name')}**: ${onOneLine(wordsAt(tag, 'description'))}`)
  if (lines.length > 0) writer.block(`**Tags**\n\n${lines.join('\n')}`)
}
