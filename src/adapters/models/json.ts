/** Looks into JSON that anybody may have sent. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

export const listIn = (value: unknown, name: string): readonly unknown[] | undefined => {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : undefined
}

/** `undefined` where one of them is nothing. */
export function each<T>(values: readonly unknown[] | undefined, read: (value: unknown) => T | undefined) {
  const found = values?.map(read)
  return found?.every((value) => value !== undefined) ? (found as readonly T[]) : undefined
}
