import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sha1 } from '../corpus.ts'
import { hasUses, isOwn, type CallersQuestion } from './question.ts'

/** As much of the language service as is used; the version that the product is checked with has none. */
interface Service {
  findReferences(path: string, at: number): readonly { readonly references: readonly Reference[] }[] | undefined
  getNavigationTree(path: string): NavigationItem
}

interface Reference {
  readonly fileName: string
  readonly textSpan: { readonly start: number }
  readonly isDefinition?: boolean
}

interface NavigationItem {
  readonly text: string
  readonly kind: string
  readonly nameSpan?: { readonly start: number }
  readonly childItems?: readonly NavigationItem[]
}

const KINDS = /^(?:function|method|class|interface|type|const)$/

export async function askTypeScript(
  tree: string,
  paths: readonly string[],
  { modules, most }: { readonly modules: string; readonly most: number },
): Promise<readonly CallersQuestion[]> {
  const code = paths.filter((path) => /\.(?:[cm]?[jt]sx?)$/.test(path))
  const texts = new Map(code.map((path) => [join(tree, path), readFileSync(join(tree, path), 'utf8')]))
  const service = open(modules, tree, texts)
  const definitions = code
    .filter(isOwn)
    .flatMap((path) => namesIn(service, join(tree, path)).map((each) => ({ path, ...each })))
  const questions: CallersQuestion[] = []
  for (const { path, name, at } of definitions.toSorted((a, b) =>
    sha1(`${a.path} ${a.name}`) < sha1(`${b.path} ${b.name}`) ? -1 : 1,
  )) {
    if (questions.length === most) break
    const found = service.findReferences(join(tree, path), at) ?? []
    const lines = new Set(
      found
        .flatMap(({ references }) => references)
        .filter(({ isDefinition, fileName, textSpan }) => !isDefinition && isCode(texts.get(fileName), textSpan.start))
        .map(
          ({ fileName, textSpan }) =>
            `${fileName.slice(tree.length + 1)}:${lineAt(texts.get(fileName) ?? '', textSpan.start)}`,
        ),
    )
    lines.delete(`${path}:${lineAt(texts.get(join(tree, path)) ?? '', at)}`)
    const uses = [...lines].map((each) => ({
      path: each.slice(0, each.lastIndexOf(':')),
      line: Number(each.slice(each.lastIndexOf(':') + 1)),
    }))
    const question = { name, path, uses }
    if (hasUses(question)) questions.push(question)
  }
  return questions
}

/** Comments of JavaScript may hold types. */
const isCode = (text: string | undefined, at: number): boolean =>
  text !== undefined && !/^\s*(?:\*|\/[/*])/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

function open(modules: string, tree: string, texts: ReadonlyMap<string, string>): Service {
  const ts = createRequire(join(modules, 'package.json'))('typescript')
  const configured = ts.readConfigFile(join(tree, 'tsconfig.json'), ts.sys.readFile).config ?? {}
  const { options } = ts.parseJsonConfigFileContent(configured, ts.sys, tree)
  const host = {
    getCompilationSettings: () => ({
      ...options,
      allowJs: true,
      checkJs: true,
      noEmit: true,
      types: [],
      module: 99,
      moduleResolution: 100,
    }),
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path: string) => {
      const text = texts.get(path) ?? ts.sys.readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => tree,
    getDefaultLibFileName: (given: object) => ts.getDefaultLibFilePath(given),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  }
  return ts.createLanguageService(host)
}

function namesIn(service: Service, path: string) {
  const names: { name: string; at: number }[] = []
  const visit = ({ childItems = [] }: NavigationItem, around?: string): void => {
    for (const item of childItems) {
      const isNamed = /^[\w$]{3,}$/.test(item.text) && KINDS.test(item.kind) && item.nameSpan
      if (isNamed)
        names.push({ name: around === undefined ? item.text : `${around}.${item.text}`, at: item.nameSpan.start })
      if (item.kind === 'class') visit(item, item.text)
    }
  }
  visit(service.getNavigationTree(path))
  return names
}
