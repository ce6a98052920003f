#!/usr/bin/env node
// Any Node from 12 on can read this file: it finds or fetches a Node that can run wuku, or says what to install.
import { spawn } from 'child_process'
import fs from 'fs'
import { createRequire } from 'module'
import { dirname, join } from 'path'
import { fileURLToPath, pathToFileURL } from 'url'
import { runningCopy, runsLong } from './running-copy.js'
import { fetchRuntime, findRuntime, isNewEnough, runtimeRemedy } from './runtime.js'

const home = dirname(dirname(fileURLToPath(import.meta.url)))

// Other users of the machine see the arguments of a process: a password in an address is seen no longer than a start takes.
const address = /(:\/\/[^/@\s:]*):[^/@\s]*@/g
if (process.argv.some((word) => word.search(address) >= 0))
  process.title = ['wuku'].concat(process.argv.slice(2)).join(' ').replace(address, '$1:***@')

if (isNewEnough(process.versions.node)) run()
else startAgain().catch(sayWhatToInstall)

/**
 * A clone that was not built runs its sources: Node strips the types. What Node has compiled once it keeps beside the
 * packages, where it goes away with them; where that cannot be written, every start compiles anew.
 */
function run() {
  const isBuilt = fs.existsSync(join(home, 'dist', 'app', 'main.js'))
  const folder = isBuilt && runsLong(process.argv.slice(2)) ? runningCopy(home) : home
  const main = isBuilt ? join(folder, 'dist', 'app', 'main.js') : join(home, 'packages', 'cli', 'src', 'main.ts')
  createRequire(import.meta.url)('module').enableCompileCache(join(home, 'node_modules', '.cache', 'wuku'))
  import(pathToFileURL(main).href).catch(fail)
}

function fail(error) {
  process.stderr.write((error.stack || error) + '\n')
  process.exitCode = 1
}

/** What was found may turn out to be as old: then the variable is set already, and one is fetched, which is not. */
async function startAgain() {
  const found = process.env.WUKU_STARTED_BY ? undefined : findRuntime(home)
  const node = found || (await fetchRuntime())
  const env = Object.assign({ WUKU_STARTED_BY: process.execPath }, process.env)
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const passOn = (signal) => child.kill(signal)
  signals.forEach((signal) => process.on(signal, passOn))
  child.on('error', sayWhatToInstall)
  child.on('exit', (code, signal) => {
    signals.forEach((name) => process.removeListener(name, passOn))
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

function sayWhatToInstall(error) {
  const needed = 'wuku needs Node.js 22.18 or newer, and this is ' + process.versions.node + '.'
  process.stderr.write(needed + ' ' + error.message + '\n' + runtimeRemedy() + '\n')
  process.exitCode = 2
}
