import type { BodyRules } from './rules.ts'

const END = /^end\b/

export const luaBodies: BodyRules = {
  opens: (head) => /^(?:local\s+)?function\b.*\)$|=\s*function\s*\([^()]*\)$/.test(head),
  closes: END,
}

export const elixirBodies: BodyRules = {
  opens: (head) => /^(?:defp?|defmacrop?|test)\b.*\bdo$/.test(head),
  closes: END,
}
