import { describe, expect, it } from 'vitest'
import { sources, withoutComments } from './product-sources.ts'

const COMMANDS =
  'add|audit|backup|call|chats|completions|connect|console|context|docs|doctor|embed|eval|find|forget|get|help|index|jobs|keys|login|logout|mcp|migrate|models|multi-get|open|pads|project|query|recall|remove|restore|search|serve|session-context|sources|start|status|users|version|vsearch'

interface Template {
  readonly tag: string
  /** Its own text, with `◌` for each hole. */
  readonly text: string
}

/** Templates, those inside the holes of others too. Strings and patterns of one line with a backtick in them are passed over. */
function templatesIn(code: string): Template[] {
  const found: Template[] = []
  /** `{` for a brace of code, else what a template holds so far. */
  const open: ('{' | { tag: string; text: string })[] = []
  for (let at = 0; at < code.length; at++) {
    const [sign = '', top] = [code[at], open.at(-1)]
    if (typeof top === 'object') {
      if (sign === '\\') top.text += code[++at] ?? ''
      else if (sign === '`') found.push(open.pop() as Template)
      else if (code.startsWith('${', at)) {
        top.text += '◌'
        open.push('{')
        at++
      } else top.text += sign
    } else if (sign === '`')
      open.push({ tag: /[\w(]*$/.exec(code.slice(Math.max(0, at - 40), at))?.[0] ?? '', text: '' })
    else if (sign === "'") at += /^'(?:[^'\\\n]|\\.)*'/.exec(code.slice(at, at + 2_000))?.[0].slice(1).length ?? 0
    else if (sign === '/')
      at +=
        /^\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/.exec(code.slice(at, at + 2_000))?.[0].slice(1).length ??
        0
    else if (sign === '{') open.push('{')
    else if (sign === '}') open.pop()
  }
  return found
}

describe('command lines', () => {
  /** Each has a reason: its holes are words of ours, or went through `shellText` one by one. */
  const allowed = [
    'packages/terminal/src/help.ts',
    'packages/cli/src/commands/start.ts',
    'packages/cli/src/doctor/checks.ts',
    'packages/cli/src/install-part.ts',
    'packages/chats/src/operations/resume-conversation.ts',
  ]
  /** A command with something in it, be it in quotes; what follows closing quotes is the rest of a sentence. */
  const written = new RegExp(`\\b(?:wuku (?:${COMMANDS})\\b|(?:wuku|npm|sqlite3|git|cd) (?=◌))(?:[^"'\\n]|["'](?=◌))*◌`)

  it('are written by `commandLine` wherever something stands in them', () => {
    const byHand = sources
      .filter(({ path }) => !allowed.includes(path))
      .flatMap(({ path, text }) => templatesIn(withoutComments(text)).map((template) => ({ path, ...template })))
      .filter(({ tag, text }) => tag !== 'commandLine' && written.test(text))
    expect(byHand.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  })
  it('are found where they are written by hand', () =>
    expect(templatesIn('a(`Run "wuku add ${root} --kind ${b`x`}".`, commandLine`wuku add ${c}`)')).toEqual([
      { tag: 'b', text: 'x' },
      { tag: 'a(', text: 'Run "wuku add ◌ --kind ◌".' },
      { tag: 'commandLine', text: 'wuku add ◌' },
    ]))
})
