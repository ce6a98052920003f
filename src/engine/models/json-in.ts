/** A longer reply does not answer a question for a few words. */
const LONGEST_REPLY = 200_000
/** Openings that are tried; a model that opens more says no JSON. */
const MOST_STARTS = 50

/** All JSON that a reply may be meant to be, likeliest first: models like to think aloud, to say a sentence, to fence. */
export function* jsonIn(reply: string): Generator<unknown, void, undefined> {
  const said = reply.slice(0, LONGEST_REPLY).replaceAll(/<think(?:ing)?>[^]*?<\/think(?:ing)?>/g, '')
  for (const part of [said, ...fenced(said), ...balanced(said)]) {
    const value = parsed(part)
    if (value !== undefined) yield value
  }
}

const fenced = (said: string): readonly string[] =>
  [...said.matchAll(/(`{3,}|~{3,})[^\n]*\n([^]*?)\n\s*\1/g)].map(([, , inner = '']) => inner)

/** From each opening bracket to the one that closes it. */
function* balanced(said: string): Generator<string, void, undefined> {
  let starts = 0
  for (let at = 0; at < said.length && starts < MOST_STARTS; at++) {
    if (said[at] !== '{' && said[at] !== '[') continue
    starts++
    const end = closing(said, at)
    if (end !== undefined) yield said.slice(at, end)
  }
}

function closing(said: string, start: number): number | undefined {
  let depth = 0
  // A string is one step, whatever brackets it holds.
  for (const { 0: token, index } of said.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth === 0) return start + index + 1
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim())
  } catch {
    return undefined
  }
}
