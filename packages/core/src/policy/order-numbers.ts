/** Numbers of the order of passages and documents in every storehouse. */
export const orderNumbers = {
  depth: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'thirteen sets of notes, recall at 100',
    values: {
      /** Chunks kept of the lexical search: enough to judge documents by several chunks, few enough to look at. */
      passages: 200,
      /** The same where a file is judged by many of its chunks. */
      files: 400,
      /** And where the neighbours of a chunk speak for it, which have little to say for themselves. */
      turns: 1_000,
      /** Texts tested for phrases and exclusions before the search gives up; the answer says so. */
      tested: 3_000,
      /** A phrase that stands often is found among the first; each further look is twice as long. */
      firstTested: 50,
      /** Chunks that are near in meaning. The rest of them say nothing that words would not say better. */
      vectors: 200,
      /** How many of the best are looked at in their text before the order is final. */
      read: 24,
      /** Looked at beyond the limit once copies became one hit: others take their places. */
      moreForCopies: 6,
      /** Texts read where only an order is asked for, and nothing of it shown yet: a page of ten. */
      readOfOrder: 10,
      /** Most that links of these can add. */
      readOfLinks: 100,
    },
  },
  documents: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'fourteen public sets of notes',
    values: {
      /** Weight of a passage relative to the previous one of its document: other documents add something new. */
      nextPassage: {
        /** Only passages are shown, page after page. */
        amongPassages: 0.85,
        /** Documents are wanted: the fifth passage of one counts so little that it is left out as weak. */
        amongDocuments: 0.7,
      },
      /** Part of what a page lacks that its title fills, if that is all of the question (docs/decisions/0004-weights.md). */
      title: 0.6,
    },
  },
  first: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'nine sets of notes, two thirds',
    requiredBy: 'packages/kernel/test/search/first-hit.test.ts',
    values: {
      /** Passages that hold a name or a number which the question is about. */
      maxHolders: 3,
      /** In a small store every word is rare. */
      rareFrom: 200,
    },
  },
  closeness: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'twelve public sets of notes',
    values: {
      /** Words further apart than this say nothing about each other. */
      near: 6,
    },
  },
  links: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'a probe of 51 questions and javaguide_zh',
    requiredBy: 'packages/kernel/test/search/link-pages.test.ts',
    values: {
      /** Share of its score that a passage loses when it points alone. */
      points: 0.5,
      /** Share of what a page lacks that a link to it fills, if the link says all of the question. */
      leads: 0.75,
      /** A link that says less of the question leads to something else; so does one that says much less than another. */
      minShare: 0.5,
      nearBest: 0.8,
      /** Shares of words in links: up to the first a passage explains, from the second on it points alone. */
      explains: 0.2,
      pointsOnly: 0.6,
      /** Words and links below a heading that are no more than a reference. */
      stubWords: 12,
      stubLinks: 2,
    },
  },
  copies: {
    record: 'docs/decisions/0013-recall.md',
    chosenOn: 'no set: a need of users, held by tests',
    requiredBy: 'packages/index-core/test/ranking/copies.test.ts',
    values: {
      /** Words of a shingle: fewer are alike by chance, more are broken by each word that was changed. */
      shingle: 3,
      /** Share of the shingles of a copy that the text holds; the others stand where it was cut or a word was moved. */
      minCommonShare: 0.9,
      /** A page so many times as long that holds a paragraph is no copy of it. */
      longer: 2,
      /** Below it what is alike is a phrase: then every word must be the same. */
      fewestShingles: 8,
    },
  },
  turns: {
    record: 'docs/decisions/0007-chats.md',
    chosenOn: 'LoCoMo, two thirds of its turns',
    values: {
      countedMessages: 3,
      /** Share of its score that a reply keeps when its statement was found too. */
      reply: 0.9,
      /** The same where what holds now is asked, of what was said later at the latest: of a month before .85 is kept. */
      agedSince: 0.3,
      /** Share of the best score at which something newer may take its place. */
      nearBest: 0.6,
      /** Shares by which each further thing asked closes the gap that the better ones leave. */
      furtherQueries: [1, 0.5, 0.35, 0.25],
      /** An old conversation keeps most of its score: age settles who comes first among equals. */
      aged: 0.15,
      /** The same where somebody goes on with what was done last: of a year ago less than a half is kept. */
      agedAtWork: 0.6,
      /** In days; older ones are as old as each other. */
      oldestDays: 1_000,
    },
  },
  past: {
    record: 'docs/decisions/0013-recall.md',
    chosenOn: 'no set: a need of users, held by tests',
    requiredBy: 'packages/kernel/test/search/own-past.test.ts',
    values: {
      /** Powers of what a hit lacks: what is of that time, and what could be of another. */
      ofThatTime: 4,
      /** Power of notes, relative to what was said and to pads: people write into notes what others decided, too. */
      ofNotes: 0.6,
      ofAnyTime: 2,
      /** For a question about the own past without a word of decision: only hits of nearly equal score change places. */
      personal: { work: 1.6, notes: 1.25 },
      /** So much better a hit from elsewhere must be to stand before one of the project: a third, and less where both are sure. */
      ofProject: 1.3,
      /** So many of each kind come first: one of them may be written to all day. */
      firstOfKind: 2,
    },
  },
  claims: {
    record: 'docs/decisions/0038-claims.md',
    chosenOn: 'no set: it decides between hits that are as good',
    requiredBy: 'packages/kernel/test/claims/shown-claims.test.ts',
    values: {
      /** Factor for the score of a hit whose main claim is gone or changed. */
      outdated: 0.98,
      /** An answer with more claims says nothing of the rest. */
      most: 100,
    },
  },
  storehouses: {
    record: 'docs/decisions/0013-recall.md',
    chosenOn: 'five storehouses in one place, two thirds',
    values: {
      /** Behind so many documents a list says only how much any text there shares with the query. */
      tail: 100,
      /** How much of that is taken from all of the list: common words are no distinction (docs/decisions/0013-recall.md). */
      tailCounts: 0.5,
    },
  },
  fusion: {
    record: 'docs/decisions/0011-fusion.md',
    chosenOn: 'fourteen public sets, vectors of nine kinds',
    values: {
      /** Keeps the first ranks of one list from outweighing what several lists that answer the same question agree on. */
      sameQuestion: 60,
      /** Lists that answer different questions: what is first in one of them is wanted, whatever the others say. */
      otherQuestions: 2,
      /**
       * Weight of a reranker's order relative to the given one: as much as it can have while the first, even if the reranker puts
       * it last, stays among the first three, whatever the others are.
       */
      reranked: 0.6,
      /**
       * The probability of a hit by words is `score ** sharpness` as a share of the sum: one half as good as the first is the
       * answer 64 times less often (14 public sets). For some questions words say little, and only the vectors show it.
       */
      sharpness: [6, 2],
      /** How often words do not find an answer at all. It is then any of the others. */
      unseen: 0.3,
      /**
       * Two hypotheses: vectors mean nothing for this question, or the answers' surprises are five times those of other texts.
       * The outliers decide, and whether the hits by words are among them. Chance must be disproved: before looking it is likelier.
       */
      tellings: [
        { telling: 1, expected: 2 / 3 },
        { telling: 0.2, expected: 1 / 3 },
      ],
      /** A passage that holds every word once, where words found nothing to compare with: even odds. */
      defaultStrength: 0.45,
      /** Words are never surer than this. */
      maxCertainty: 0.95,
      /** Hits by words behind their first page rarely answer anything. */
      alsoFound: [10, 50],
      /** The nearest that count as the tail by which the others are judged: many more than are ever the answer. */
      tail: 200,
      /** The tail is no more than this share of all, or its slope would be that of the middle. */
      tailShare: 1 / 4,
      /** The slope is taken from the end of the tail to the end of its first quarter: the few that answer do not bend it. */
      steep: 4,
      /** Upper limit of a deviation: vectors that are all alike except for a few have no slope, and no difference counts for more than this. */
      leastScale: 0.05,
      /** In nats: a passage that its meaning makes so much likelier is shown rather than the one that has the words. */
      decisiveNats: 2,
    },
  },
} as const
