import { bash } from './scripting/bash.ts'
import { cSharp } from './jvm/c-sharp.ts'
import { c } from './systems/c.ts'
import { astro, holdScripts, scriptGrammars, svelte, vue } from './ecma/components.ts'
import { cpp } from './systems/cpp.ts'
import { dart } from './systems/dart.ts'
import { elixir } from './scripting/elixir.ts'
import { go } from './systems/go.ts'
import { haskell } from './scripting/haskell.ts'
import { css, html } from './html-css.ts'
import { java } from './jvm/java.ts'
import { kotlin } from './jvm/kotlin.ts'
import { lua } from './scripting/lua.ts'
import { markdown } from './markdown-outline.ts'
import { php } from './scripting/php.ts'
import { python } from './scripting/python.ts'
import { ruby } from './scripting/ruby.ts'
import { nameOf } from '../resolve/path-index.ts'
import { grammarOf, type LanguageRules } from './rules.ts'
import { rust } from './systems/rust.ts'
import { scala } from './jvm/scala.ts'
import { sql } from './sql.ts'
import { swift } from './systems/swift.ts'
import { javascript, tsx, typescript } from './ecma/typescript.ts'
import { zig } from './systems/zig.ts'

export const languages: readonly LanguageRules[] = [
  typescript,
  tsx,
  javascript,
  python,
  ruby,
  php,
  bash,
  lua,
  css,
  html,
  go,
  rust,
  java,
  kotlin,
  cSharp,
  scala,
  swift,
  dart,
  c,
  cpp,
  elixir,
  haskell,
  zig,
  sql,
  markdown,
  vue,
  svelte,
  astro,
]

/** By the name of the file, else by its extension, else by its `#!` line. `head`: the first lines of its text. */
export function languageOf(path: string, head = ''): LanguageRules | undefined {
  const file = nameOf(path)
  const known = byFileName.get(file) ?? byExtension.get(extensionOf(file))
  if (isHeader(path)) return CPP.test(head) ? cpp : c
  return known ?? (mayBeScript(path) ? byInterpreter.get(interpreterOf(head)) : undefined)
}

export const languageNamed = (name: string): LanguageRules | undefined => byName.get(name)

/** Names that are neither the language's own nor an extension of it. */
const otherNames: Readonly<Record<string, string>> = {
  golang: 'go',
  shell: 'bash',
  csharp: 'c#',
  'c-sharp': 'c#',
  node: 'javascript',
  ecmascript: 'javascript',
  python3: 'python',
}

/** Whether files of a language are meant by a name that a caller gave: `TypeScript`, `ts`, `golang`, `c++`. */
export function isLanguage(language: string | null, requested: string): boolean {
  const name = requested.trim().toLowerCase().replace(/^\./, '')
  const meant = byName.get(name) ?? byName.get(otherNames[name] ?? '') ?? byExtension.get(`.${name}`)
  const own = meant?.name ?? name
  return language === own || (own === 'typescript' && language === 'tsx')
}

/** Grammars that the paths may need, before any text is read. */
export function grammarsFor(paths: readonly string[]): readonly string[] {
  const grammars = new Set<string>()
  for (const path of paths) {
    const possible = languagesPossible(path)
    for (const grammar of possible.map(grammarOf)) if (grammar !== null) grammars.add(grammar)
    if (possible.some(({ name }) => holdScripts.has(name))) for (const grammar of scriptGrammars) grammars.add(grammar)
  }
  return [...grammars]
}

function languagesPossible(path: string): readonly LanguageRules[] {
  const language = languageOf(path)
  if (language) return isHeader(path) ? [c, cpp] : [language]
  return mayBeScript(path) ? scripts : []
}

const byName = new Map(languages.map((each) => [each.name, each]))
const byFileName = new Map(languages.flatMap((each) => (each.fileNames ?? []).map((name) => [name, each] as const)))
const byExtension = new Map(languages.flatMap((each) => each.extensions.map((extension) => [extension, each] as const)))
const byInterpreter = new Map(
  languages.flatMap((each) => (each.interpreters ?? []).map((program) => [program, each] as const)),
)

const isHeader = (path: string): boolean => path.endsWith('.h')

/**
 * Syntax that only C++ has, at the beginning of a line, since comments may contain anything; the headers of its own
 * library have no extension.
 */
const CPP =
  /^\s*(?:class\s+[\w:]+[^;()]*$|(?:inline\s+)?namespace\b|template\s*<|(?:public|private|protected)\s*:|using\s+\w)|^\s*#\s*include\s*<[a-z_]+>\s*$|^[^/*\n]*\w::\w/m

/** With its dot, lower case; empty when there is none. */
function extensionOf(file: string): string {
  const dot = file.lastIndexOf('.')
  return dot < 0 ? '' : file.slice(dot).toLowerCase()
}

/**
 * Only files without an extension, in the places where programs lie: the grammars of all interpreters are loaded for one,
 * and a repository has many files such as `LICENSE` and `Makefile`.
 */
const mayBeScript = (path: string): boolean =>
  /(?:^|\/)(?:bin|sbin|exe|libexec|scripts?|tools?|hooks|ci|\.husky|\.githooks)\/[^/.]+$|^[a-z][^/.]*$/.test(path)

const scriptLanguages = ['bash', 'python', 'ruby', 'javascript', 'lua']
const scripts = scriptLanguages.flatMap((name) => byName.get(name) ?? [])

/** `#!/usr/bin/env -S python3.12 -u` names `python`. */
function interpreterOf(head: string): string {
  const line = /^#!\s*(.*)/.exec(head)?.[1] ?? ''
  const words = line.split(/\s+/).map(nameOf)
  const program =
    words[0] === 'env' ? words.slice(1).find((word) => /^[a-z]/.test(word) && !word.includes('=')) : words[0]
  return (program ?? '').replace(/[\d.]+$/, '')
}
