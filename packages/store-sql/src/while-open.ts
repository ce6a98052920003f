/** Refuses everything once `work` has ended. */
export async function whileOpen<Transaction extends object, T>(
  transaction: Transaction,
  work: (open: Transaction) => Promise<T>,
): Promise<T> {
  let hasEnded = false
  const refuse = (): void => {
    if (hasEnded) throw new Error('This write has ended: its desk can no longer be used.')
  }
  try {
    return await work(guarded(transaction, refuse))
  } finally {
    hasEnded = true
  }
}

/** The same functions, also of the objects within, each of which asks first. */
function guarded<Functions extends object>(functions: Functions, ask: () => void): Functions {
  const entries = Object.entries(functions).map(([name, part]: [string, Answer | object]) => [
    name,
    typeof part !== 'function'
      ? guarded(part, ask)
      : async (...given: never[]) => {
          ask()
          return (part as Answer)(...given)
        },
  ])
  // The entries keep their names.
  return Object.fromEntries(entries) as Functions
}

type Answer = (...given: never[]) => unknown
