import {
  at,
  entriesOf,
  firstEntries,
  isTree,
  listAt,
  resolve,
  type Tree,
  treeOf,
  wordsAt,
  wordsOf,
} from './openapi-tree.ts'

/** One operation, of any version of the format, as it is written down. */
export interface Operation {
  /** `GET`, `POST`, ...; `WEBHOOK` for what the other side calls. */
  readonly method: string
  readonly path: string
  readonly isWebhook: boolean
  readonly about: Tree
  readonly parameters: readonly Tree[]
  readonly body: Body | undefined
  readonly responses: readonly Response[]
}

export interface Body {
  readonly about: Tree
  readonly isRequired: boolean
  readonly type: string
  readonly media: Tree
}

export interface Response {
  readonly status: string
  readonly about: Tree
  readonly type: string
  readonly media: Tree | undefined
}

/** In the order of the file. */
export function* operationsOf(root: Tree): Generator<Operation> {
  for (const [path, item] of entriesOf(at(root, 'paths'))) yield* operationsOfPath(root, path, item)
  const webhooks = at(root, 'webhooks') ?? at(root, 'x-webhooks')
  for (const [name, item] of entriesOf(webhooks))
    for (const operation of operationsOfPath(root, name, item)) yield { ...operation, isWebhook: true }
}

/** Keys read of a path; there are nine methods. */
const MAX_KEYS = 100
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

function* operationsOfPath(root: Tree, path: string, written: Tree): Generator<Operation> {
  const item = resolve(root, written)
  for (const [method, about] of firstEntries(item, MAX_KEYS)) {
    if (!methods.includes(method.toLowerCase()) || !isTree(about)) continue
    const parameters = allParameters(root, item, about)
    yield {
      method: method.toUpperCase(),
      path,
      isWebhook: false,
      about,
      parameters: parameters.filter((each) => !isBodyPart(each)),
      body: bodyOf(root, about, parameters),
      responses: responsesOf(root, about),
    }
  }
}

const MAX_PARAMETERS = 100

const parametersOf = (tree: Tree): readonly unknown[] => listAt(tree, 'parameters').slice(0, MAX_PARAMETERS)

/** An operation's own parameter stands for the path's of the same name and place. */
function allParameters(root: Tree, item: Tree, about: Tree): readonly Tree[] {
  const byName = new Map<string, Tree>()
  for (const written of [item, about].flatMap(parametersOf).slice(0, MAX_PARAMETERS)) {
    const parameter = resolve(root, written)
    byName.set(`${wordsAt(parameter, 'in')} ${wordsAt(parameter, 'name') || wordsAt(parameter, '$ref')}`, parameter)
  }
  return [...byName.values()]
}

/** Swagger 2 writes the body among the parameters. */
const isBodyPart = (parameter: Tree): boolean => at(parameter, 'in') === 'body' || at(parameter, 'in') === 'formData'

function bodyOf(root: Tree, about: Tree, parameters: readonly Tree[]): Body | undefined {
  if (at(about, 'requestBody') !== undefined) {
    const body = resolve(root, at(about, 'requestBody'))
    const { type, media } = preferred(at(body, 'content'))
    return { about: body, isRequired: at(body, 'required') === true, type, media: media ?? {} }
  }
  const [bodyParameter] = parameters.filter((each) => at(each, 'in') === 'body')
  const consumes = typesOf(root, about, 'consumes')
  if (bodyParameter)
    return {
      about: bodyParameter,
      isRequired: at(bodyParameter, 'required') === true,
      type: jsonFirst(consumes),
      media: bodyParameter,
    }
  const form = parameters.filter((each) => at(each, 'in') === 'formData')
  if (form.length === 0) return undefined
  const required = form.filter((each) => at(each, 'required') === true).map((each) => at(each, 'name'))
  const properties = Object.fromEntries(form.map((each) => [wordsAt(each, 'name'), { ...each, required: undefined }]))
  const type = consumes.find((each) => each.includes('form')) ?? 'application/x-www-form-urlencoded'
  return {
    about: {},
    isRequired: required.length > 0,
    type,
    media: { schema: { type: 'object', required, properties } },
  }
}

/** Its own, then those of all operations. */
const typesOf = (root: Tree, about: Tree, key: string): readonly string[] =>
  [about, root].flatMap((tree) => listAt(tree, key).slice(0, MAX_TYPES).map(wordsOf))

const MAX_TYPES = 50

const jsonFirst = (types: readonly string[]): string =>
  types.find((type) => type.includes('json')) ?? types[0] ?? 'application/json'

/** JSON where there is a choice. */
function preferred(content: unknown): { readonly type: string; readonly media: Tree | undefined } {
  const types = firstEntries(content, MAX_TYPES).map(([type]) => type)
  const type = types.length === 0 ? '' : jsonFirst(types)
  return { type, media: type === '' ? undefined : treeOf(at(treeOf(content), type)) }
}

const MAX_RESPONSES = 40

function responsesOf(root: Tree, about: Tree): readonly Response[] {
  const produces = typesOf(root, about, 'produces')
  return firstEntries(at(about, 'responses'))
    .filter(([status]) => !status.startsWith('x-'))
    .slice(0, MAX_RESPONSES)
    .map(([status, written]) => {
      const response = resolve(root, written)
      if (at(response, 'schema') === undefined)
        return { status, about: response, ...preferred(at(response, 'content')) }
      const type = jsonFirst(produces)
      // Swagger 2 names examples after their media type.
      const media = { schema: at(response, 'schema'), example: at(treeOf(at(response, 'examples')), type) }
      return { status, about: response, type, media }
    })
}
