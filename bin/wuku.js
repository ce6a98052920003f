#!/usr/bin/env node
// Any Node from 12 on can read this file: it finds a Node that can run wuku, or says what to install.
import { existsSync } from 'fs'
import { createRequire } from 'module'
import { basename, dirname, join } from 'path'
import { fileURLToPath, pathToFileURL } from 'url'

const home = dirname(dirname(fileURLToPath(import.meta.url)))

if (isNewEnough(process.versions.node)) run()
else relaunch(nodeBeside())

function isNewEnough(version) {
  const parts = version.split('.').map(Number)
  return parts[0] > 22 || (parts[0] === 22 && parts[1] >= 18)
}

/**
 * A clone that was not built runs its sources: Node strips the types. What Node has compiled once it keeps beside the
 * packages, where it goes away with them; where that cannot be written, every start compiles anew.
 */
function run() {
  const built = join(home, 'dist', 'app', 'main.js')
  const main = existsSync(built) ? built : join(home, 'src', 'app', 'main.ts')
  createRequire(import.meta.url)('module').enableCompileCache(join(home, 'node_modules', '.cache', 'wuku'))
  import(pathToFileURL(main).href).catch(fail)
}

function fail(error) {
  process.stderr.write((error.stack || error) + '\n')
  process.exitCode = 1
}

/** npm puts packages into the folder of this package or hoists them beside it. */
function nodeBeside() {
  const modules = [join(home, 'node_modules')]
  if (basename(dirname(home)) === 'node_modules') modules.push(dirname(home))
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const places = ['node-' + platform + '-' + process.arch + '/bin/' + name, '.bin/' + name]
  for (const folder of modules)
    for (const place of places) if (existsSync(join(folder, place))) return join(folder, place)
  return undefined
}

/** A Node that turns out to be as old would relaunch for ever: the variable says that this was tried. */
function relaunch(node) {
  if (!node || process.env.WUKU_RELAUNCHED) return sayWhatToInstall()
  const { spawn } = createRequire(import.meta.url)('child_process')
  const env = Object.assign({}, process.env, { WUKU_RELAUNCHED: '1' })
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

function sayWhatToInstall() {
  process.stderr.write(
    'wuku needs Node.js 22.18 or newer, and this is ' +
      process.versions.node +
      '. Install it from https://nodejs.org, ' +
      'or run "npm install" in ' +
      home +
      ', which brings one.\n',
  )
  process.exitCode = 2
}
