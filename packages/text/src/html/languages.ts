import type { LanguageRegistration } from '@shikijs/primitive'

interface Grammar {
  /** Other names, and extensions of files. */
  readonly also: readonly string[]
  load(): Promise<{ readonly default: readonly LanguageRegistration[] }>
}

/** Grammars by name, loaded at first use. */
const grammars: Readonly<Record<string, Grammar>> = {
  bash: { also: ['sh', 'shell', 'zsh', 'shellscript', 'console', 'bashrc'], load: () => import('@shikijs/langs/bash') },
  c: { also: ['h'], load: () => import('@shikijs/langs/c') },
  cpp: { also: ['c++', 'cc', 'cxx', 'hpp', 'hh', 'hxx', 'ino'], load: () => import('@shikijs/langs/cpp') },
  csharp: { also: ['cs', 'c#'], load: () => import('@shikijs/langs/csharp') },
  css: { also: [], load: () => import('@shikijs/langs/css') },
  diff: { also: ['patch'], load: () => import('@shikijs/langs/diff') },
  dockerfile: { also: ['docker', 'containerfile'], load: () => import('@shikijs/langs/dockerfile') },
  go: { also: ['golang'], load: () => import('@shikijs/langs/go') },
  html: { also: ['htm', 'xhtml', 'svg', 'xml'], load: () => import('@shikijs/langs/html') },
  java: { also: [], load: () => import('@shikijs/langs/java') },
  javascript: { also: ['js', 'mjs', 'cjs', 'jsx'], load: () => import('@shikijs/langs/javascript') },
  json: { also: ['jsonc', 'json5', 'jsonl', 'ipynb', 'webmanifest'], load: () => import('@shikijs/langs/json') },
  kotlin: { also: ['kt', 'kts'], load: () => import('@shikijs/langs/kotlin') },
  markdown: { also: ['md', 'mdx', 'markdown', 'qmd', 'rmd'], load: () => import('@shikijs/langs/markdown') },
  php: { also: ['phtml'], load: () => import('@shikijs/langs/php') },
  python: { also: ['py', 'pyi', 'pyw', 'py3'], load: () => import('@shikijs/langs/python') },
  ruby: { also: ['rb', 'rake', 'gemspec', 'rakefile', 'gemfile'], load: () => import('@shikijs/langs/ruby') },
  rust: { also: ['rs'], load: () => import('@shikijs/langs/rust') },
  sql: { also: ['pgsql', 'postgresql', 'mysql', 'sqlite'], load: () => import('@shikijs/langs/sql') },
  swift: { also: [], load: () => import('@shikijs/langs/swift') },
  toml: { also: [], load: () => import('@shikijs/langs/toml') },
  tsx: { also: [], load: () => import('@shikijs/langs/tsx') },
  typescript: { also: ['ts', 'mts', 'cts'], load: () => import('@shikijs/langs/typescript') },
  vue: { also: [], load: () => import('@shikijs/langs/vue') },
  yaml: { also: ['yml'], load: () => import('@shikijs/langs/yaml') },
}

const byName = new Map(
  Object.entries(grammars).flatMap(([name, { also }]) => [name, ...also].map((each) => [each, name] as const)),
)

/** The language of a name or an extension; `undefined`: it has no grammar here. */
export const languageCalled = (name: string): string | undefined => byName.get(name.trim().toLowerCase())

/** The language of an extension, or of a whole file name such as `Dockerfile`. */
export function languageOfPath(path: string): string | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return languageCalled(file.slice(file.lastIndexOf('.') + 1))
}

export const loadGrammar = async (language: string): Promise<readonly LanguageRegistration[]> =>
  (await grammars[language]?.load())?.default ?? []
