import { RE2JS, RE2JSException } from 're2js'
import { WukuError } from '../../../core/errors.ts'

/**
 * A regular expression that cannot take long: RE2 goes once over the text, whatever the expression. What needs going back
 * (references, looking around) is refused.
 */
export function createExpression(source: string): (text: string) => boolean {
  if (source.length > MOST_SIGNS) throw unreadable(source, `it has more than ${MOST_SIGNS} signs`)
  const expression = compile(source)
  if (expression.programSize() > MOST_STEPS) throw unreadable(source, 'it repeats too much')
  return (text) => expression.test(text)
}

/** Longer patterns are not written by hand. */
const MOST_SIGNS = 300

/** Repeats are written out, and a step may be looked at once for each sign of an address: `(?:a{9}){9}` has 81 of them. */
const MOST_STEPS = 4_000

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(withShortProperties(source)), RE2JS.DOTALL)
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause
    throw unreadable(source, cause.message.replace(/^error parsing regexp: /, '').replace('`(?s)', '`'))
  }
}

/** `\p{Script=Han}` of JavaScript is `\p{Han}` in RE2. */
const withShortProperties = (source: string): string =>
  source.replaceAll(/(\\[pP]\{)(?:Script|sc|General_Category|gc)=/g, '$1')

const unreadable = (source: string, because: string): WukuError =>
  new WukuError(
    'bad-input',
    `The expression /${source.slice(0, 200)}/ cannot be used: ${because}.`,
    String.raw`Use a glob such as "/docs/**", or an expression of signs, classes, groups and repeats such as /^\/(?:docs|api)\/.*\.html$/.`,
  )
