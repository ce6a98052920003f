import { isWukuError } from '@wuku/core/errors'
import type { Output as Recalled, RecalledHit } from '@wuku/kernel/operations/recall/shape'
import { paintFor, translatorOf, type Sink } from '../terminal.ts'
import { draw, readingRows, shownRows, type Canvas, type Drawn } from './draw.ts'
import type { Key } from './key-reader.ts'
import { chosenHit, emptyFinding, press, queryOf, type Finding, type Reading, type KeyEffect } from './state.ts'

export interface Screen {
  readonly columns: number
  readonly rows: number
  show(drawn: Drawn): void
  /** `onKey` gets each key, `resized` a new size, `ended` the end of the input. */
  listen(hearing: Hearing): void
  /** Hands the terminal to another program, and takes it back. */
  lend(work: () => Promise<void>): Promise<void>
}

export interface Hearing {
  onKey(key: Key): void
  resized(): void
  ended(): void
}

/** Questions that a search asks, each by the one door to operations. */
export interface SearchOperations {
  recall(query: string): Promise<Recalled>
  open(hit: RecalledHit): Promise<Passage>
  /** Shows the place in another program. */
  show(reading: Reading): Promise<void>
  highlighter(query: string): (line: string) => string
}

export interface Passage extends Pick<Reading, 'title' | 'citation' | 'totalLines'> {
  readonly text: string
  readonly fromLine: number
}

/** People pause between words: what they type in one go is asked once. */
const PAUSE_MS = 80

export interface FindPorts {
  readonly screen: Screen
  readonly operations: SearchOperations
  /** For colours and the language. */
  readonly out: Sink
  readonly signal: AbortSignal
}

/** Until somebody leaves. */
export function find(first: string, { signal, ...ports }: FindPorts): Promise<void> {
  return new Promise((resolve) => {
    const session = new Session({ ...ports, leave: resolve })
    signal.addEventListener('abort', session.ended, { once: true })
    ports.screen.listen(session)
    session.begin(first)
  })
}

interface SessionPorts extends Omit<FindPorts, 'signal'> {
  leave(): void
}

/** One search, from its first key to its last. */
class Session implements Hearing {
  readonly #ports: SessionPorts
  #finding: Finding = emptyFinding
  #highlight: Canvas['highlight'] = (line) => line
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> = Promise.resolve()
  #isAsked = false
  #isDue = false
  #isOver = false

  constructor(ports: SessionPorts) {
    this.#ports = ports
  }

  /** A question that is being answered still needs the store. */
  readonly ended = (): void => {
    this.#isOver = true
    clearTimeout(this.#timer)
    void this.#working.finally(this.#ports.leave)
  }

  begin(query: string): void {
    this.#change({ before: query })
    if (query !== '') this.#grant('ask')
  }

  onKey(key: Key): void {
    const { reading } = this.#finding
    const rows = reading ? readingRows(reading, this.#canvas()).length : 0
    const [next, effect] = press(this.#finding, key, { shown: shownRows(this.#ports.screen), rows })
    this.#change(next)
    if (effect) this.#grant(effect)
  }

  resized(): void {
    this.#change({})
  }

  #canvas(): Canvas {
    const { screen, out } = this.#ports
    const { columns, rows } = screen
    return { columns, rows, paint: paintFor(out), translate: translatorOf(out), highlight: this.#highlight }
  }

  /** Several keys of one moment, as in a paste, are drawn once. */
  #change(next: Partial<Finding>): void {
    this.#finding = { ...this.#finding, ...next }
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#ports.screen.show(draw(this.#finding, this.#canvas()))
    })
  }

  #grant(effect: NonNullable<KeyEffect>): void {
    if (effect === 'leave') this.ended()
    else if (effect === 'read') this.#work(this.#told(this.#read()))
    else if (effect === 'open') this.#work(this.#told(this.#open()))
    else {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#work(this.#ask()), PAUSE_MS)
    }
  }

  #work(more: Promise<void>): void {
    const before = this.#working
    this.#working = (async () => {
      await before
      await more
    })()
  }

  /** An error that its user can correct stands in the last row. */
  async #told(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (thrown) {
      if (this.#isOver) return
      if (!isWukuError(thrown)) throw thrown
      this.#change({ notice: `${thrown.message} ${thrown.remedy}`, isLoading: false })
    }
  }

  /** One question at a time; what was typed meanwhile is asked next. */
  async #ask(): Promise<void> {
    const query = queryOf(this.#finding)
    if (this.#isAsked) return
    if (query === '') return this.#change({ answer: undefined, isLoading: false, chosen: 0 })
    this.#isAsked = true
    this.#change({ isLoading: true })
    await this.#told(this.#answer(query)).finally(() => (this.#isAsked = false))
    if (queryOf(this.#finding) !== query && !this.#isOver) await this.#ask()
  }

  async #answer(query: string): Promise<void> {
    const { operations } = this.#ports
    const answer = await operations.recall(query)
    this.#highlight = operations.highlighter(query)
    this.#change({ answer, chosen: 0, isLoading: false })
  }

  async #read(): Promise<void> {
    const hit = chosenHit(this.#finding)
    if (!hit) return
    const passage = await this.#ports.operations.open(hit)
    const reading: Reading = { ...passage, hit, lines: passage.text.split('\n'), top: 0 }
    const at = readingRows(reading, this.#canvas()).findIndex(({ number }) => number >= hit.line)
    this.#change({ reading: { ...reading, top: Math.max(0, at - LINES_ABOVE) } })
  }

  async #open(): Promise<void> {
    const { reading } = this.#finding
    const { screen, operations } = this.#ports
    if (reading) await screen.lend(() => operations.show(reading))
    this.#change({})
  }
}

/** Lines of the passage above the cited one. */
const LINES_ABOVE = 2
