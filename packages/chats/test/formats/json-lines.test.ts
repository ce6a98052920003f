import { expect, it } from 'vitest'
import { readFirstLine, readHead, readLines } from '../../src/formats/json-lines.ts'
import { pieceOf } from './read-piece.ts'

const check = (text: string, lines: readonly unknown[], said: readonly string[] = []): void => {
  const read = readLines(pieceOf('a.jsonl', text))
  expect(read.lines).toEqual(lines)
  expect(read.problems.map((problem) => problem.said)).toEqual(said)
}

it('reads every line, whatever ends it', () => {
  check('', [])
  check('{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }])
  check('{"a":1}\r\n\r\n{"a":"二"}', [{ a: 1 }, { a: '二' }])
  check('\uFEFF{"a":1}\n', [{ a: 1 }])
  check('{"a":"\u2028 is no end of a line"}\n', [{ a: '\u2028 is no end of a line' }])
})

it('says nothing of a last line that is still being written', () => {
  check('{"a":1}\n{"a":"half', [{ a: 1 }])
  check('{"a":"ha', [])
})

it('tells of all broken lines at once', () => {
  check('{"a":1}\nnot json\n{"a":2}\n', [{ a: 1 }, { a: 2 }], ['Line 2 is not a JSON object; the others were read.'])
  check(
    '{"a":1}\n\n\0\0\0\n42\n[]\n{"a":2}\n',
    [{ a: 1 }, { a: 2 }],
    ['3 lines are not JSON objects, first line 3; the others were read.'],
  )
})

it('counts lines within the part', () => {
  const { problems } = readLines(pieceOf('a.jsonl', '{}\n{\n', { part: 3 }))
  expect(problems).toEqual([
    {
      path: 'a.jsonl',
      said: 'Line 2 of part 3 is not a JSON object; the others were read.',
      remedy: 'Check line 2 of part 3 of a.jsonl, or ignore it: only its contents are missing.',
    },
  ])
})

it('knows the first line of the file in every part', () => {
  expect(readFirstLine(pieceOf('a.jsonl', '\n{"a":1}\n{"a":2}\n'))).toEqual({ a: 1 })
  expect(readFirstLine(pieceOf('a.jsonl', '{"a":3}\n', { part: 2, firstLine: '{"a":1}' }))).toEqual({ a: 1 })
  expect(readHead(pieceOf('a.jsonl', 'x\n{"a":3}\n{"a', { part: 2, firstLine: '{"a":1}' }))).toEqual([
    { a: 1 },
    { a: 3 },
  ])
})
