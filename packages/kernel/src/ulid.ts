import { randomBytes } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LETTERS = 10
const RANDOM_BYTES = 16

/** 26 letters: the moment, then chance; ids made later sort behind. */
export function newUlid(now: number, random: Uint8Array = randomBytes(RANDOM_BYTES)): string {
  let time = ''
  for (let rest = now, at = 0; at < TIME_LETTERS; at++, rest = Math.floor(rest / 32)) time = letter(rest % 32) + time
  return time + [...random].map((byte) => letter(byte % 32)).join('')
}

const letter = (value: number): string => LETTERS.charAt(value)
