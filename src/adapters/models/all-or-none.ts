/** The first that fails stops the others: their answers would be of no use. */
export async function allOrNone<T>(
  caller: AbortSignal,
  start: (signal: AbortSignal) => readonly Promise<T>[],
): Promise<readonly T[]> {
  const stop = new AbortController()
  const answers = start(AbortSignal.any([caller, stop.signal]))
  try {
    return await Promise.all(answers)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(answers)
    throw error
  }
}
