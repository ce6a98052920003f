const named: Readonly<Record<string, string>> = {
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  md: 'markdown',
  yml: 'yaml',
  kt: 'kotlin',
  cs: 'csharp',
  ps1: 'powershell',
  mjs: 'js',
  cjs: 'js',
  mts: 'ts',
  cts: 'ts',
  h: 'c',
  hpp: 'cpp',
}

/** What the ending of a file says that it is written in. */
export function languageOfPath(path: string): string {
  const ending = /\.(\w{1,12})(?:[?#].*)?$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(named, ending) ? (named[ending] ?? '') : ending === 'txt' ? '' : ending
}

export const isMarkdownPath = (path: string): boolean => /\.(?:md|mdx|markdown)$/i.test(path)
