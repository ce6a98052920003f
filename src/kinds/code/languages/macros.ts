/**
 * The text of C or C++ without macros that stand where the grammar knows no place for them: alone on a line, before a type,
 * after parameters. As long as before, line for line, so that every offset stays true. Only names in capitals with a low line
 * are taken for macros: `DWORD` and `FILE` are types.
 */
export const withoutMacros = (text: string): string =>
  PLACES.reduce((left, place) => left.replaceAll(place, (found) => found.replaceAll(/[^\r\n]/g, ' ')), text)

/** Every repetition is bounded: text may have been written to make patterns slow. */
const NAME = String.raw`\b[A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{0,80}\b`
const ARGUMENTS = String.raw`(?:[ \t]{0,8}\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\))?`
const TYPE = String.raw`(?!const\b|volatile\b)[A-Za-z_][\w:]{0,200}(?:<[^;{}()\n]{0,200}>)?`

const PLACES: readonly RegExp[] = [
  // `NAMESPACE_BEGIN`, `NON_NULL(1)`, `PRIVATE_UNLESS_TESTED:`; the last name of an enumeration stands before its brace.
  new RegExp(String.raw`^[ \t]{0,80}${NAME}${ARGUMENTS}:?[ \t]{0,80}$(?=\s{0,200}(?:[A-Za-z_#/~[@]|$(?![^])))`, 'gm'),
  /^[ \t]{0,80}\b[A-Z][A-Z0-9_]{0,80}_END\b[ \t]{0,80}$(?=\s{0,200}\})/gm,
  // Where a class follows with its members, any shouted name will do: `class EXPORT Foo {`.
  new RegExp(
    String.raw`(?<=\b(?:class|struct|union|enum)\s{1,80})[A-Z][A-Z0-9_]{2,80}${ARGUMENTS}(?=\s{1,80}[A-Za-z_]\w{0,200}(?:\s{1,80}final)?\s{0,80}[:{])`,
    'g',
  ),
  new RegExp(
    String.raw`(?<=^[^#\n]{0,200})${NAME}${ARGUMENTS}(?=\s{1,80}${TYPE}(?:[ \t]{1,80}|[ \t]{0,80}[*&]{1,8}[ \t]{0,80})[A-Za-z_~])`,
    'gm',
  ),
  new RegExp(
    String.raw`(?<=\)\s{0,80}(?:\b(?:const|noexcept|override)\s{1,80}){0,3})${NAME}${ARGUMENTS}(?=\s{0,80}[;{])`,
    'g',
  ),
  /(?<=\*\s{0,8})\b[a-zA-Z]{0,40}_(?:[Nn]onnull|[Nn]ullable|_restrict|_restrict__)\b(?=\s{1,80}[A-Za-z_])/g,
]
