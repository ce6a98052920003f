import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBlock, removeBlock, setBlock } from '../src/connection.ts'
import { guideText } from '../src/hook-command.ts'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

describe('a block in a text file', () => {
  it('is ours alone in a new file, and leaves nothing', () => {
    const text = setBlock('', 'ask', '---\nname: x\n---\n\n')
    expect(text).toMatch(/^---\nname: x\n---\n\n<!-- wuku: begin.*-->\nask\n<!-- wuku: end -->\n$/)
    expect(removeBlock(text, '---\nname: x\n---\n\n')).toBe('')
  })

  it('is changed where it stands', () => {
    const text = `${setBlock('# mine\n', 'old')}\nmore\n`
    const changed = setBlock(text, 'new')
    expect(changed).toBe(text.replace('old', 'new'))
    expect(readBlock(changed)).toContain('new')
    expect(removeBlock(changed)).toBe('# mine\n\nmore\n')
  })

  it('comes out of any text without a trace', () => {
    const line = fc.stringMatching(/^[ -~\t中]*$/)
    const texts = fc.tuple(fc.array(line, { minLength: 1 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    fc.assert(
      fc.property(texts, ([lines, newline, isEnded]) => {
        const text = lines.join(newline) + (isEnded ? newline : '')
        fc.pre(text.trim() !== '')
        expect(removeBlock(setBlock(text, 'ask\nmore'))).toBe(text)
      }),
    )
  })
})

it.each(Object.entries(guideText))('the guide (%s) costs a model fewer than 250 tokens', (_language, text) =>
  expect(countTokens(text)).toBeLessThan(250),
)
