import { expect, it } from 'vitest'
import { createKernel, createPlain, DISTANCES, HISTOGRAM, ROWS, type Kernel } from '../../src/vectors/scan-kernel.ts'

const stride = 48
const rows = 1_000

function fill(kernel: Kernel): Kernel {
  kernel.grow(ROWS + 3 * rows * stride)
  let state = 5
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24
  const bytes = kernel.bytes()
  for (let at = 0; at < stride; at++) bytes[at] = next()
  for (let at = 0; at < rows * stride; at++) bytes[ROWS + at] = next()
  kernel.scan(ROWS, 400, 0)
  kernel.scan(ROWS + 400 * stride, rows - 400, 400)
  return kernel
}

const told = (kernel: Kernel) => ({
  distances: [...new Uint16Array(kernel.bytes().buffer, DISTANCES, rows)],
  histogram: [...new Uint32Array(kernel.bytes().buffer, HISTOGRAM, stride * 8 + 1)],
})

const bitsOf = (byte: number): number => byte.toString(2).replaceAll('0', '').length

it.each([
  ['with instructions for many at once', createKernel],
  ['without them', createPlain],
])('counts the bits that differ, %s', (_, create) => {
  const kernel = fill(create(stride))
  const bytes = kernel.bytes()
  const distances = Array.from({ length: rows }, (_each, row) => {
    let sum = 0
    for (let at = 0; at < stride; at++) sum += bitsOf((bytes[at] ?? 0) ^ (bytes[ROWS + row * stride + at] ?? 0))
    return sum
  })
  expect(told(kernel).distances).toEqual(distances)
  for (const [distance, count] of told(kernel).histogram.entries())
    expect(count).toBe(distances.filter((one) => one === distance).length)
})

it('has the instructions here', () => expect(String(createKernel(stride).scan)).not.toContain('words'))
