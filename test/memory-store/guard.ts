import { demand } from './checks.ts'

/** The same functions, also of the objects within; answers are copies, and none comes after the end. */
export function guard<View extends object>(view: View): { readonly open: View; end(): void } {
  let ended = false
  const guarded = (functions: object): object =>
    Object.fromEntries(
      Object.entries(functions).map(([name, ask]: [string, Ask | object]) => [
        name,
        typeof ask !== 'function'
          ? guarded(ask)
          : async (...given: never[]) => {
              demand(!ended, `${name} is asked of a view that has ended`)
              return structuredClone(await (ask as Ask)(...structuredClone(given)))
            },
      ]),
    )
  return { open: guarded(view) as View, end: () => void (ended = true) }
}

type Ask = (...given: never[]) => Promise<unknown>
