import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'

/** A text that the program says, with `{0}` for each value in it. */
export interface SaidText {
  readonly text: string
  readonly path: string
  /** Places of values that may be words of ours too, such as `3 documents`. */
  readonly phrases: readonly number[]
}

export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

export interface Source {
  readonly path: string
  readonly tree: Node
  /** What a name of the file stands for: functions by what they return. */
  readonly names: ReadonlyMap<string, readonly Node[]>
}

/** Which arguments of a function are texts for people. The others that hand theirs on to these are found. */
const seeds: Readonly<Record<string, readonly number[]>> = {
  'new WukuError': [1, 2],
  'new HttpFailure': [1, 2],
  'new MalformedRequest': [1],
  badAddress: [0],
  translate: [0],
  sentences: [0],
  'doctor ok': [0, 1],
  'doctor warn': [0, 1, 2],
  'doctor fail': [0, 1, 2],
}

/** Properties of rows of data that are texts for people, wherever they stand. */
const PROPERTIES = new Set(['said', 'remedy', 'why', 'ofThisMachine', 'without', 'gives'])

/** Elsewhere `message` is a field of an answer, which is English in every language. */
const isTextProperty = (name: string, path: string): boolean =>
  PROPERTIES.has(name) || (name === 'message' && path === 'packages/core/src/environment.ts')

/** Every text in an error, a finding of the doctor, a problem or a progress. */
export function saidTexts(): readonly SaidText[] {
  const sources = ourSources()
  const makers = makersIn(sources)
  const found = sources.flatMap((source) =>
    [...textNodes(source, makers), ...messageValues(source)].flatMap((node) =>
      textsOf(node, source, 0).map((each) => ({ ...each, path: source.path })),
    ),
  )
  return [...Map.groupBy(found.filter(hasWords), ({ text }) => text).values()].map((same) => ({
    text: same[0]?.text ?? '',
    path: same[0]?.path ?? '',
    phrases: [...new Set(same.flatMap(({ phrases }) => phrases))].toSorted(),
  }))
}

let read: readonly Source[] | undefined
const ourSources = (): readonly Source[] =>
  (read ??= globSync('packages/*/src/**/*.ts').toSorted().filter(isOurs).map(readSource))

/** Constant texts of ours that are values of messages: the translation says that they are told too. */
export const wordsInMessages = (): readonly { readonly code: string; readonly name: string; readonly text: string }[] =>
  ourSources().flatMap((source) => messageCalls(source).flatMap((call) => wordsIn(call, source)))

function messageCalls({ tree }: Source): readonly Node[] {
  const found: Node[] = []
  walk(tree, (node) => {
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'msg') found.push(node)
  })
  return found
}

function wordsIn(call: Node, source: Source) {
  const topic = /'@wuku\/messages\/(?!message')([\w-]+)'/.exec(readFileSync(source.path, 'utf8'))?.[1] ?? ''
  const [key, values] = call['arguments'] as readonly Node[]
  const code = `${topic}.${String(key?.['value'])}`
  const given = ((values?.['properties'] ?? []) as readonly Node[]).filter((each) => each['value'])
  return given.flatMap((each) =>
    textsOf(each['value'] as Node, source, 0)
      .filter(hasWords)
      .map(({ text }) => ({ code, name: nameOf(each['key']) ?? '', text })),
  )
}

/** Nouns that are counted: `3 documents`. */
export const countedNouns = (): readonly string[] => {
  const nouns = globSync('packages/*/src/**/*.ts')
    .filter(isOurs)
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\b(?:counted|trCount)\([^'\n]*, '([^']+)'/g)].map(
        ([, noun = '']) => noun,
      ),
    )
  return [...new Set(nouns)].toSorted()
}

const isOurs = (path: string): boolean => !/^packages\/(?:messages|mcp|console|code\/src\/languages)\//.test(path)

/** `wuku index notes` is a command, and no sentence. */
const hasWords = ({ text }: { readonly text: string }): boolean =>
  /[a-z]{2}/i.test(text.replaceAll(/\{\d+\}/g, '')) && !/^(?:See: )?wuku [a-z{} <>0-9-]*$/.test(text.trim())

export function readSource(path: string): Source {
  const tree = parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }) as unknown as Node
  const names = new Map<string, Node[]>()
  walk(tree, (node) => {
    const [name, value] = bindingOf(node)
    if (name !== undefined) names.set(name, [...(names.get(name) ?? []), ...value])
  })
  return { path, tree, names }
}

