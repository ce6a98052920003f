import { describe, expect, it } from 'vitest'
import { padText } from '../src/pads/pad-actions.ts'
import type { Sink } from '../src/terminal.ts'

const sink = (isTerminal: boolean): Sink => ({ write: () => {}, isTerminal, hasColours: false, columns: 80 })

describe('the text of a scratchpad', () => {
  it.each<[isTerminal: boolean, content: string, shown: string]>([
    [true, '', ''],
    [true, 'a\u001B[31m', 'a␛[31m\n'],
    [false, 'a\u001B[31m', 'a\u001B[31m\n'],
    [true, 'a\r\nb', 'a\nb\n'],
    [false, 'a\n', 'a\n'],
  ])('terminal %s: %j', (isTerminal, content, shown) => expect(padText(content, sink(isTerminal))).toBe(shown))
  it('shows a reader where blocks end', () => {
    const out = { ...sink(true), hasColours: true }
    const shown = padText('潮\n\n---\n<!--- block start --->\nebb\n---\n', out)
    expect(shown).toBe('潮\n\n\u001B[2m---\u001B[22m\n\u001B[2m<!--- block start --->\u001B[22m\nebb\n---\n')
  })
})
