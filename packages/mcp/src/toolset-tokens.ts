/**
 * Tokens (o200k) that the definitions of each toolset cost every task, rounded to hundreds; the default where all five
 * storehouses hold something. A test holds them to what is really listed.
 */
export const toolsetTokens: Readonly<Record<string, number>> = {
  default: 3100,
  core: 2400,
  code: 10900,
  notes: 4300,
  chats: 9000,
  pads: 8800,
  docs: 3300,
  'compat:qmd': 2600,
  'compat:scythe': 5600,
  'compat:context7': 700,
  'compat:chatwise': 3400,
  'compat:scratchpad-mcp': 8800,
  all: 38500,
}
