/** Begins every version of the file. */
export const PLUGIN_MARK = '// wuku: written by "wuku connect opencode --guide"'

/**
 * opencode runs no commands of hooks, but loads plugins into itself: this one reports to wuku and takes its answers, and no
 * fault of wuku reaches opencode. An addition to the system prompt stays the same for a session, for the cache of the model.
 */
export const opencodePlugin = (line: string): string => `${PLUGIN_MARK}; "wuku connect opencode --remove" takes it out.
import { spawn } from 'node:child_process'

const LINE = ${JSON.stringify(line)}
const COMMANDS = ['bash']
const EDITS = ['edit', 'write', 'patch', 'apply_patch', 'multiedit']

const ask = (event) =>
  new Promise((resolve, reject) => {
    const child = spawn(LINE, { shell: true, stdio: ['pipe', 'pipe', 'ignore'], timeout: 3000, windowsHide: true })
    // A program that hangs below the shell keeps its output open.
    setTimeout(reject, 3000).unref()
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (part) => (said += part))
    child.stdin.on('error', () => {}).end(JSON.stringify({ client: 'opencode', ...event }))
    child.on('error', reject).on('close', () => resolve(said))
  })
    .then((said) => JSON.parse(said) ?? {})
    .catch(() => ({}))

const safely = (work) => (...given) => work(...given).catch(() => undefined)

export const wuku = async ({ directory }) => {
  const contexts = new Map()
  const report = (event, { sessionID: session, callID: call }, more = {}) =>
    ask({ event, session, call, folder: directory, ...more })
  const contextOf = (input, event) => contexts.set(input.sessionID, report(event, input)).get(input.sessionID)
  const refusal = safely(async (input, { args }) => {
    const { tool } = input
    if (COMMANDS.includes(tool) || EDITS.includes(tool)) return (await report('tool.execute.before', input, { tool, args })).deny
  })
  return {
    event: safely(async ({ event }) => {
      if (event.type === 'session.compacted') await contextOf(event.properties, event.type)
    }),
    'experimental.chat.system.transform': safely(async (input, { system }) => {
      if (!input.sessionID) return
      const { add } = await (contexts.get(input.sessionID) ?? contextOf(input, 'session.created'))
      if (add) system.push(add)
    }),
    'chat.message': safely(async (input, { message, parts }) => {
      const prompt = parts.flatMap((part) => (part.type === 'text' && !part.synthetic ? [part.text] : [])).join('\\n')
      const { add } = await report('chat.message', input, { prompt })
      const ids = { id: 'prt_' + crypto.randomUUID().replaceAll('-', ''), sessionID: input.sessionID, messageID: message.id }
      if (add) parts.push({ ...ids, type: 'text', text: add, synthetic: true })
    }),
    'tool.execute.before': async (input, output) => {
      const reason = await refusal(input, output)
      if (reason) throw new Error(reason)
    },
    'tool.execute.after': safely(async (input, result) => {
      const { exit } = result.metadata
      if (!COMMANDS.includes(input.tool) || !exit) return
      const { tool, args } = input
      const { add } = await report('tool.execute.after', input, { tool, args, exit, output: result.output })
      if (add) result.output += '\\n\\n' + add
    }),
  }
}
`
