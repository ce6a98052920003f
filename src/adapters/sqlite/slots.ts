/** At most so many at once, the others in turn; whoever has waited for so many milliseconds goes in all the same. */
export interface Slots {
  enter(): Promise<void>
  leave(): void
}

/** The wait has an end: what is inside may wait for what is still outside. */
export function createSlots({ most, patience }: { readonly most: number; readonly patience: number }): Slots {
  const waiting = new Set<() => void>()
  let inside = 0
  return {
    async enter() {
      if (inside >= most) await turn(waiting, patience)
      inside++
    },
    leave() {
      inside--
      const [next] = waiting
      if (inside < most) next?.()
    },
  }
}

function turn(waiting: Set<() => void>, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const enter = (): void => {
      clearTimeout(timer)
      waiting.delete(enter)
      resolve()
    }
    const timer = setTimeout(enter, patience)
    waiting.add(enter)
  })
}
