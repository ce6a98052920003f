/** A short name for a text (FNV-1a, 32 bits): what the build writes and what a page looks up are the same. */
export function digestOf(text: string): string {
  let digest = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) digest = Math.imul(digest ^ byte, 0x01000193)
  return (digest >>> 0).toString(36)
}
