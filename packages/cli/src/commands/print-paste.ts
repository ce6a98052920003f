import { msg, tr } from '@wuku/messages/cli'
import { printLines } from '@wuku/terminal/command-page'
import type { Shell } from '@wuku/terminal/command-types'
import { paintFor } from '@wuku/terminal/terminal'
import { entryOf, type AgentServer, type Client } from '@wuku/connect/client'

/** For a client whose settings only it may write: what to put in, and where. Nothing is written. */
export function printPaste(
  shell: Shell,
  client: Client,
  { server, notes }: { readonly server: AgentServer; readonly notes: readonly string[] },
): 'done' {
  const servers = { [client.table]: { wuku: entryOf(client, server, false) } }
  const [where, link] = [client.paste?.where ?? '', client.paste?.link?.(servers)]
  const paint = paintFor(shell.terminal.out)
  return printLines(shell, { client: client.name, changed: false, paste: servers, where, link, notes }, () => [
    tr(msg('doesNotLetOtherPrograms', { title: client.title })),
    `${paint.bold(tr('Paste this'))}: ${where}`,
    JSON.stringify(servers, null, 2),
    ...(link ? [`${paint.bold(tr('Or open this link'))}:`, link] : []),
    ...notes.map((note) => `  ${paint.yellow('!')} ${tr(note)}`),
    paint.dim(tr('To undo it, delete the server there.')),
  ])
}