function bindingOf(node: Node): readonly [string | undefined, readonly Node[]] {
  if (node.type === 'VariableDeclarator' && node['init'])
    return [
      nameOf(node['id']),
      isFunction(node['init'] as Node) ? returned(node['init'] as Node) : [node['init'] as Node],
    ]
  if (node.type === 'FunctionDeclaration') return [nameOf(node['id']), returned(node)]
  return [undefined, []]
}

const isFunction = ({ type }: Node): boolean => /Function/.test(type)

function returned(made: Node): readonly Node[] {
  const body = made['body'] as Node
  if (body.type !== 'BlockStatement') return [body]
  const found: Node[] = []
  walk(body, (node) => {
    if (node.type === 'ReturnStatement' && node['argument']) found.push(node['argument'] as Node)
  })
  return found
}

/** Names of functions, with the places of their texts; some are of one file. */
function makersIn(sources: readonly Source[]): ReadonlyMap<string, readonly number[]> {
  const makers = new Map(Object.entries(seeds))
  for (let before = -1; before < makers.size;) {
    before = makers.size
    for (const source of sources)
      walk(source.tree, (node) => {
        const [name, made] = functionOf(node)
        if (name === undefined || !made) return
        const parameters = (made['params'] as readonly Node[]).map((each) => nameOf(each) ?? nameOf(each['left']))
        const inside = textNodes({ ...source, tree: made['body'] as Node }, makers)
        const places = parameters.flatMap((parameter, at) =>
          parameter !== undefined && inside.some((text) => nameOf(text) === parameter) ? [at] : [],
        )
        if (places.length > 0 && !makers.has(makerName(name, source.path)))
          makers.set(makerName(name, source.path), places)
      })
  }
  return makers
}

const functionOf = (node: Node): readonly [string | undefined, Node | undefined] =>
  node.type === 'FunctionDeclaration'
    ? [nameOf(node['id']), node]
    : node.type === 'VariableDeclarator' && node['init'] && isFunction(node['init'] as Node)
      ? [nameOf(node['id']), node['init'] as Node]
      : [undefined, undefined]

/** Short names mean the doctor's only in its folder. */
const makerName = (name: string, path: string): string =>
  ['ok', 'warn', 'fail'].includes(name)
    ? /^packages\/cli\/src\/(?:doctor\/|finding\.ts$)/.test(path)
      ? `doctor ${name}`
      : `${path} ${name}`
    : name

function textNodes({ tree, path }: Source, makers: ReadonlyMap<string, readonly number[]>): readonly Node[] {
  const found: Node[] = []
  walk(tree, (node) => {
    if (node.type === 'Property' && isTextProperty(nameOf(node['key']) ?? '', path)) found.push(node['value'] as Node)
    if (node.type === 'Property' && nameOf(node['key']) === 'needs') found.push(...elementsIn(node['value']))
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const callee = nameOf(node['callee'])
    if (callee === undefined) return
    const places = makers.get(node.type === 'NewExpression' ? `new ${callee}` : makerName(callee, path)) ?? []
    const given = node['arguments'] as readonly Node[]
    for (const place of places) if (given[place]) found.push(given[place])
  })
  return found
}

/** Words for what is missing, and how to write it: `needs: { id: ['an id', 'List ids with: wuku pads'] }`. */
function elementsIn(node: unknown): readonly Node[] {
  const found: Node[] = []
  walk(node, (inner) => {
    if (inner.type === 'ArrayExpression') found.push(...(inner['elements'] as readonly Node[]))
  })
  return found
}

/** Values of a message may be words of ours too. */
function messageValues({ tree }: Source): readonly Node[] {
  const found: Node[] = []
  walk(tree, (node) => {
    if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'msg') return
    const [, values] = node['arguments'] as readonly Node[]
    for (const each of (values?.['properties'] ?? []) as readonly Node[])
      if (each['value']) found.push(each['value'] as Node)
  })
  return found
}

const nameOf = (node: unknown): string | undefined => {
  const { type, name } = Object(node) as { readonly type?: string; readonly name?: string }
  return type === 'Identifier' ? name : undefined
}

type Found = Pick<SaidText, 'text' | 'phrases'>

const DEEPEST = 5

