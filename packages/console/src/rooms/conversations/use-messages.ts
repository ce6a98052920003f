import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { readConversation, type ConversationView, type Message, type ReadQuery } from './conversations.ts'

export interface Messages {
  /** What is known of the conversation besides its messages. */
  readonly about: ShallowRef<ConversationView | undefined>
  readonly total: ComputedRef<number>
  readonly error: ShallowRef<unknown>
  at(place: number): Message | undefined
  /** The list tells which messages it shows. */
  want(from: number, to: number): Promise<void>
  /** The place of a message in what is shown; it is fetched for that where it must be. */
  placeOf(index: number): Promise<number | undefined>
  /** Asks what is shown once more, without emptying the list. */
  refresh(): void
}

const SIZE = 50

interface Held {
  readonly about: ShallowRef<ConversationView | undefined>
  readonly messages: ShallowRef<ReadonlyMap<number, Message>>
  readonly error: ShallowRef<unknown>
  /** Fetches a page and keeps it; nothing when it failed or nobody waits for it any longer. */
  load(query: ReadQuery): Promise<ConversationView | undefined>
  giveUp(): void
}

/** Pages of a branch that were fetched, by the places of their messages. */
function holdPages(conversation: () => string, branch: () => string): Held {
  const about = shallowRef<ConversationView>()
  const messages = shallowRef<ReadonlyMap<number, Message>>(new Map())
  const error = shallowRef<unknown>()
  let round = new AbortController()

  async function load(query: ReadQuery): Promise<ConversationView | undefined> {
    const { signal } = round
    const known = branch() ? { branch: branch() } : {}
    try {
      const page = await readConversation(conversation(), { ...known, limit: SIZE, ...query }, signal)
      if (signal.aborted) return undefined
      const all = new Map(messages.value)
      for (const [at, message] of page.messages.entries()) all.set(page.skipped + at, message)
      messages.value = all
      about.value = page
      error.value = undefined
      return page
    } catch (problem) {
      if (!signal.aborted) error.value = problem
      return undefined
    }
  }
  function giveUp(): void {
    round.abort()
    round = new AbortController()
  }
  return { about, messages, error, load, giveUp }
}

/** Messages of a branch by their place, of which only those that somebody looks at are fetched. */
export function useMessages(conversation: () => string, branch: () => string): Messages {
  const { about, messages, error, load, giveUp } = holdPages(conversation, branch)
  const asked = new Set<number>()
  let shown: readonly [number, number] = [0, 0]

  /** A page may hold fewer messages than asked for: what is missing is asked from its first place on. */
  async function fill(from: number, to: number): Promise<void> {
    const last = about.value ? Math.min(to, about.value.total - 1) : to
    for (let place = from; place <= last; place++) {
      if (messages.value.has(place) || asked.has(place)) continue
      const places = Array.from({ length: SIZE }, (_, at) => place + at)
      for (const each of places) asked.add(each)
      // oxlint-disable-next-line no-await-in-loop -- Where a page ends is known once it is here.
      const page = await load({ skip: place })
      for (const each of places) asked.delete(each)
      if (!page || page.messages.length === 0) return
    }
  }

  async function want(from: number, to: number): Promise<void> {
    shown = [from, to]
    await fill(from, to)
  }

  async function placeOf(index: number): Promise<number | undefined> {
    for (const [place, message] of messages.value) if (message.index === index) return place
    const page = await load({ from_message: index })
    return page?.messages[0]?.index === index ? page.skipped : undefined
  }

  function restart(): void {
    giveUp()
    asked.clear()
  }
  function refresh(): void {
    restart()
    messages.value = new Map([...messages.value].filter(([place]) => place >= shown[0] && place <= shown[1]))
    void load({ skip: shown[0] })
  }

  watch([conversation, branch], ([id], [before]) => {
    restart()
    messages.value = new Map()
    if (id !== before) about.value = undefined
    void fill(0, 0)
  })
  void fill(0, 0)
  onScopeDispose(giveUp)

  return {
    about,
    total: computed(() => about.value?.total ?? 0),
    error,
    at: (place) => messages.value.get(place),
    want,
    placeOf,
    refresh,
  }
}
