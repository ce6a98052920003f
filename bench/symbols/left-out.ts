import type { Tag } from './ctags.ts'

/** Classes of tags that no outline holds, each with its reason; `*` for all languages. */
const classes: readonly (readonly [language: string, kinds: string, reason: string])[] = [
  ['*', 'package packageName namespace', 'says what the file belongs to; the outline has it as its module'],
  ['JavaScript', 'property field', 'key of a literal, or what is assigned to one'],
  ['TypeScript', 'property', 'key of a literal'],
  ['*', 'alias import unknown', 'names what is defined elsewhere'],
  ['*', 'label local parameter', 'stands within a function'],
]

export function leftOut({ language, kind, name, scopeKind = '', pattern = '' }: Tag): string | undefined {
  if (/^__anon|^anonymous|^AnonymousFunction|^$/.test(name)) return 'has no name'
  if (/\brequire\(|^\/\^import\b/.test(pattern)) return 'names what is defined elsewhere'
  if (/^(?:function|method|func|generator|local)$/.test(scopeKind)) return 'stands within a function'
  return classes.find(([of, kinds]) => (of === '*' || of === language) && kinds.split(' ').includes(kind))?.[2]
}
