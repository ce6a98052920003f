import { messagesOf } from '../message.ts'
import rows from './kernel.en.json' with { type: 'json' }

export { rows }
export const msg = messagesOf('kernel', rows)
