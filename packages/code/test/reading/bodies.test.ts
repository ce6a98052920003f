import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { c } from '../../src/languages/systems/c.ts'
import { cSharp } from '../../src/languages/jvm/c-sharp.ts'
import { cpp } from '../../src/languages/systems/cpp.ts'
import { elixir } from '../../src/languages/scripting/elixir.ts'
import { go } from '../../src/languages/systems/go.ts'
import { java } from '../../src/languages/jvm/java.ts'
import { kotlin } from '../../src/languages/jvm/kotlin.ts'
import { lua } from '../../src/languages/scripting/lua.ts'
import { php } from '../../src/languages/scripting/php.ts'
import { python } from '../../src/languages/scripting/python.ts'
import { ruby } from '../../src/languages/scripting/ruby.ts'
import type { LanguageRules } from '../../src/languages/rules.ts'
import { rust } from '../../src/languages/systems/rust.ts'
import { scala } from '../../src/languages/jvm/scala.ts'
import { swift } from '../../src/languages/systems/swift.ts'
import { javascript, typescript } from '../../src/languages/ecma/typescript.ts'
import { bodiesIn } from '../../src/reading/bodies.ts'
import { structureOf } from '../languages/outline-of.ts'

/** Long enough to be left out, and a statement everywhere. */
const LONG = 'call(with_many_words, that_make_a_line, of_sixty_letters_or_so)'

const languages = [c, cSharp, cpp, elixir, go, java, kotlin, lua, php, python, ruby, rust, scala, swift, typescript]

/** `2-4`: the lines of a source that are hidden, from 1. */
const hiddenIn = ({ bodies }: LanguageRules, source: string): readonly string[] =>
  (bodies ? bodiesIn(source, bodies) : []).map(({ row, endRow }) => `${row + 1}-${endRow}`)

const lines = (...each: readonly string[]): string => each.join('\n')

type Row = readonly [what: string, rules: LanguageRules, source: string, hidden: readonly string[]]

