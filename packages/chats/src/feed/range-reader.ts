/** Hands out stretches of bytes that can only be had from the beginning on. */
export interface RangeReader {
  /** Position behind the bytes that were handed out or skipped. */
  position(): number
  /** Not before `position`. Shorter than asked for when there are no more. */
  between(start: number, end: number): Promise<Buffer>
  close(): Promise<void>
}

export function createRangeReader(chunks: AsyncGenerator<Buffer>): RangeReader {
  let position = 0
  let rest: Buffer = Buffer.alloc(0)
  const between = async (start: number, end: number): Promise<Buffer> => {
    const result: Buffer[] = []
    while (position < end) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done === true) break
        rest = next.value
      }
      const step = Math.min(rest.length, (position < start ? start : end) - position)
      if (position >= start) result.push(rest.subarray(0, step))
      rest = rest.subarray(step)
      position += step
    }
    return Buffer.concat(result)
  }
  return { position: () => position, between, close: async () => void (await chunks.return(undefined)) }
}
