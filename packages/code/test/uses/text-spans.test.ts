import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spansOf, whereIs } from '../../src/uses/text-spans.ts'
import { fullWordPattern } from '../../src/uses/use-file.ts'

const placesIn = (text: string, name: string, language: string | null = 'typescript') => {
  const spans = spansOf(text, language)
  return [...text.matchAll(fullWordPattern(name))].map(({ index }) => whereIs(spans, index))
}

describe('whole words', () => {
  it.each([
    ['retry()', 'retry', 1],
    ['retryPolicy retry_policy aretry', 'retry', 0],
    ['$retry', 'retry', 1],
    ['valid?(x) valid?', 'valid?', 2],
    ['a << b', '<<', 1],
    ['重试 重试次数', '重试', 1],
    ['👨‍👩‍👧retry👍', 'retry', 1],
    ['调用retry的地方，retryé', 'retry', 1],
    ['a.b aXb', 'a.b', 1],
    ['to-do left-hand', 'left-hand', 1],
  ])('%j holds %s %i times', (text, name, count) =>
    expect([...text.matchAll(fullWordPattern(name))]).toHaveLength(count),
  )

  it('a whole word may be any name', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
        expect(`(${name})`.match(fullWordPattern(name))).not.toBeNull()
      }),
    ))
})

describe('where a name stands', () => {
  it.each([
    ['a\r\nuse(x)\r\n// x\r\n', 'typescript', ['code', 'comment']],
    ['call(1, /* x */ y)', 'typescript', ['comment']],
    ['call(/* y */ x)', 'typescript', ['code']],
    ['/**\n * x is great\n */\nx()', 'typescript', ['comment', 'code']],
    ['say("no x")', 'typescript', ['string']],
    ['say("don\'t", x)', 'typescript', ['code']],
    ['say(`\n${x} and x`)', 'typescript', ['code', 'string']],
    ['say(`${y ? `a ${x}` : "x"} x`) + x', 'typescript', ['code', 'string', 'string', 'code']],
    ['say("a \\" x")', 'typescript', ['string']],
    ['split(/["`]/) + x // x', 'typescript', ['code', 'comment']],
    ["don't x", 'typescript', ['code']],
    ['"never ended x\nx', 'typescript', ['code', 'code']],
    ['# x', 'python', ['comment']],
    ['a // x', 'python', ['code']],
    ['f"{x} x {{x}}"', 'python', ['code', 'string', 'string']],
    ['def f():\n    """Uses x.\n\n    x = 1\n    """\n    return x', 'python', ['comment', 'comment', 'code']],
    ['s = """\nx\n"""', 'python', ['string']],
    ['-- x', 'sql', ['comment']],
    ["SELECT 'x''s' FROM x", 'sql', ['string', 'code']],
    ['fn f<\'a>(x: &\'a str) { r#"x " x"#; x }', 'rust', ['code', 'string', 'string', 'code']],
    ['"#{x} x"', 'ruby', ['code', 'string']],
    ['t = <<~SQL\n  select x\nSQL\nx', 'ruby', ['string', 'code']],
    ['@doc """\nuses x\n"""\nx()', 'elixir', ['comment', 'code']],
    ['v := `x\nx`\nx()', 'go', ['string', 'string', 'code']],
    ['var s = """\n  x""";\nx();', 'java', ['string', 'code']],
    ['var s = @"a\\"; x(); // x', 'c#', ['code', 'comment']],
    ['let s = "a \\(x) x"', 'swift', ['code', 'string']],
    ['--[[ x\nx ]] x -- x', 'lua', ['comment', 'comment', 'code', 'comment']],
    ['{- x -} x -- x', 'haskell', ['comment', 'code', 'comment']],
    ['echo "$(x) x" # x', 'bash', ['code', 'string', 'comment']],
    ["char c = '\"'; x(); /* x */", 'c', ['code', 'comment']],
    ['R"(x " x)"; x', 'c++', ['string', 'string', 'code']],
  ])('%j in %s', (text, language, expected) => expect(placesIn(text, 'x', language)).toEqual(expected))

  it.each(['"#{', '`${', 'f"{', '"(', '/*', "'''", '"""', '<<~SQL\n'])(
    'a text of nothing but %j is read to its end, and parts lie in order',
    (part) => {
      for (const language of ['ruby', 'typescript', 'python', 'swift', 'kotlin', 'bash']) {
        const spans = spansOf(part.repeat(5_000), language)
        expect(spans.every(({ start, end }, at) => start < end && start >= (spans[at - 1]?.end ?? 0))).toBe(true)
      }
    },
  )
})