it.each<Row>([
  ['a function', typescript, lines('function f() {', `  ${LONG}`, '}'), ['2-2']],
  ['a short one', typescript, lines('function f() {', '  short()', '}'), []],
  ['with line ends of Windows', typescript, `function f() {\r\n  ${LONG}\r\n\r\n}\r\n`, ['2-3']],
  ['with tabs', go, lines('func f() {', `\t${LONG}`, '}'), ['2-2']],
  [
    'two in a class',
    typescript,
    lines('class A {', '  a() {', `    ${LONG}`, '  }', '  async *b(): X {', `    ${LONG}`, '  }', '}'),
    ['3-3', '6-6'],
  ],
  [
    'a head of many lines',
    typescript,
    lines('export function f(', '  a: string,', '): string {', `  ${LONG}`, '}'),
    ['4-4'],
  ],
  ['a condition of many lines', typescript, lines('if (', '  a', ') {', `  ${LONG}`, '}'), []],
  [
    'a test, in a group that is entered',
    typescript,
    lines("describe('a', () => {", "  it('b', () => {", `    ${LONG}`, '  })', '})'),
    ['3-3'],
  ],
  ['a value', typescript, lines('export const f = async (a) => {', `  ${LONG}`, '}'), ['2-2']],
  ['what a file wraps itself in', javascript, lines('(function () {', `  ${LONG}`, '})()'), []],
  ['what a module is defined by', javascript, lines("define(['a'], function (a) {", `  ${LONG}`, '})'), []],
  ['members of an interface', typescript, lines('interface A {', `  ${LONG}: string`, '}'), []],
  ['lines that are less deep', typescript, lines('function f() {', `  ${LONG}`, 'text', '}'), []],
  ['one that never ends', typescript, lines('function f() {', `  ${LONG}`), []],
  ['a method of Ruby, with its rescue', ruby, lines('def a', `  ${LONG}`, 'rescue', '  b', 'end'), ['2-4']],
  ['a block of Ruby', ruby, lines('  test "a" do |b|', `    ${LONG}`, '  end'), ['2-2']],
  ['a class that is made', ruby, lines('A = Struct.new(:b) do', `  ${LONG}`, 'end'), []],
  [
    'all but the doc and the last statement',
    python,
    lines('def f():', '    """Says."""', `    a = ${LONG}`, '    return a'),
    ['3-3'],
  ],
  [
    'a doc of many lines',
    python,
    lines(
      'def f():',
      '    """',
      '    Says.',
      '    """',
      `    ${LONG}`,
      '    if a:',
      '        b',
      '    else:',
      '        c',
    ),
    ['5-5'],
  ],
  ['a body that may end within a string', python, lines('def f():', `    a = ${LONG}`, '    """', '    b'), []],
  ['a class of Python', python, lines('class A:', `    a = ${LONG}`, '    b = 1'), []],
  [
    'a method of Rust',
    rust,
    lines('impl A {', '    pub(crate) async fn f(&self) -> B {', `        ${LONG}`, '    }', '}'),
    ['3-3'],
  ],
  [
    'a method of Java',
    java,
    lines('class A {', '  @Test public <T> List<T> f(int a) throws B {', `    ${LONG};`, '  }', '}'),
    ['3-3'],
  ],
  ['a record', java, lines('public record A(int b) {', `  ${LONG};`, '}'), []],
  [
    'a brace on its own line',
    cSharp,
    lines('class A', '{', '  public int F(int a)', '  {', `    ${LONG};`, '  }', '}'),
    ['5-5'],
  ],
  [
    'a function of C with labels',
    c,
    lines('static int f(int a)', '{', `  ${LONG};`, 'out:', '  return a;', '}'),
    ['3-5'],
  ],
  ['a structure of C', c, lines('struct a {', `  int ${'b'.repeat(60)};`, '};'), []],
  ['a member of C++', cpp, lines('class A {', '  int f() const override {', `    ${LONG};`, '  }', '};'), ['3-3']],
  ['a function of Kotlin', kotlin, lines('override suspend fun f(a: B) {', `  ${LONG}`, '}'), ['2-2']],
  ['an interface of Kotlin', kotlin, lines('fun interface A {', `  ${LONG}`, '}'), []],
  ['an initialiser of Swift', swift, lines('struct A {', '  public init(a: B) {', `    ${LONG}`, '  }', '}'), ['3-3']],
  [
    'a method of PHP',
    php,
    lines('class A', '{', '    public static function f($a)', '    {', `        ${LONG};`, '    }', '}'),
    ['5-5'],
  ],
  [
    'a method of Scala',
    scala,
    lines('object A {', '  override def f(a: B): C = {', `    ${LONG}`, '  }', '}'),
    ['3-3'],
  ],
  ['a function of Lua', lua, lines('local function f(a)', `  ${LONG}`, 'end'), ['2-2']],
  ['a function of Elixir', elixir, lines('  def f(a) do', `    ${LONG}`, '  end'), ['2-2']],
])('hides %s', (_, rules, source, hidden) => expect(hiddenIn(rules, source)).toEqual(hidden))

/** As read from the whole text. Signatures of values end where a function in them begins. */
const declaredIn = async (rules: LanguageRules, source: string): Promise<readonly unknown[]> => {
  const { symbols, imports, hasErrors } = await structureOf(rules, source)
  return [hasErrors, imports, symbols.map((symbol) => ({ ...symbol, signature: '', body: undefined }))]
}

async function checkSame(rules: LanguageRules, source: string): Promise<void> {
  const { bodies: _, ...whole } = rules
  expect(await declaredIn(rules, source)).toEqual(await declaredIn(whole, source))
}

