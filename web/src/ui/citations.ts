const FILE = /^wuku:\/\/(code|notes)\/([^/#]+)\/(?!\.git\/)([^#]+)(#L\d+(?:-L\d+)?)?$/

/** Where the console shows what a citation points at: files in their room, the rest beside the question. */
export function addressOf(citation: string): string {
  const [, kind, source, path, lines = ''] = FILE.exec(citation) ?? []
  if (kind === undefined || source === undefined || path === undefined)
    return `/ask?open=${encodeURIComponent(citation)}`
  return `/${kind}/${encodedPart(source)}/${path.split('/').map(encodedPart).join('/')}${lines}`
}

/** A part of a citation may be written plainly or with percent codes. */
function encodedPart(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return encodeURIComponent(part)
  }
}
