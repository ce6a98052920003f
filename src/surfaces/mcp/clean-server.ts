import { Server, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { withoutHiddenWithin } from '../../text/hidden-characters.ts'

/**
 * A server that says nothing which people do not see and models read, and nothing that commands the terminal of a client
 * that prints it: in answers, lists, errors and progress alike, since all of them pass here.
 */
export class CleanServer extends Server {
  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(cleaned(message), options)
    return super.connect(transport)
  }
}

/** Ids and tokens are the client's own, and are given back as they came. */
function cleaned(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) return { ...message, result: withoutHiddenWithin(message.result) as typeof message.result }
  if ('error' in message) return { ...message, error: withoutHiddenWithin(message.error) as typeof message.error }
  if (!message.params) return message
  const { progressToken } = message.params
  const params = withoutHiddenWithin(message.params) as typeof message.params
  return { ...message, params: progressToken === undefined ? params : { ...params, progressToken } } as JSONRPCMessage
}
