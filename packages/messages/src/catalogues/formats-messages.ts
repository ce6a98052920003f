import { messagesOf } from '../message.ts'
import rows from './formats.en.json' with { type: 'json' }

export { rows }
export const msg = messagesOf('formats', rows)
