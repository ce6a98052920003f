import { describe, expect, it } from 'vitest'
import { elixir } from '../../src/languages/scripting/elixir.ts'
import { outlineOf, structureOf } from './outline-of.ts'

const within = (source: string): string => `defmodule A do\n${source}\nend`

const check = async (source: string, expected: readonly string[]): Promise<void> => {
  const { symbols } = await outlineOf(elixir, within(source))
  expect(symbols.slice(1).map((line) => line.replace('module A > ', ''))).toEqual(expected)
}

describe('what Elixir declares in a module', () => {
  it.each<[says: string, source: string, expected: readonly string[]]>([
    [
      'functions',
      'def get(id), do: id\ndefp hidden(x) do\n  x\nend',
      ['function get (exported) 2', 'function hidden 3-5'],
    ],
    [
      'clauses as one',
      'def get(id) when is_integer(id) do\n  id\nend\n\n# Nothing.\ndef get(nil), do: nil',
      ['function get (exported) 2-7'],
    ],
    [
      'other numbers of arguments as others',
      'def get(a), do: a\ndef get(a, b), do: b\ndefp get(a, b, c), do: c',
      ['function get (exported) 2', 'function get (exported) 3', 'function get 4'],
    ],
    [
      'neighbours of another name apart',
      'def a(1), do: 1\ndef b(1), do: 1\ndef a(2), do: 1',
      ['function a (exported) 2', 'function b (exported) 3', 'function a (exported) 4'],
    ],
    [
      'operators and names alone',
      'def a <~> b, do: a\ndef now, do: 1\ndef valid?(x), do: x',
      ['function <~> (exported) 2', 'function now (exported) 3', 'function valid? (exported) 4'],
    ],
    [
      'macros, guards, delegates',
      'defmacro m(x), do: x\ndefmacrop n(x), do: x\ndefguard is_ok(x) when x == 1\ndefdelegate size(x), to: Map',
      ['macro m (exported) 2', 'macro n 3', 'macro is_ok (exported) 4', 'function size (exported) 5'],
    ],
    [
      'structs, types, callbacks, constants',
      'defstruct [:a, b: 1]\n@type t :: integer\n@typep p :: t\n@callback init(opts :: term) :: :ok\n@timeout 5_000\n@behaviour Plug',
      ['struct A (exported) 2', 'type t (exported) 3', 'type p 4', 'function init (exported) 5', 'constant timeout 6'],
    ],
    [
      'modules in modules',
      'defmodule B do\n  def f, do: 1\nend\ndefimpl String.Chars, for: B do\n  def to_string(x), do: x\nend\ndefprotocol Size do\n  def size(data)\nend',
      [
        'module B (exported) 2-4',
        'module B > function f (exported) 3',
        'impl String.Chars 5-7',
        'impl String.Chars > function to_string (exported) 6',
        'interface Size (exported) 8-10',
        'interface Size > function size (exported) 9',
      ],
    ],
    ['under conditions', 'if Mix.env() == :test do\n  def f, do: 1\nend', ['function f (exported) 3']],
    [
      'tests',
      'describe "组" do\n  test "adds 👍🏽", %{a: a} do\n    assert a\n  end\nend',
      ['test 组 2-6', 'test 组 > test adds 👍🏽 3-5'],
    ],
    ['nothing that is only called', 'Logger.info("x")\nplug :match', []],
  ])('%s', (_says, source, expected) => check(source, expected))

  it('with what is said about it', async () => {
    const source = within(
      '@moduledoc """\nUsers.\n\nMore.\n"""\n@doc """\nGets it,\r\n用编号。\n\nMore.\n"""\n@doc since: "1.0"\n@spec get(integer) :: t\ndef get(id), do: id\n# Plain.\ndef f, do: 1\n@doc false\ndef g, do: 1',
    )
    const { symbols } = await structureOf(elixir, source)
    expect(symbols.map(({ name, doc, line }) => [name, doc, line])).toEqual([
      ['A', 'Users.', 1],
      ['get', 'Gets it, 用编号。', 15],
      ['f', 'Plain.', 17],
      ['g', '', 19],
    ])
    const get = symbols[1]
    expect(source.slice(get?.docStart, get?.end)).toMatch(/^@doc """\nGets[^]*do: id$/)
    expect(get?.signature).toBe('def get(id)')
  })
})

it('reads imports, and the module', async () => {
  const source =
    'use Ecto.Schema\nimport Ecto.Query, only: [from: 2, where: 3]\nalias MyApp.{Repo, Mailer}\nalias MyApp.Foo, as: F\nrequire Logger\nuse unquote(x)'
  const { imports, module } = await outlineOf(elixir, within(source))
  expect(imports).toEqual(['Ecto.Schema', 'Ecto.Query: from, where', 'MyApp: Repo, Mailer', 'MyApp.Foo', 'Logger'])
  expect(module).toBe('A')
  expect(await outlineOf(elixir, '')).toEqual({ symbols: [], imports: [], module: null })
})
