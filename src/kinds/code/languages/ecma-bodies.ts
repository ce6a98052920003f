import type { BodyRules } from './rules.ts'

/** Functions and methods, but not what files wrap themselves in or groups of tests, whose members are looked for. */
export const ecmaBodies: BodyRules = {
  opens: (head) => head.endsWith('{') && (METHOD.test(head) ? !STATEMENT.test(head) : isFunction(head)),
  closes: /^\}/,
}

const isFunction = (head: string): boolean => FUNCTION.test(head) && !ENTERED.test(head)

const METHOD =
  /^(?:(?:public|private|protected|static|async|get|set|override|readonly)\s+)*\*?\s*[\w$#]+\s*(?:<[^<>]*>)?\([^()]*\)(?:\s*:[^{}]*)?\s*\{$/
const STATEMENT = /^(?:if|for|while|switch|catch|with|function|return|super)\b/
const FUNCTION = /(?:=>|\bfunction\b\s*\*?\s*[\w$]*\s*(?:<[^<>]*>)?\([^()]*\)(?:\s*:[^{}]*)?)\s*\{$/
/** `(function () {`, `define(function () {`, `describe('x', () => {`. */
const ENTERED = /^(?:[^\w$#@'"[]|(?:QUnit\.module|describe|suite|context|define|void)\b)/
