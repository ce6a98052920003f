import type { DraftMessage, DraftPiece, Role } from '../conversation.ts'

/** A message while what belongs to it is still being read. */
export type GrowingMessage = { -readonly [Key in keyof Omit<DraftMessage, 'pieces'>]: DraftMessage[Key] } & {
  readonly pieces: DraftPiece[]
}

/** One line may hold more pieces than a function takes arguments. */
export function append(pieces: DraftPiece[], more: readonly DraftPiece[]): void {
  for (const piece of more) pieces.push(piece)
}

/**
 * Names messages to which their program gives no id: by the first letter of the role and the time, else by their number.
 * Parts of a file are read apart, so that those of later ones carry the number of the part.
 */
export function createNaming(part: number): (role: Role, at: number | undefined) => string {
  const given = new Map<string, number>()
  const suffix = part === 1 ? '' : `.${part}`
  let count = 0
  return (role, at) => {
    count++
    const name = `${role.slice(0, 1)}${at ?? `-${count}`}${suffix}`
    const before = given.get(name) ?? 0
    given.set(name, before + 1)
    return before === 0 ? name : `${name}-${before + 1}`
  }
}
