import { basename } from 'node:path'
import { readSource } from '../code/baselines.ts'
import { sha1 } from '../corpus.ts'
import { randomFrom, type Random } from '../pads/random.ts'
import type { ChangeTask } from './tasks.ts'
import type { ChangedRepository } from './repositories.ts'
import { isSourcePath } from './source-paths.ts'

/** Log of a crash through functions of a tree, as its language prints one: frames of ours among those of others. */
export function tracesOf(tree: string, { name, language }: ChangedRepository): readonly ChangeTask[] {
  const form = forms[language]
  if (!form) return []
  const random = randomFrom(Number.parseInt(sha1(name).slice(0, 8), 16))
  const places = readSource({ tree, root: '' })
    .filter(({ path }) => isSourcePath(path) && form.file.test(path))
    .flatMap(({ path, text }) => functionsIn(path, text, form.defines))
  if (new Set(places.map(({ path }) => path)).size < FRAMES) return []
  return Array.from({ length: OF_EACH }, () => traceOf(form, places, random))
}

const OF_EACH = 8
const FRAMES = 3

interface Frame {
  readonly path: string
  readonly name: string
  readonly line: number
}

interface Form {
  readonly file: RegExp
  /** The first group is the name. */
  readonly defines: RegExp
  readonly head: string
  readonly tail?: string
  readonly foreign: string
  frame(frame: Frame): string
}

function functionsIn(path: string, text: string, defines: RegExp): readonly Frame[] {
  return text.split('\n').flatMap((line, at) => {
    const name = defines.exec(line)?.[1]
    return name === undefined || name.length < 4 ? [] : [{ path, name, line: at + 2 }]
  })
}

function traceOf(form: Form, places: readonly Frame[], random: Random): ChangeTask {
  const frames: Frame[] = []
  while (frames.length < FRAMES) {
    const next = random.pick(places)
    if (frames.every(({ path }) => path !== next.path)) frames.push(next)
  }
  const [first, second, third] = frames.map((frame) => form.frame(frame))
  const lines = [form.head, first, form.foreign, second, form.foreign, third, form.tail]
  const text = [
    'Since the last deployment this stands in our logs several times a day:',
    '',
    ...lines,
    '',
    'Restarting helps for a while. Where does it come from?',
  ]
  return {
    kind: 'trace',
    text: text.filter((line) => line !== undefined).join('\n'),
    files: frames.map(({ path, line }) => ({ path, lines: [{ start: line, end: line }] })),
  }
}

const java = (frame: Frame, extension: string): string => {
  const type = basename(frame.path).replace(/\.\w+$/, '')
  const place = frame.path
    .replace(/^.*?src\/(?:main\/)?(?:\w+\/)?(?=(?:org|com|okhttp3|mockwebserver3?)\/)/, '')
    .replace(/\/[^/]+$/, '')
  return `\tat ${place.replaceAll('/', '.')}.${type}.${frame.name}(${type}.${extension}:${frame.line})`
}

const forms: Readonly<Record<string, Form>> = {
  python: {
    file: /\.py$/,
    defines: /^\s*(?:async )?def (\w+)\(/,
    head: 'Traceback (most recent call last):',
    tail: 'RuntimeError: unexpected state',
    foreign:
      '  File "/usr/lib/python3.12/asyncio/base_events.py", line 687, in run_until_complete\n    return future.result()',
    frame: ({ path, name, line }) => `  File "/srv/app/${path}", line ${line}, in ${name}`,
  },
  typescript: {
    file: /\.tsx?$/,
    defines: /^\s*(?:export )?(?:async )?function (\w+)/,
    head: "TypeError: Cannot read properties of undefined (reading 'type')",
    foreign: '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    frame: ({ path, name, line }) => `    at ${name} (/srv/app/${path}:${line}:11)`,
  },
  go: {
    file: /\.go$/,
    defines: /^func (?:\([^)]*\) )?(\w+)\(/,
    head: 'panic: runtime error: invalid memory address or nil pointer dereference\n\ngoroutine 41 [running]:',
    foreign:
      'net/http.HandlerFunc.ServeHTTP(0xc0001a2000, {0x8f2b40, 0xc0002a81c0})\n\t/usr/local/go/src/net/http/server.go:2136 +0x29',
    frame: ({ path, name, line }) => `main.${name}(...)\n\t/go/src/app/${path}:${line} +0x1d4`,
  },
  rust: {
    file: /\.rs$/,
    defines: /^\s*(?:pub(?:\([^)]*\))? )?(?:async )?fn (\w+)/,
    head: "thread 'main' panicked: called `Option::unwrap()` on a `None` value\nstack backtrace:",
    foreign: '   1: core::panicking::panic_fmt\n             at /rustc/90b35a6/library/core/src/panicking.rs:74:14',
    frame: ({ path, name, line }) => `   3: ${basename(path, '.rs')}::${name}\n             at ./${path}:${line}:18`,
  },
  kotlin: {
    file: /\.kt$/,
    defines: /^\s*(?:(?:override|internal|private|public|inline|suspend) )*fun (\w+)\(/,
    head: 'java.lang.IllegalStateException: closed',
    foreign: '\tat java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1144)',
    frame: (frame) => java(frame, 'kt'),
  },
  java: {
    file: /\.java$/,
    defines: /^\s+(?:public|protected|private)(?: static| final)* [\w<>[\], ?]+ (\w+)\(/,
    head: 'Exception in thread "worker-7" java.lang.IllegalArgumentException: out of range',
    foreign: '\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1596)',
    frame: (frame) => java(frame, 'java'),
  },
  ruby: {
    file: /\.rb$/,
    defines: /^\s*def (?:self\.)?(\w+)/,
    head: "undefined method `each' for nil:NilClass (NoMethodError)",
    foreign: "\tfrom /usr/lib/ruby/3.3.0/set.rb:501:in `each_key'",
    frame: ({ path, name, line }) => `\tfrom /srv/app/${path}:${line}:in \`${name}'`,
  },
  php: {
    file: /\.php$/,
    defines: /^\s*(?:(?:public|protected|private|static|final) )+function (\w+)\(/,
    head: 'PHP Fatal error:  Uncaught TypeError: Argument must be of type string, null given\nStack trace:',
    tail: '#7 {main}',
    foreign: '#2 /srv/app/vendor/symfony/console/Application.php(1047): doRunCommand()',
    frame: ({ path, name, line }) => `#3 /srv/app/${path}(${line}): ${basename(path, '.php')}->${name}()`,
  },
  'c#': {
    file: /\.cs$/,
    defines: /^\s+(?:public|protected|private|internal)(?: static| override| virtual| async)* [\w<>[\], ?]+ (\w+)\(/,
    head: 'System.InvalidOperationException: Sequence contains no elements',
    foreign: '   at System.Threading.Tasks.Task.Execute() in /_/src/Threading/Tasks/Task.cs:line 2331',
    frame: ({ path, name, line }) => `   at ${basename(path, '.cs')}.${name}() in /srv/app/${path}:line ${line}`,
  },
}
