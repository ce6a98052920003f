/** Waits for the event, and no longer than so many milliseconds. */
export async function orAfter(event: Promise<void> | undefined, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([event, promise])
  clearTimeout(timer)
}
