export { counted, grouped } from '@wuku/messages/message'
