import { exampleOf, exampleText, schemaExample } from './examples.ts'
import type { Body, Operation } from './operation.ts'
import {
  at,
  firstEntries,
  isTree,
  listAt,
  listOf,
  resolve,
  type Tree,
  treeOf,
  wordsAt,
  wordsOf,
} from './openapi-tree.ts'

/** A request that could be sent as it stands, but for its credentials. */
export function curlOf(root: Tree, operation: Operation): string {
  const { method, body } = operation
  const address = `${serverOf(root)}${pathOf(root, operation)}${queryOf(root, operation)}`
  const words = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${shellWord(address)}`]
  for (const header of headersOf(root, operation))
    words.push(`-H ${withVariable.test(header) ? `"${header}"` : shellWord(header)}`)
  if (body && body.type !== '') words.push(...bodyWords(root, body))
  return words.join(' \\\n  ')
}

/** Only a variable of ours is left to the shell: the names and examples of a specification may hold anything. */
const withVariable = /^[\w-]+: (?:Basic |Bearer )?\$(?:CREDENTIALS|API_KEY|TOKEN)$/

/** The first server, its variables at their defaults. */
export function serverOf(root: Tree): string {
  const host = wordsAt(root, 'host')
  if (host !== '')
    return `${wordsOf(listAt(root, 'schemes').at(-1)) || 'https'}://${host}${basePath(wordsAt(root, 'basePath'))}`
  const server = treeOf(listAt(root, 'servers')[0])
  const variables = new Map(firstEntries(at(server, 'variables')))
  const url = wordsAt(server, 'url')
    .slice(0, LONGEST_ADDRESS)
    .replaceAll(/\{([^{}]{1,80})\}/g, (match, name: string) => wordsAt(treeOf(variables.get(name)), 'default') || match)
  const address = url.replace(/\/+$/, '').slice(0, 300)
  return /^https?:\/\//.test(address)
    ? address
    : `https://api.example.com${basePath(address || wordsAt(root, 'basePath'))}`
}

/** As it is written, with its variables. */
const LONGEST_ADDRESS = 2_000

const basePath = (path: string): string => {
  const inner = path.slice(0, LONGEST_ADDRESS).replaceAll(/^\/+|\/+$/g, '')
  return inner === '' ? '' : `/${inner}`
}

const pathOf = (root: Tree, { path, parameters }: Operation): string =>
  path.replaceAll(/\{([^{}]{1,80})\}/g, (match, name: string) => {
    const parameter = parameters.find((each) => at(each, 'in') === 'path' && at(each, 'name') === name)
    const value = parameter === undefined ? '' : parameterValue(root, parameter)
    return value === '' || value === 'string' ? match : encodeURIComponent(value.toWellFormed())
  })

/** Only what has to be said. */
function queryOf(root: Tree, { parameters }: Operation): string {
  const pairs = parameters
    .filter((each) => at(each, 'in') === 'query' && at(each, 'required') === true)
    .map((each) =>
      [wordsAt(each, 'name'), parameterValue(root, each)]
        .map((word) => encodeURIComponent(word.toWellFormed()))
        .join('='),
    )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function parameterValue(root: Tree, parameter: Tree): string {
  const [[, media] = []] = firstEntries(at(parameter, 'content'), 1)
  const example = exampleOf(root, { schema: parameter, ...parameter, ...treeOf(media) })
  return Array.isArray(example) ? wordsOf(example[0]) : isTree(example) ? JSON.stringify(example) : wordsOf(example)
}

function headersOf(root: Tree, operation: Operation): readonly string[] {
  const { about, parameters, body } = operation
  const own = parameters
    .filter((each) => at(each, 'in') === 'header' && at(each, 'required') === true)
    .map((each) => `${wordsAt(each, 'name')}: ${wordsOf(schemaExample(root, at(each, 'schema') ?? each))}`)
  const type = body && body.type !== '' && !body.type.includes('multipart') ? [`Content-Type: ${body.type}`] : []
  return [...credentials(root, about), ...own, ...type].map((header) =>
    header.replaceAll(/[\r\n]+/g, ' ').slice(0, 300),
  )
}

/** A variable of the shell stands where a secret would. */
function credentials(root: Tree, about: Tree): readonly string[] {
  const schemes = treeOf(at(treeOf(at(root, 'components')), 'securitySchemes') ?? at(root, 'securityDefinitions'))
  const [first] = listOf(at(about, 'security') ?? at(root, 'security'))
  return firstEntries(first, 5).flatMap(([name]) => {
    const scheme = resolve(root, at(schemes, name))
    const [type, place] = [at(scheme, 'type'), at(scheme, 'in')]
    if (type === 'basic' || at(scheme, 'scheme') === 'basic') return ['Authorization: Basic $CREDENTIALS']
    if (type === 'apiKey') return place === 'header' ? [`${wordsAt(scheme, 'name')}: $API_KEY`] : []
    return type === undefined ? [] : ['Authorization: Bearer $TOKEN']
  })
}

function bodyWords(root: Tree, { type, media }: Body): readonly string[] {
  const example = exampleOf(root, media)
  if (example === undefined) return []
  if (!type.includes('form') || !isTree(example)) return [`-d ${shellWord(exampleText(example))}`]
  const flag = type.includes('multipart') ? '-F' : '--data-urlencode'
  return Object.entries(example)
    .slice(0, 20)
    .map(
      ([name, value]) =>
        `${flag} ${shellWord(`${name}=${typeof value === 'object' ? JSON.stringify(value) : wordsOf(value)}`)}`,
    )
}

const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