/** Texts that an expression may be, and those that may stand in them. */
function textsOf(node: Node, source: Source, depth: number): readonly Found[] {
  if (depth > DEEPEST) return []
  const inner = (next: unknown): readonly Found[] => textsOf(next as Node, source, depth + 1)
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [{ text: node['value'], phrases: [] }] : []
    case 'TemplateLiteral':
      return templateTexts(node, inner)
    case 'TaggedTemplateExpression':
      return sentencesWithCommand(node)
    case 'ConditionalExpression':
      return [...inner(node['consequent']), ...inner(node['alternate'])]
    case 'LogicalExpression':
      return [...inner(node['left']), ...inner(node['right'])]
    case 'BinaryExpression':
      return node['operator'] === '+' ? oneBehindOther(node, inner) : []
    case 'Identifier':
      return (source.names.get(nameOf(node) ?? '') ?? []).flatMap(inner)
    case 'CallExpression':
      return calledTexts(node, source, inner)
    case 'ArrayExpression':
      return (node['elements'] as readonly Node[]).flatMap((each) => (each ? inner(each) : []))
    case 'SpreadElement':
      return inner(node['argument'])
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return inner(node['expression'])
    default:
      return []
  }
}

/** A long sentence may be written in two parts. The first text of each is its own, the others stand in its values. */
function oneBehindOther(node: Node, inner: (next: unknown) => readonly Found[]): readonly Found[] {
  const sides = [node['left'], node['right']] as readonly Node[]
  const [[first, ...others], [second, ...more]] = sides.map(inner) as [readonly Found[], readonly Found[]]
  if (!first || !second || !sides.every(({ type }) => WRITTEN.has(type))) return sides.flatMap(inner)
  const holes = (first.text.match(/\{\d+\}/g) ?? []).length
  const text = first.text + second.text.replaceAll(/\{(\d+)\}/g, (_, at: string) => `{${Number(at) + holes}}`)
  return [{ text, phrases: [...first.phrases, ...second.phrases.map((at) => at + holes)] }, ...others, ...more]
}

const WRITTEN = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression'])

/** `[a, b].join(' ')` is its parts; of a function of the same file, what it returns. */
function calledTexts(node: Node, source: Source, inner: (next: unknown) => readonly Found[]): readonly Found[] {
  const callee = node['callee'] as Node
  if (callee.type === 'MemberExpression')
    return ['join', 'trim'].includes(nameOf(callee['property']) ?? '') ? inner(callee['object']) : []
  return (source.names.get(nameOf(callee) ?? '') ?? []).flatMap(inner)
}

/** commandLine`Log in: wuku login ${url}`; a command alone is the same in every language. */
function sentencesWithCommand(node: Node): readonly Found[] {
  if (nameOf(node['tag']) !== 'commandLine') return []
  return templateTexts(node['quasi'] as Node, () => []).filter(({ text }) => /^[A-Z]/.test(text))
}

function templateTexts(node: Node, inner: (next: unknown) => readonly Found[]): readonly Found[] {
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
  const holes = node['expressions'] as readonly Node[]
  const inside = holes.map((hole) => inner(hole).filter(hasWords))
  const text = quasis.map(({ value }, at) => (at < holes.length ? `${value.cooked}{${at}}` : value.cooked)).join('')
  const phrases = holes.flatMap((hole, at) =>
    (inside[at] ?? []).length > 0 || nameOf(hole['callee']) === 'counted' ? [at] : [],
  )
  return [{ text, phrases }, ...inside.flat()]
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  else if (node !== null && typeof node === 'object') {
    if (typeof (node as Node).type === 'string') visit(node as Node)
    for (const value of Object.values(node)) if (value !== null && typeof value === 'object') walk(value, visit)
  }
}

/** Every string and template of a file but those of its imports, types and keys, and those that `help-texts.ts` finds. */
export function describedTexts({ tree }: Source): readonly Pick<SaidText, 'text' | 'phrases'>[] {
  const found: Pick<SaidText, 'text' | 'phrases'>[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, ...rest } = Object(node) as Node
    if (typeof type !== 'string' || /^(?:Import|TS(?!As|Satisfies|NonNull))/.test(type)) return
    if (type === 'Property' && HELP.has(nameOf(rest['key']) ?? '')) return
    if (type === 'NewExpression' || (type === 'CallExpression' && ERRORS.test(nameOf(rest['callee']) ?? ''))) return
    if (type === 'TaggedTemplateExpression' || isDescription({ type, ...rest })) return
    if (type === 'Literal' && typeof rest['value'] === 'string') found.push({ text: rest['value'], phrases: [] })
    if (type === 'TemplateLiteral') found.push(...templateTexts({ type, ...rest }, () => []))
    for (const value of Object.values(rest)) if (value !== null && typeof value === 'object') visit(value)
  }
  visit(tree)
  return found
}

/** `z.string().describe('...')`: for agents, and for pages of help. */
const isDescription = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && nameOf(Object(callee).property) === 'describe'

const HELP = new Set(['title', 'description', 'examples', 'needs', 'searchHint', 'flags', 'headings', 'commands'])
const ERRORS = /^(?:usage|describe|WukuError|missing)$/
