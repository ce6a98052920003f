/**
 * Figures that others published on the same data, none of them measured here: other machines, models and sometimes
 * other questions of it, as noted.
 */
export const published: Readonly<Record<string, string>> = {
  claude_docs: 'MRR@3: voyage-2 .737, with summaries by a model .774',
  codebase_chunks: 'found among ten: voyage-2 .872, with contexts and BM25 .932, reordered by a model .948',
  cosqa: 'MRR of models trained on it, 500 of these questions: CodeBERT .657, UniXcoder .701',
  drcd: 'hit@5: voyage-multilingual-2 above .97',
  xquad_en: 'nDCG@10: bge-m3 .972',
  'docs59-en': 'nDCG@5 on all 59 questions: docs-mcp-server .699, Context7 .704',
  semble: 'nDCG@10 on 34 of its repositories: ripgrep .132, BM25 .704, semble .865, CodeRankEmbed hybrid .871',
}
