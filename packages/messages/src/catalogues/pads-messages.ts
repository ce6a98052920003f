import { messagesOf } from '../message.ts'
import rows from './pads.en.json' with { type: 'json' }
export const msg = messagesOf('pads', rows)
export * from '../message.ts'
