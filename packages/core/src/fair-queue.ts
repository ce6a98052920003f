/** Waits of one user: more are refused, since nobody waits for the last of them. */
const MAX_WAITING = 100
const MINUTE_MS = 60_000
/** Users that are remembered; beyond them those whose turn is longest ago are forgotten. */
const MAX_USERS = 10_000

/** Turns of users who share some places of work. Cost is in milliseconds of a place. */
export interface FairTurns {
  /**
   * Picks among the users who wait: those within their budget first, then those with fewer than `share` at work, then the one whose last
   * turn is the oldest. `undefined` when the remaining place must stay free for others.
   */
  pick(waiting: Iterable<string>, places: Places): string | undefined
  /** The user had a turn. */
  begin(user: string): void
  spend(user: string, milliseconds: number): void
}

export interface Places {
  readonly free: number
  /** Number of places at which the user is at work. */
  working(user: string): number
}

export interface FairTurnsOptions {
  /** Places that a user has while others wait. */
  readonly share: number
  /** Free places that a user with its share leaves for others who may come; default 0. */
  readonly reserve?: number
  /** Places of a user who is over its budget, also when nobody else waits. */
  readonly shareOverBudget: number
  /** Milliseconds of a place that a user may spend in a minute; 0: no limit. Spending is forgotten at this pace. */
  readonly budget: number
  now(): number
  /** Users without limits, such as the only one of a local server. */
  isExempt?(user: string): boolean
}

interface Account {
  readonly turn: number
  readonly spent: number
  readonly at: number
}

export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { share, reserve = 0, shareOverBudget, budget, now, isExempt } = options
  const accounts = new Map<string, Account>()
  let turns = 0
  const accountOf = (user: string): Account => {
    const at = now()
    const { turn, spent, at: before } = accounts.get(user) ?? { turn: 0, spent: 0, at }
    return { turn, at, spent: Math.max(0, spent - ((at - before) * budget) / MINUTE_MS) }
  }
  /** Last in the map is whose turn was last. */
  const keep = (user: string, account: Account): void => {
    accounts.delete(user)
    accounts.set(user, account)
    const [oldest] = accounts.size > MAX_USERS ? accounts.keys() : []
    if (oldest !== undefined) accounts.delete(oldest)
  }
  const isOver = (user: string): boolean => budget > 0 && accountOf(user).spent > budget
  const mayBegin = (user: string, { free, working }: Places): boolean => {
    if (isExempt?.(user)) return true
    const busy = working(user)
    return isOver(user) ? busy < shareOverBudget : busy < share || free > reserve
  }
  const rankOf = (user: string, { working }: Places): number =>
    isExempt?.(user) ? 0 : (isOver(user) ? 2 : 0) + (working(user) >= share ? 1 : 0)
  return {
    pick(waiting, places) {
      if (places.free <= 0) return undefined
      let best: { readonly user: string; readonly rank: number; readonly turn: number } | undefined
      for (const user of waiting) {
        if (!mayBegin(user, places)) continue
        const [rank, turn] = [rankOf(user, places), accounts.get(user)?.turn ?? 0]
        if (!best || rank < best.rank || (rank === best.rank && turn < best.turn)) best = { user, rank, turn }
      }
      return best?.user
    },
    begin: (user) => keep(user, { ...accountOf(user), turn: ++turns }),
    spend(user, milliseconds) {
      const account = accountOf(user)
      keep(user, { ...account, spent: account.spent + milliseconds })
    },
  }
}

/** Work that waits for a place, by user. Work of one user begins in its order. */
export interface FairQueue<Work> {
  /** `false`: the user has too much waiting already, and nothing was added. */
  add(user: string, work: Work): boolean
  /** It is not to be begun any more. */
  remove(user: string, work: Work): void
  /** The next work for one of the free places; `fits` refuses work whose own place is not free. */
  dequeue(free: number, fits: (work: Work) => boolean): { readonly user: string; readonly work: Work } | undefined
  spend(user: string, milliseconds: number): void
  /** Work of the user has left its place. */
  end(user: string): void
  clear(): readonly Work[]
}

export function createFairQueue<Work>(options: FairTurnsOptions): FairQueue<Work> {
  const turns = createFairTurns(options)
  const waiting = new Map<string, Set<Work>>()
  const working = new Map<string, number>()
  const countOf = (user: string): number => working.get(user) ?? 0
  const remove = (user: string, work: Work): void => {
    const own = waiting.get(user)
    own?.delete(work)
    if (own?.size === 0) waiting.delete(user)
  }
  return {
    add(user, work) {
      const own = waiting.get(user) ?? new Set()
      if (own.size >= MAX_WAITING && !options.isExempt?.(user)) return false
      waiting.set(user, own.add(work))
      return true
    },
    remove,
    dequeue(free, fits) {
      const heads = new Map<string, Work>()
      for (const [user, own] of waiting) {
        const head = own.values().find(fits)
        if (head !== undefined) heads.set(user, head)
      }
      const user = turns.pick(heads.keys(), { free, working: countOf })
      if (user === undefined) return undefined
      const work = heads.get(user) as Work
      remove(user, work)
      turns.begin(user)
      working.set(user, countOf(user) + 1)
      return { user, work }
    },
    spend: turns.spend,
    end(user) {
      if (countOf(user) > 1) working.set(user, countOf(user) - 1)
      else working.delete(user)
    },
    clear() {
      const all = [...waiting.values()].flatMap((own) => [...own])
      waiting.clear()
      return all
    },
  }
}
