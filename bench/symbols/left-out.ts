import type { Tag } from './ctags.ts'

/** Classes of tags that no outline holds, each with its reason; `*` for all languages. */
const classes: readonly (readonly [language: string, kinds: string, reason: string])[] = [
  ['*', 'package packageName namespace', 'says what the file belongs to; the outline has it as its module'],
  ['JavaScript', 'property field', 'key of a literal, or what is assigned to one'],
  ['TypeScript', 'property', 'key of a literal'],
  ['*', 'alias import unknown', 'names what is defined elsewhere'],
  ['C#', 'typedef', 'names what is defined elsewhere'],
  ['*', 'label local parameter', 'stands within a function'],
  ['*', 'heredoc', 'is a text'],
]

/** `text`: lines of a file of which ctags reads comments like code. */
export function leftOut(tag: Tag, text: readonly string[] = []): string | undefined {
  const { language, kind, name, line, scopeKind = '', pattern = '' } = tag
  if (/^__anon|^anonymous|^AnonymousFunction|^$/.test(name) || (language === 'Lua' && /\[|\]/.test(name)))
    return 'has no name'
  const last = name.slice(name.search(/[^.:]*$/))
  if (text.length > 0 && !text[line - 1]?.includes(last)) return 'stands in a comment'
  if (/\brequire\(|^\/\^import\b|^\/\^(?:const|let|var) \{/.test(pattern)) return 'names what is defined elsewhere'
  if (kind === 'macro' && /define\s+\w+\$\/$/.test(pattern)) return 'is a guard without a value'
  if (isInTestOfCpp(tag)) return 'stands within a function'
  if (isValueOfScript(tag)) return 'is a value within a block, or one that ctags takes for a class'
  if (isFunction(scopeKind, language)) return 'stands within a function'
  return classes.find(([of, kinds]) => (of === '*' || of === language) && kinds.split(' ').includes(kind))?.[2]
}

/** Methods of Python are called members, as fields are elsewhere. */
const isFunction = (kind: string, language: string): boolean =>
  /^(?:function|method|singletonMethod|func|generator|getter|setter|local)$/.test(kind) ||
  (language === 'Python' && kind === 'member')

/** `TEST_CASE("...") {` is no function to ctags, and what stands in it has no scope. */
const isInTestOfCpp = ({ language, kind, scopeKind = 'namespace', pattern = '' }: Tag): boolean =>
  language === 'C++' &&
  scopeKind === 'namespace' &&
  /^(?:variable|typedef|enum|enumerator)$/.test(kind) &&
  /^\/\^\s/.test(pattern)

/** A name that is set in stands in a callback or a block, and `Foo.defaults = {` is no class. */
const isValueOfScript = ({ language, kind, pattern = '' }: Tag): boolean =>
  /^(?:Java|Type)Script$/.test(language) &&
  ((/^(?:constant|variable)$/.test(kind) && /^\/\^\s/.test(pattern)) ||
    (kind === 'class' && !/\bclass\b|\bfunction\b|=>|prototype/.test(pattern)))
