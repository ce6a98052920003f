import { describe, expect, it } from 'vitest'
import { focusOf } from '../src/focus.ts'

const filler = 'The tide comes in twice a day here and nobody knows why it is so early in this harbour. '.repeat(6)

describe('a long question is searched by what it says clearest', () => {
  it.each<[says: string, question: string, held: readonly string[], lacked: readonly string[]]>([
    ['a short question is left alone', 'where is the "ebb" -x read?', ['where is the "ebb" -x read?'], []],
    [
      'the title of an issue, and names and paths of its text',
      `# Ebb is read twice\n\n### Environment\n- OS: Harbour 22.04\n- [x] I searched\n\n${filler}\nIt is \`readEbb\` in src/tide/ebb_reader.ts, not Moon.phase().`,
      ['Ebb is read twice', 'readEbb', 'src/tide/ebb_reader.ts', 'Moon.phase'],
      ['22.04', 'searched'],
    ],
    [
      'the title of a short message, and little of what goes on about it',
      'Truncate the level of the tide\n\nThe harbour asked for it since last winter, and now that gates need so much oil we can use `Level.cut` instead of our own.',
      ['Truncate the level of the tide Truncate the level of the tide', 'Level.cut'],
      ['oil', 'our own'],
    ],
    [
      'two lines that are short as they are',
      'Truncate the level\nwith "one digit" -moon',
      ['Truncate the level\nwith "one digit" -moon'],
      [],
    ],
    [
      'frames of Python, the innermost first, and its error',
      `Wrong level\n${filler}\nTraceback (most recent call last):\n  File "/app/tide/harbour.py", line 4, in open_gate\n    gate()\n  File "/usr/lib/python3/site-packages/sea/deep.py", line 2, in dive\nLevelError: too low`,
      ['tide/harbour.py', 'open_gate', 'LevelError'],
      ['dive', 'sea/deep.py'],
    ],
    [
      'frames of JavaScript',
      `Crash\n${filler}\n    at Harbour.openGate (/app/src/harbour.ts:10:5)\n    at run (node:internal/main:1:1)\n    at x (/app/node_modules/sea/a.js:1:1)`,
      ['src/harbour.ts', 'openGate'],
      ['node:internal', 'sea/a.js'],
    ],
    [
      'frames of Java',
      `Crash\n${filler}\n\tat org.sea.Harbour.openGate(Harbour.java:12)\n\tat java.util.List.of(List.java:3)`,
      ['Harbour.java', 'openGate'],
      ['List.java'],
    ],
    [
      'frames of Go',
      `Crash\n${filler}\ngoroutine 1 [running]:\nsea/harbour.(*Gate).Open(0xc0)\n\t/app/harbour/gate.go:12 +0x1d`,
      ['harbour/gate.go', 'Gate Open'],
      [],
    ],
    [
      'frames of Rust',
      `Crash\n${filler}\n   4: sea::harbour::open_gate\n             at src/harbour.rs:12\n   5: std::rt::lang_start`,
      ['open_gate', 'src/harbour.rs'],
      ['lang_start'],
    ],
    [
      'frames of C#',
      `Crash\n${filler}\n   at Sea.Harbour.OpenGate(Int32 level) in /app/Harbour.cs:line 12`,
      ['OpenGate', 'Harbour.cs'],
      [],
    ],
    ['Chinese', `潮汐读取错误。${'港口每天涨潮两次，没有人知道原因。'.repeat(30)}`, ['潮汐读取错误'], []],
  ])('%s', (_says, question, held, lacked) => {
    const focus = focusOf(question)
    expect(held.filter((each) => !focus.includes(each))).toEqual([])
    expect(lacked.filter((each) => focus.includes(each))).toEqual([])
  })

  it('is short, however long the question is', () => {
    const log = 'at step 12 the gate_of_harbour was closed by openGate()\n'.repeat(700)
    expect(focusOf(`Gate\n${log}`).length).toBeLessThan(1_000)
    expect(focusOf('x'.repeat(40_000)).length).toBeLessThanOrEqual(4_000)
    expect(focusOf('-'.repeat(40_000)).length).toBeLessThanOrEqual(4_000)
  })
})
