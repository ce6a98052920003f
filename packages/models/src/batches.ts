export interface BatchSize {
  readonly texts: number
  /** UTF-16 units of all texts. One text alone may have more. */
  readonly chars: number
}

/** The texts in their order, as many together as one request may hold. */
export function cutIntoBatches(texts: readonly string[], maxSize: BatchSize): readonly (readonly string[])[] {
  const batches: string[][] = []
  let chars = 0
  for (const text of texts) {
    const batch = batches.at(-1)
    chars += text.length
    if (batch && batch.length < maxSize.texts && chars <= maxSize.chars) {
      batch.push(text)
      continue
    }
    batches.push([text])
    chars = text.length
  }
  return batches
}

/** The first that fails stops the others: their answers would be of no use. */
export async function allOrNone<T>(caller: AbortSignal, start: (signal: AbortSignal) => readonly Promise<T>[]) {
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
