import { messagesOf } from '../message.ts'
import rows from './docs.en.json' with { type: 'json' }

export { rows }
export const msg = messagesOf('docs', rows)
