/** Numbers of single storehouses: how each of them ranks, and files of code. */
export const storehouseNumbers = {
  fileNames: {
    record: 'docs/decisions/0006-code.md',
    chosenOn: 'semble and commits, two thirds',
    values: {
      /** Names of files that begin with a word of the query; past these the word says nothing about any of them. */
      maxNames: 12,
      /** Beginnings of a word of the query that may be the name of a file: `auth` of `authentication`. */
      shortestBeginning: 3,
      /** In longer questions a word is often the name of a file by chance. */
      maxWords: 24,
      /** Words that follow one another may be one name in the code: "flat hash map" is `FlatHashMap`. */
      maxJoined: 4,
      /** Share of a definition that is written with the same capital. */
      capital: 0.2,
      /** Beginnings shorter than this are met by chance. */
      shortestShared: 3,
      /** Minimum common beginning of two words of one family: `rout` of `routing` and `router`. */
      shortestStem: 4,
      /** Further on a colon stands in the middle of what is said. */
      topicColumns: 80,
      /** More words are the beginning of a sentence. */
      topicWords: 3,
    },
  },
  files: {
    record: 'docs/decisions/0006-code.md',
    chosenOn: 'semble and commits, two thirds',
    values: {
      /** So much of a file's score is there before its name is compared in full: what comes in by its name alone begins at nothing. */
      nothing: 0.001,
      /** Weight of a file that many others import, and of one that commits touched which say what is asked. */
      imports: 0.2,
      commits: 0.5,
      /** A name with more definitions gives no hint where to look. */
      maxDefiners: 100,
      /** Chunks beyond these make no difference between files. */
      maxChunks: 8,
      /** Share of the best chunk's score at which another one is worth a look. */
      nearly: 0.6,
      maxOthers: 3,
      /** Chunks of the files whose names meet the rarest words; of others the name says too little to bring them in. */
      maxNamed: 150,
      /** A name that more files have says too little about each. */
      maxTests: 3,
      /** Files behind these would not come to the front by it. */
      maxImported: 40,
      /** Commits that are looked at; measured, more of them add noise. */
      maxCommits: 8,
      /** A name alone is looked for in the code, not in what was said about it. */
      fewestWords: 2,
      /** A commit that touched more says little about any one file. */
      maxTouched: 20,
      /** Several commits about the same file speak louder than one, up to here. */
      maxVotes: 1.5,
    },
  },
  variants: {
    record: 'docs/decisions/0006-code.md',
    chosenOn: 'zod by hand; semble judged',
    keptFor: 'packages/kernel/test/search/code-variants.test.ts',
    values: {
      /** Share of the shorter passage that the other file holds, if it has the same name. */
      near: 0.65,
      /** The same of parts that have one name in files of different names. */
      nearer: 0.85,
      /** The same of the passages, at which a look at their files is worth it: chunks are cut apart variously. */
      minOverlap: 0.4,
      /** Ratio of lengths from which the longer passage says more than the shorter. */
      longer: 3,
      /** Words on each side of one that is asked for. */
      contextWords: 3,
      /** Share of these that the other passage may lack. */
      maxMissingShare: 0.35,
      /** Ratio of sizes from which the larger file is the main one. */
      fuller: 1.2,
    },
  },
  commits: {
    record: 'docs/decisions/0013-recall.md',
    chosenOn: 'commits of thirteen repositories, two thirds',
    values: {
      /** A k1 so small that a word counts nearly whole wherever it stands. */
      anywhere: 0.01,
      /** Commits that are looked at. */
      max: 40,
      /** A subject of fewer words says what many files say. */
      fewestWords: { surely: 2, maybe: 2, no: 3 },
      /**
       * Score of a commit that is named; no file reaches it, though several kinds of evidence may add up to more than the
       * whole.
       */
      named: 2,
      /** A query and a subject that share so much of both are the same sentence. */
      same: 0.8,
      /** More commits do not begin alike. */
      maxSimilar: 3,
    },
  },
  snippets: {
    record: 'docs/decisions/0008-docs.md',
    chosenOn: 'anchor and page sets of documentation, two thirds',
    values: {
      /** Snippets of one document on a page, as long as others have something to say. */
      ofDocument: 3,
      /** The same for a library, where several are asked. */
      ofSource: 4,
      /** Ten pages of ten and some more: the same for every page, so that pages never overlap. */
      depth: 150,
      /** Snippets examined; several topics share a page. */
      maxRead: 24,
      minRead: 3,
    },
  },
  ofNotes: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'fourteen public sets of notes, two thirds',
    values: {
      k1: 1.2,
      support: [0.2, 0.1],
      closeness: 0.15,
      shortForms: 0.3,
      linkPages: true,
      furtherPassages: true,
      own: 'kept',
      hybrid: { lexical: 1, semantic: 1 },
    },
  },
  ofDocs: {
    record: 'docs/decisions/0008-docs.md',
    chosenOn: 'those of notes; page sets of documentation',
    values: {
      k1: 1.2,
      support: [0.2, 0.1],
      closeness: 0.15,
      linkPages: true,
      hybrid: { lexical: 1, semantic: 1 },
    },
  },
  ofPads: {
    record: 'docs/decisions/0005-pads.md',
    chosenOn: 'those of notes',
    values: {
      k1: 1.2,
      support: [0.2, 0.1],
      closeness: 0.15,
      own: 'work',
      hybrid: { lexical: 1, semantic: 1 },
    },
  },
  ofChats: {
    record: 'docs/decisions/0007-chats.md',
    chosenOn: 'LoCoMo, two thirds of its turns',
    values: {
      k1: 0.9,
      support: [0, 0],
      closeness: 0.15,
      own: 'work',
      hybrid: { lexical: 1, semantic: 1 },
      turns: { near: [0.25, 0.2], conversationShare: 0.5, whole: 0.3, statements: { family: 'role', value: 'user' } },
    },
  },
  ofCode: {
    record: 'docs/decisions/0006-code.md',
    chosenOn: 'semble and commits, two thirds',
    values: {
      k1: 1.2,
      support: [0.2, 0.1],
      closeness: 0,
      hybrid: { lexical: 1, semantic: 1 },
      files: {
        name: 0.35,
        nameContains: 0.25,
        fullName: 0.8,
        folder: 0.2,
        topic: 0.35,
        tested: 0.4,
        definition: 0.42,
        more: { first: 0.85, next: 0.6 },
        roles: {
          test: 0.43,
          mock: 0.5,
          fixture: 0.5,
          example: 0.5,
          docs: 0.55,
          generated: 0.4,
          vendored: 0.3,
          lock: 0.2,
          history: 0.3,
        },
      },
    },
  },
} as const
