import { messagesOf } from '../message.ts'
import rows from './instances.en.json' with { type: 'json' }

export { rows }
export const msg = messagesOf('instances', rows)
