import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { hasHugeLexer } from '../../src/syntax/tree-sitter.ts'
import { PEAK_MEGABYTES } from '../../../../test/unit/memory.ts'

/** From which on the second compilation costs more than it saves. */
const HUGE_BYTES = 50_000

const folder = 'packages/code/grammars'
const grammars = readdirSync(folder)
  .filter((file) => file.endsWith('.wasm.br'))
  .map((file) => file.replace('.wasm.br', ''))

const unpacked = (grammar: string): Buffer => brotliDecompressSync(readFileSync(`${folder}/${grammar}.wasm.br`))

describe('huge lexers', () => {
  it.each(grammars)('%s is known by the length of its longest function', (grammar) =>
    expect(hasHugeLexer(grammar)).toBe(longestFunction(unpacked(grammar)) > HUGE_BYTES),
  )

  it('are compiled once only, and leave the memory alone', () => expect(megabytesAfterParsing()).toBeLessThan(1_000))
})

/** Of a process that parses the same few lines until what is worth it would have been compiled again. */
function megabytesAfterParsing(): number {
  const script = `
    ${PEAK_MEGABYTES}
    import { openTreeSitter } from './packages/code/src/syntax/tree-sitter.ts'
    const syntax = openTreeSitter(new URL('${folder}/', 'file://' + process.cwd() + '/'))
    await syntax.load(['kotlin', 'swift'])
    const text = 'class Ebb { func fall(_ by: Int) -> Int { return by + 1 } }\\n'.repeat(40)
    for (let each = 0; each < 60; each++)
      for (const grammar of ['kotlin', 'swift']) syntax.parse(grammar, text, () => 1)
    console.log(peakMegabytes())`
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }))
}

const CODE_SECTION = 10

/** In bytes. A module is a row of sections, each a number and a length; the section of code is a list of bodies. */
function longestFunction(module: Buffer): number {
  let at = 8
  const next = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = module.readUInt8(at++)
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < module.length) {
    const [section, length] = [next(), next()]
    if (section !== CODE_SECTION) at += length
    else return Math.max(...Array.from({ length: next() }, () => skipped(next())))
  }
  return 0

  function skipped(length: number): number {
    at += length
    return length
  }
}
