import { hash } from 'node:crypto'
import type { Passage, PassagePlace } from '@wuku/core/core-types'
import { type ModelTextInput, modelTextOf } from '@wuku/text/show/model-text'

/** Two texts with the same 16 bytes are not to be expected before 2^64 of them. */
const HASH_BYTES = 16

/** Vectors are kept by it: chunks that say the same have one. */
export const hashContent = (content: ModelTextInput): Uint8Array =>
  hash('sha256', modelTextOf(content), 'buffer').subarray(0, HASH_BYTES)

/** Its text is cut out when it is looked at. A getter of its own would be put among V8's old objects at once, and with it the whole text of the document. */
export const passageOf = ({ chunk, document, facts }: PassagePlace, body: () => string): Passage =>
  Object.defineProperties({ chunk, document, facts } as Unread, { [BODY]: { value: body }, text: textOfBody })

const BODY = Symbol('body')

interface Unread extends Passage {
  readonly [BODY]: () => string
}

const textOfBody: PropertyDescriptor & ThisType<Unread> = {
  enumerable: true,
  get() {
    return this[BODY]().slice(this.facts.start, this.facts.end)
  },
}