it.each<readonly [what: string, rules: LanguageRules, source: string]>([
  [
    'an end at the wrong depth',
    ruby,
    lines(
      'class A',
      '  test "a" do',
      '    k = Class.new do',
      `    ${LONG}`,
      '  end',
      '    b',
      '  end',
      '',
      '  def c',
      '    d',
      '  end',
      'end',
    ),
  ],
  [
    'a text within quotes that ends a body',
    typescript,
    lines('function f() {', '  const a = `', `  ${LONG}`, '}', '`', '}', 'function g() {}'),
  ],
  [
    'a method within a text',
    ruby,
    lines(
      'class A',
      '  B = <<~C',
      '    def d',
      `      ${LONG}`,
      '    end',
      '  C',
      '  def e',
      `    ${LONG}`,
      '  end',
      'end',
    ),
  ],
  [
    'a comment that holds a head',
    typescript,
    lines('/*', 'function f() {', `  ${LONG}`, '}', '*/', 'function g() {', `  ${LONG}`, '}'),
  ],
  [
    'a condition of the preprocessor',
    c,
    lines(
      '#ifdef A',
      'int f(void) {',
      '#else',
      'int f(int a) {',
      '#endif',
      `  ${LONG};`,
      '}',
      'int g(void) { return 1; }',
    ),
  ],
  [
    'a string that a body of Python ends in',
    python,
    lines('def f():', `    ${LONG}`, '    return """', '    a b', '"""', '', 'def g():', '    pass'),
  ],
  [
    'a decorated last statement',
    python,
    lines('def f():', `    ${LONG}`, '    @a', '    def b():', '        pass', 'c = 1'),
  ],
])('reads the same with %s', async (_, rules, source) => checkSame(rules, source))

it('reads the same in our own sources, where the grammar knows all that is in them', async () => {
  const { bodies: _, ...whole } = typescript
  const sources = globSync('packages/{kernel,code,notes,docs,pads,chats}/src/**/*.ts').map((path) =>
    readFileSync(path, 'utf8'),
  )
  const isKnown = await Promise.all(sources.map(async (source) => !(await structureOf(whole, source)).hasErrors))
  const known = sources.filter((__, at) => isKnown[at])
  expect(known.length).toBeGreaterThan(0.95 * sources.length)
  for (const source of known) await checkSame(typescript, source)
})

it('reads on behind a body that a grammar does not know', async () => {
  const source = lines('class A {', '  void f() {', `    ${LONG} ?? ?? {{ ;`, '  }', '  void g() {', '  }', '}')
  const { symbols, hasErrors } = await structureOf(java, source)
  expect([hasErrors, symbols.map(({ name }) => name)]).toEqual([false, ['A', 'f', 'g']])
})

it.each([
  ['of a function whose body is left out', ruby, lines('def a(b)', `  ${LONG}`, 'end'), 'def a(b)'],
  ['of one that keeps its last statement', python, lines('def f(a):', `    ${LONG}`, '    return a'), 'def f(a)'],
  [
    'of a value with a function in it',
    typescript,
    lines('const a = use((b) => {', `  ${LONG}`, '})'),
    'const a = use((b)',
  ],
])('ends the signature %s with its head', async (_, rules, source, signature) => {
  const { symbols } = await structureOf(rules, source)
  expect(symbols[0]?.signature).toBe(signature)
})

it('is quick where every line opens a body that is never closed', () => {
  const deep = Array.from({ length: 1_300 }, (_, depth) => `${' '.repeat(depth)}function f() {`).join('\n')
  expect(hiddenIn(javascript, deep)).toEqual([])
})

/** Each in heads of all languages, as long as heads are read, before what may make them one. */
it.each([
  '&',
  '<',
  '>',
  '(',
  ')',
  '()',
  '@a ',
  '@a() ',
  'a ',
  'a, ',
  'a() throws b ',
  ') throws ',
  'public ',
  'static fn ',
  '=> ',
  'function ',
  'function a() ',
  ': ',
  '): ',
  '*',
  '[',
  'def ',
  ' do ',
  '| ',
  '= ',
  'extern "a" ',
  'pub(a) ',
  'fun a() ',
  'noexcept ',
  'const &',
])('is quick with a head that repeats `%s`', (part) => {
  const starts = ['', 'f(', 'int f()', 'public A f(a) ', 'function f(']
  const ends = ['{', 'x{', ':', ' do', ')']
  const heads = starts.flatMap((start) =>
    ends.map((end) => `${start}${part.repeat(390 / part.length)}`.slice(0, 395) + end),
  )
  for (const { bodies } of languages)
    for (const head of heads) for (let time = 0; time < 10; time++) bodies?.opens(head)
})
