import { messagesOf } from '../message.ts'
import rows from './models.en.json' with { type: 'json' }

export { rows }
export const msg = messagesOf('models', rows)
