/** A key as a terminal sends it, by its name; `text` for what is written, one or many characters at once. */
export interface Key {
  readonly name: KeyName
  readonly text: string
}

const movingKeys = ['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'] as const
/** Keys that have the same name for Node. */
const plainKeys = [...movingKeys, 'enter', 'escape', 'backspace', 'delete'] as const

export type KeyName = (typeof plainKeys)[number] | 'text' | 'erase-word' | 'erase-line' | 'leave'

/** A key as Node's line editor reports it. */
export interface Keypress {
  readonly name?: string | undefined
  readonly ctrl?: boolean | undefined
  readonly meta?: boolean | undefined
}

/**
 * Everything between the two marks of a paste is one text, returns among it: a pasted line break must not choose a hit,
 * and a long paste is no thousand keys.
 */
export function createKeyReader(onKey: (key: Key) => void): (text: string | undefined, press: Keypress) => void {
  let pasted: string | undefined
  return (text = '', press) => {
    if (press.name === 'paste-start') pasted = ''
    else if (press.name === 'paste-end') {
      if (pasted) onKey({ name: 'text', text: pasted.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cc}/gu, '') })
      pasted = undefined
    } else if (pasted !== undefined) pasted += text
    else {
      const name = nameOf(text, press)
      if (name !== undefined) onKey({ name, text: name === 'text' ? text : '' })
    }
  }
}

function nameOf(text: string, { name = '', ctrl = false, meta = false }: Keypress): KeyName | undefined {
  if (ctrl) return withControl[name]
  if (meta && name !== 'escape') return undefined
  if (name === 'return') return 'enter'
  const isText = text !== '' && !/\p{Cc}/u.test(text)
  return plainKeys.find((known) => known === name) ?? (isText ? 'text' : undefined)
}

/** As in a shell. */
const withControl: Readonly<Record<string, KeyName>> = {
  c: 'leave',
  d: 'leave',
  a: 'home',
  e: 'end',
  b: 'left',
  f: 'right',
  p: 'up',
  n: 'down',
  h: 'backspace',
  w: 'erase-word',
  u: 'erase-line',
}
