import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { openConverter, type ConverterOptions } from '../../src/converter/converter.ts'
import type { Converter } from '@wuku/core/ports/converter'
import { docxOf, paragraph } from './office-making.ts'
import { column, pdfOf } from './pdf-making.ts'

const real = new URL('../../src/converter/child.ts', import.meta.url)
const misbehaving = new URL('./fixtures/misbehaving.ts', import.meta.url)
const forever = new AbortController().signal

const opened: Converter[] = []
afterEach(async () => {
  for (const converter of opened.splice(0)) await converter.close()
})

function open(options: ConverterOptions): Converter {
  const converter = openConverter(options)
  opened.push(converter)
  return converter
}

async function said(converter: Converter, path: string, bytes: Uint8Array = Buffer.from('x')): Promise<string> {
  const answer = await converter.convert({ path, bytes }, forever)
  return 'said' in answer ? String(answer.said) : Buffer.from(answer.bytes).toString()
}

interface Told {
  readonly pid: number
  readonly env: readonly string[]
  readonly flags: readonly string[]
  readonly length: number
}

const told = async (converter: Converter, bytes?: Uint8Array, path = 'tell.docx'): Promise<Told> =>
  JSON.parse(await said(converter, path, bytes))

/** An orphan that has ended may wait for somebody to take note of it. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('files', () => {
  it('are read in a process of their own, one after the other', async () => {
    const converter = open({ script: real })
    const pdf = pdfOf({ pages: [column(['潮汐', '海水'], { x: 72, y: 700, font: 'chinese' })], title: 'T' })
    const answers = await Promise.all([
      converter.convert({ path: 'a.pdf', bytes: pdf }, forever),
      converter.convert({ path: 'b.docx', bytes: docxOf(paragraph('月亮')) }, forever),
      converter.convert({ path: 'c.docx', bytes: pdf }, forever),
    ])
    expect(answers.map((answer) => ('said' in answer ? answer : [answer.as, answer.title]))).toEqual([
      ['markdown', 'T'],
      ['html', undefined],
      {
        path: 'c.docx',
        said: 'It is a PDF, not a Word document.',
        remedy: 'Rename it to end in .pdf.',
        isLasting: true,
        wastedMilliseconds: 0,
      },
    ])
  })

  it('come across whole, to a process that has no environment and may not write', async () => {
    const { env, flags, length } = await told(open({ script: misbehaving }), new Uint8Array(3 * 1024 ** 2))
    expect({ env, length }).toEqual({ env: [], length: 3 * 1024 ** 2 })
    expect(flags).toContain('--permission')
    expect(flags.join(' ')).not.toContain('fs-write')
  })

  it.each<[string, number, string]>([
    ['that are empty', 0, 'It is empty.'],
    ['that are too large', 3 * 1024 ** 2, 'It has 3 MB; the limit is 2 MB.'],
  ])('%s are refused before anything is started', async (_, length, expected) =>
    expect(
      await said(open({ script: misbehaving, fileBytes: 2 * 1024 ** 2 }), 'tell.pdf', new Uint8Array(length)),
    ).toBe(expected),
  )
})

describe('a process', () => {
  it('is used again, and ends when it has nothing to do', async () => {
    const converter = open({ script: misbehaving, idleMilliseconds: 100 })
    const [first, second] = [await told(converter), await told(converter)]
    expect(second.pid).toBe(first.pid)
    await expect.poll(() => isAlive(first.pid)).toBe(false)
    expect((await told(converter)).pid).not.toBe(first.pid)
  })

  it.each<[string, string, Omit<ConverterOptions, 'script'>, RegExp]>([
    ['takes too long over a PDF', 'hang.pdf', { milliseconds: { pdf: 300, others: 60_000 } }, /within 0\.3 seconds/],
    ['takes too long over another', 'hang.xlsx', { milliseconds: { pdf: 60_000, others: 400 } }, /within 0\.4 seconds/],
    ['needs too much memory', 'grow.pdf', { memoryBytes: 200 * 1024 ** 2 }, /with 200 MB of memory/],
    ['crashes', 'crash.pdf', {}, /crashed/],
    ['ends', 'leave.pdf', {}, /crashed/],
  ])('that %s is replaced', async (_, path, limits, expected) => {
    const converter = open({ script: misbehaving, ...limits })
    // A format whose time is long, for a process may take long to start.
    const witness = path.endsWith('.pdf') ? 'tell.docx' : 'tell.pdf'
    const before = await told(converter, undefined, witness)
    expect(await said(converter, path)).toMatch(expected)
    expect(isAlive(before.pid)).toBe(false)
    expect((await told(converter, undefined, witness)).pid).not.toBe(before.pid)
  })

  it('that was slow for want of a processor says that the file may be read another time', async () => {
    const converter = open({ script: misbehaving, milliseconds: { pdf: 60_000, others: 300 } })
    // Its start takes processor time, too.
    await told(converter, undefined, 'tell.pdf')
    expect(await converter.convert({ path: 'sleep.docx', bytes: Buffer.from('x') }, forever)).toMatchObject({
      said: expect.stringMatching(/within/),
      isLasting: false,
    })
  })

  it('has less time where its caller gives it less', async () => {
    const converter = open({ script: misbehaving, milliseconds: { pdf: 60_000, others: 60_000 } })
    expect(
      await converter.convert({ path: 'hang.pdf', bytes: Buffer.from('x'), milliseconds: 200 }, forever),
    ).toMatchObject({ said: expect.stringMatching(/within 0\.2 seconds/) })
  })

  it('ends when what it does is given up, and others go on', async () => {
    const converter = open({ script: misbehaving })
    const { pid } = await told(converter)
    const giveUp = new AbortController()
    const given = converter.convert({ path: 'hang.pdf', bytes: Buffer.from('x') }, giveUp.signal)
    const other = told(converter)
    await turn()
    giveUp.abort(new Error('enough'))
    await expect(given).rejects.toThrow('enough')
    expect((await other).pid).not.toBe(pid)
    expect(isAlive(pid)).toBe(false)
  })

  it('ends when it is closed, in the middle of a file too', async () => {
    const converter = open({ script: misbehaving })
    const { pid } = await told(converter)
    const given = expect(said(converter, 'hang.pdf')).rejects.toMatchObject({ code: 'cancelled' })
    await converter.close()
    await given
    expect(isAlive(pid)).toBe(false)
    await expect(said(converter, 'tell.pdf')).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('dies with its parent, in the middle of a file too', async () => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('./fixtures/parent.ts', import.meta.url))])
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(String(line))
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
