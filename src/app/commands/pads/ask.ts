import { asksFor } from '../asking.ts'

export const ask = asksFor('pads')
