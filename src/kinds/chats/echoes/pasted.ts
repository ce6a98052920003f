import { commandsIn } from './shell-commands.ts'
import { isOwnLine } from './tools.ts'

/** As programs put what a command of their user printed into the user's name: aider after `/run`, Gemini CLI after `!`. */
const RAN = /^I ran (?:this|the following)(?: shell)? command:\s*(?:`{1,3}(?:sh)?\n?)?([^`\n]+)`*/

/** A message of the user without the answer of wuku that a program has put into it. */
export function withoutPastedAnswers(text: string): string {
  const [opening, command = ''] = RAN.exec(text.trimStart()) ?? []
  if (opening === undefined || !isOwnLine(commandsIn(command))) return text
  return `${opening}\n[result left out: wuku's own answer]`
}
