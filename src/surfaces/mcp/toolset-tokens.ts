/**
 * Tokens (o200k) that the definitions of each toolset cost every task, rounded to hundreds; the default where all five
 * storehouses hold something. A test holds them to what is really listed.
 */
export const toolsetTokens: Readonly<Record<string, number>> = {
  default: 3100,
  core: 1900,
  code: 8800,
  notes: 3800,
  chats: 7400,
  pads: 8700,
  docs: 3200,
  'compat:qmd': 2300,
  'compat:scythe': 5400,
  'compat:context7': 600,
  'compat:chatwise': 3300,
  'compat:scratchpad-mcp': 8700,
  all: 34000,
}
