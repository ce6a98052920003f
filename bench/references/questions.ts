import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha1 } from '../corpus.ts'

/** A question that names a place beyond doubt. */
export interface ReferenceQuestion {
  readonly kind: 'frame' | 'method' | 'message'
  readonly form: string
  readonly text: string
  readonly path: string
  readonly line: number
}

export interface CodeFile {
  readonly path: string
  readonly language: string
}

interface Place {
  readonly path: string
  readonly language: string
  /** Around the name, where something is. */
  readonly outer?: string
  readonly name: string
  readonly line: number
}

interface ReadCode extends CodeFile {
  readonly lines: readonly string[]
}

const OTHERS =
  /(?:^|\/)(?:tests?|testing|examples?|docs?|bench(?:marks?)?|samples?|vendor|fixtures?|spec)(?:\/|$)|test|spec/i

export function questionsOf(root: string, files: readonly CodeFile[], most: number): readonly ReferenceQuestion[] {
  const read = files.map((file): ReadCode => ({ ...file, lines: textOf(join(root, file.path)).split('\n') }))
  const own = read.filter(({ path }) => !OTHERS.test(path))
  const places = own.flatMap(placesIn)
  return [...framesOf(places, most), ...some(methodsOf(places), most), ...some(messagesOf(own, read), most)]
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Always the same ones. */
const some = <Item extends { readonly text: string }>(items: readonly Item[], most: number): readonly Item[] =>
  items.toSorted((a, b) => (sha1(a.text) < sha1(b.text) ? -1 : 1)).slice(0, most)

/** By language: what stands around, and what begins a function. Read by patterns, so that nothing of the product judges itself. */
const patterns: Readonly<Record<string, { readonly outer?: RegExp; readonly name: RegExp; readonly joint: string }>> = {
  python: { outer: /^class (\w+)/, name: /^ {4}(?:async )?def (\w+)/, joint: '.' },
  java: {
    outer: /^(?:public |final |abstract )*class (\w+)/,
    name: /^ {2,4}(?:public|protected) [\w<>[\], ]*?(\w+)\(/,
    joint: '#',
  },
  rust: { outer: /^impl(?:<[^>]*>)? (\w+)(?:<.*>)? \{/, name: /^ {4}pub (?:async )?fn (\w+)/, joint: '::' },
  go: { name: /^func \(\w+ \*?(?<outer>\w+)\) (\w+)\(/, joint: '.' },
  elixir: { outer: /^defmodule ([\w.]+) do/, name: /^ {2}def (\w+[?!]?)/, joint: '.' },
  javascript: { name: /^(?:export )?(?:default )?(?:async )?function (\w+)/, joint: '.' },
  typescript: { name: /^(?:export )?(?:default )?(?:async )?function (\w+)/, joint: '.' },
  c: { name: /^(?:static )?[a-z_][\w ]* \*?(\w+)\([^;]*\) \{$/, joint: '.' },
}

function placesIn({ path, language, lines }: ReadCode): readonly Place[] {
  const pattern = patterns[language]
  if (!pattern) return []
  let outer: string | undefined
  return lines.flatMap((text, at): readonly Place[] => {
    if (pattern.outer && /^\S/.test(text))
      outer = pattern.outer.exec(text)?.[1] ?? (/^[)}\]]/.test(text) ? outer : undefined)
    const found = pattern.name.exec(text)
    const around = found?.groups?.['outer'] ?? outer
    const name = found?.at(-1)
    return name === undefined
      ? []
      : [{ path, language, name, line: at + 1, ...(around !== undefined && { outer: around }) }]
  })
}

/** One definition alone. */
function methodsOf(places: readonly Place[]): readonly ReferenceQuestion[] {
  const counts = Map.groupBy(places, ({ outer, name }) => `${outer}.${name}`)
  return places.flatMap(({ outer, name, path, line, language }) => {
    if (outer === undefined || name.startsWith('__') || counts.get(`${outer}.${name}`)?.length !== 1) return []
    const full = `${outer}${patterns[language]?.joint}${name}`
    const texts = [
      `what does ${full} do when its value is empty?`,
      `Please explain how ${full}() treats errors`,
      `请问 ${full} 是做什么的`,
    ]
    return [{ kind: 'method' as const, form: language, text: texts[line % texts.length] ?? '', path, line }]
  })
}

const MESSAGE =
  /(?:throw|raise|Error\w*\(|errors\.New|panic|bail|fail|abort|warn|log\w*[.(]|fprintf|ArgumentError)[^"'`]*(["'`])((?:\\.|(?!\1).)+)\1/
const PLACEHOLDER = /%[-+0-9.]*l*[a-z]|\$\{[^}]*\}|#\{[^}]*\}|\{[^{}]*\}/g
const FEWEST_WORDS = 5

function messagesOf(own: readonly ReadCode[], all: readonly ReadCode[]): readonly ReferenceQuestion[] {
  const texts = all.map(({ path, lines }) => ({ path, text: lines.join('\n') }))
  return own.flatMap(({ path, language, lines }) =>
    lines.flatMap((written, at): readonly ReferenceQuestion[] => {
      const [, , message = ''] = MESSAGE.exec(written) ?? []
      const parts = message.split(PLACEHOLDER)
      const literal = parts.toSorted((a, b) => b.length - a.length)[0] ?? ''
      const words = parts.join(' ').match(/\p{L}{2,}/gu) ?? []
      if (words.length < FEWEST_WORDS || /\\|^[A-Z_]+$/.test(message)) return []
      if (texts.filter(({ text }) => text.includes(literal)).length !== 1) return []
      let filled = 0
      const shown = message.replaceAll(PLACEHOLDER, () => ['"quince"', '4711', 'some/value'][filled++ % 3] ?? '')
      const asked = [
        `it stops with this, why?\n\n    Error: ${shown}`,
        `2026-11-28 10:00:00 ERROR ${shown}`,
        `What causes "${shown}"`,
      ]
      return [{ kind: 'message', form: language, text: asked[at % asked.length] ?? '', path, line: at + 1 }]
    }),
  )
}

type WriteTrace = (inner: Place, outer: Place) => string

/** As programs write them, with paths of another machine and a frame of somebody else's code. */
const traces: Readonly<Record<string, { readonly language: RegExp; readonly write: WriteTrace }>> = {
  Python: {
    language: /^python$/,
    write: (inner, outer) =>
      `Traceback (most recent call last):\n  File "/usr/lib/python3.12/asyncio/base_events.py", line 687, in run\n${[outer, inner].map(({ path, line, name }) => `  File "/srv/app/${path}", line ${line + 1}, in ${name}`).join('\n')}\nValueError: quince`,
  },
  IPython: {
    language: /^python$/,
    write: (inner, outer) =>
      `ValueError  Traceback (most recent call last)\nCell In[3], line 1\n----> 1 run()\n\n${[outer, inner].map(({ path, line, name }) => `File ~/work/${path}:${line + 1}, in ${name}(self)\n---> ${line + 1}     pass`).join('\n\n')}`,
  },
  pytest: {
    language: /^python$/,
    write: (inner, outer) =>
      `>       assert run()\n\n${[outer, inner].map(({ path, line, name }) => `${path}:${line + 1}: in ${name}`).join('\n')}\nE   AssertionError`,
  },
  Node: {
    language: /script$/,
    write: (inner, outer) =>
      `TypeError: x is not a function\n${[inner, outer].map(({ path, line, name }) => `    at ${name} (/home/ann/shop/${path}:${line + 1}:9)`).join('\n')}\n    at node:internal/process/task_queues:95:5`,
  },
  Firefox: {
    language: /script$/,
    write: (inner, outer) =>
      [inner, outer].map(({ path, line, name }) => `${name}@https://shop.example/${path}:${line + 1}:9`).join('\n'),
  },
  Go: {
    language: /^go$/,
    write: (inner, outer) =>
      `panic: runtime error: index out of range\n\ngoroutine 1 [running]:\n${[inner, outer].map(({ path, line, name }) => `example.com/app.${name}(0xc0000)\n\t/home/ann/app/${path}:${line + 1} +0x1d`).join('\n')}`,
  },
  JVM: {
    language: /^(?:java|kotlin)$/,
    write: (inner, outer) =>
      `java.lang.IllegalStateException: quince\n${[inner, outer]
        .map(
          ({ path, line, name }) =>
            `\tat ${path
              .replace(/^.*?(?:java|kotlin)\//, '')
              .replace(/\.\w+$/, '')
              .replaceAll('/', '.')}.${name}(${path.split('/').at(-1)}:${line + 1})`,
        )
        .join('\n')}\n\tat java.base/java.lang.Thread.run(Thread.java:829)`,
  },
  Rust: {
    language: /^rust$/,
    write: (inner, outer) =>
      `stack backtrace:\n   0: rust_begin_unwind\n             at /rustc/07dca489ac2d/library/std/src/panicking.rs:645:5\n${[inner, outer].map(({ path, line, name }, at) => `   ${at + 3}: app::${name}\n             at ./${path}:${line + 1}:9`).join('\n')}`,
  },
  gdb: {
    language: /^c$/,
    write: (inner, outer) =>
      [inner, outer]
        .map(
          ({ path, line, name }, at) =>
            `#${at}  0x00007ffff7a42428 in ${name} (x=0x0) at /home/ann/${path}:${line + 1}`,
        )
        .join('\n'),
  },
  sanitizer: {
    language: /^c$/,
    write: (inner, outer) =>
      `==1==ERROR: AddressSanitizer: heap-buffer-overflow\n${[inner, outer].map(({ path, line, name }, at) => `    #${at} 0x4f5e2a in ${name} /home/ann/${path}:${line + 1}:9`).join('\n')}`,
  },
  Elixir: {
    language: /^elixir$/,
    write: (inner, outer) =>
      `** (KeyError) key :id not found\n${[inner, outer].map(({ path, line, name, outer: module }) => `    (app 0.1.0) ${path}:${line + 1}: ${module}.${name}/2`).join('\n')}\n    (elixir 1.15.7) lib/enum.ex:984: Enum.map/2`,
  },
  diff: {
    language: /./,
    write: (inner) =>
      `--- a/${inner.path}\n+++ b/${inner.path}\n@@ -${inner.line},1 +${inner.line},2 @@ ${inner.name}\n+  quince()`,
  },
}

function framesOf(places: readonly Place[], most: number): readonly ReferenceQuestion[] {
  return Object.entries(traces).flatMap(([form, { language, write }]) => {
    const own = places.filter((place) => language.test(place.language))
    const asked = own.flatMap((inner): readonly ReferenceQuestion[] => {
      const outer = own.find(({ path }) => path !== inner.path)
      return outer ? [{ kind: 'frame', form, text: write(inner, outer), path: inner.path, line: inner.line }] : []
    })
    return some(asked, Math.ceil(most / 2))
  })
}
