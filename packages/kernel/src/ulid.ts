import { randomBytes } from 'node:crypto'
import { once } from '@wuku/core/once'

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LETTERS = 10
const RANDOM_BYTES = 16

/** Letters that count ids of one moment, from a number of chance on. */
const COUNT_LETTERS = 3

/** 26 letters: the moment, then chance; ids that a process makes later sort behind. */
export function newUlid(now: number, random: Uint8Array = chance()(now)): string {
  let time = ''
  for (let rest = now, at = 0; at < TIME_LETTERS; at++, rest = Math.floor(rest / 32)) time = letter(rest % 32) + time
  return time + [...random].map((byte) => letter(byte % 32)).join('')
}

const chance = once(createChance)

function createChance(): (now: number) => Uint8Array {
  let last = { now: NaN, count: 0 }
  return (now) => {
    const random = randomBytes(RANDOM_BYTES)
    // Half of all counts, so that there is room behind.
    last = { now, count: now === last.now ? last.count + 1 : random.readUInt16BE() >> 2 }
    for (let at = 0; at < COUNT_LETTERS; at++) random[at] = last.count >> (5 * (COUNT_LETTERS - 1 - at))
    return random
  }
}

const letter = (value: number): string => LETTERS.charAt(value)
