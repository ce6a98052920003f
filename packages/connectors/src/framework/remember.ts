/** Asked for once in a pass. */
export function remember<Value>(find: (id: string) => Promise<Value>): (id: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>()
  return (id) => {
    const found = known.get(id) ?? find(id)
    known.set(id, found)
    return found
  }
}
