import { readVersion } from '@wuku/settings/package'
import { collectSooner, keepHeapsSmall } from './v8-flags.ts'

/**
 * Commands that may take long. Loading alone lets semi-spaces grow, and they never shrink, so their growth is limited
 * before these commands. Any other command starts a tenth slower with small ones.
 */
const LONG = ['add', 'index', 'start', 'migrate', 'backup', 'restore']

/**
 * Commands that list many files also collect old objects sooner: 200,000 files are a listing of 45 MB before the first is
 * read, and memory that a heap has taken is not given back. A backup or a restore has one page of the store in memory: with
 * 20,000 documents it takes 25 % less CPU without this, and 30 MB more.
 */
const LISTING = ['add', 'index', 'start']

/** Scripts and agents wait for the start: what a command does not need is not loaded. */
const tokens = process.argv.slice(2)
if (tokens.length === 1 && ['version', '--version', '-v'].includes(tokens[0] ?? '')) {
  process.stdout.write(`${readVersion()}\n`)
} else if (tokens[0] === 'hook' && (tokens[1] ?? '--').startsWith('--') && !isHelp()) {
  const { runHook } = await import('@wuku/hook/run-hook')
  await runHook(tokens)
} else if (tokens[0] === 'session-context' && !isHelp()) {
  // A session waits for this one, and must begin whatever is wrong with the settings or the options.
  const { readRequest, printSessionContext } = await import('@wuku/storehouses/print-session-context')
  await printSessionContext(readRequest(tokens))
} else {
  if (tokens.some((token) => LONG.includes(token))) {
    keepHeapsSmall()
    if (tokens.some((token) => LISTING.includes(token))) collectSooner()
  }
  const given = tokens.length > 0 ? tokens : [defaultCommand()]
  const attached = given[0] === 'mcp' ? await attach(given) : undefined
  if (attached !== 'ended') {
    const { failUntilDone } = await import('./fail-until-done.ts')
    await failUntilDone({ json: tokens.includes('--json') }, async () => {
      const { runCommandLine } = await import('./command-line.ts')
      return runCommandLine(given, { agent: attached })
    })
  }
}

function isHelp(): boolean {
  return tokens.some((token) => ['--help', '-h'].includes(token))
}

/** A client starts its server without a word; a person in a terminal searches, and where that cannot be drawn reads help. */
function defaultCommand(): string {
  if (!process.stdin.isTTY) return 'mcp'
  return process.stdout.isTTY && process.env['TERM'] !== 'dumb' ? 'find' : 'help'
}

/** An agent of many is answered by the server of its data folder: this process then needs next to nothing. */
async function attach(given: readonly string[]) {
  const { attachToServer } = await import('./attach/attach.ts')
  return attachToServer(given)
}
