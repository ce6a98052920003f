/**
 * Every number that decides what is found, in which order, and how sure an answer is: by mechanism, with the page that says
 * how it was chosen, and the questions that it was chosen on. `npm run bench:ablation` shows what each is worth.
 */
export const policyTable = {
  queries: {
    record: 'bench/results/signs.md',
    chosenOn: 'questions with signs, of ten sets of notes',
    values: {
      /** More are a sentence, whatever they are. */
      maxKeywords: 8,
      /** More words are pasted: part of them may have been another name or number where it stands. */
      longestDemanded: { beside: 6, alone: 12 },
      /**
       * With more words next to a phrase, the query means all of it together: measured, a filter then loses more than it
       * wins.
       */
      maxOtherWords: 2,
      /** Each costs a look into the vocabulary or at many texts: past this many, more of them say nothing more. */
      maxOperators: 16,
      /** Texts that are looked at: what is asked for stands in one of the first. */
      optionTexts: 5,
    },
  },
  words: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'fourteen public sets of notes, two thirds',
    values: {
      /** Weight of another name, relative to the word. */
      otherName: 0.6,
      /** Share of the weight of the word that it replaces. */
      guess: 0.6,
      /** Terms that a prefix may stand for; past it the rest is too common to say anything. */
      prefixTerms: 64,
      /** Each is looked for in the store: past so many another one says little. */
      maxPhrases: 8,
    },
  },
  phrases: {
    record: 'bench/results/signs.md',
    chosenOn: 'questions with quotes, of ten sets of notes',
    values: {
      /**
       * Share of a passage's missing score that it gains if it holds all words of the query in the wording of the query. A
       * larger share wins more if the answer holds the phrase, and costs more than nothing if it does not
       * (bench/results/signs.md).
       */
      weight: 0.2,
      /** The best passages by words that may hold a phrase, whose texts are read for it. */
      read: 60,
    },
  },
  prompts: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'ten sets of notes and conversations of RealMem, two thirds',
    values: {
      /** Fewer words are one question. */
      long: 18,
      /** Searched of a pasted text, each like a query of its own: its beginning says what it is about. */
      maxSentences: 24,
      /**
       * Power of the mean: 1 is the whole prompt, and the higher it is, the more the sentence counts that a passage answers best.
       */
      power: 2.5,
      /** Share of the best sentence's standing at which another one counts as well: several questions may be asked at once. */
      least: { asking: 0.4, telling: 0.65 },
      /** Power of a sentence's information: "Thanks a lot!" is soon answered in full. */
      standingPower: 0.25,
      /** Standing of a question or a wish to know, relative to another sentence. */
      questionStanding: 1.5,
      /** A passage that answers a prompt is among the first of one of its sentences. */
      deeperThanSentence: 4,
    },
  },
  corrections: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'no set: lists of common and of misspelt words in the tests',
    values: {
      /** In shorter words a second error makes another word. */
      shortestWithTwo: 8,
      /** Limit for pasted texts; more words without any match are names. */
      maxWords: 4,
      /** A word that stands in fewer passages may be misspelt itself, unless everybody knows it. */
      several: 2,
      /** Parts of two letters stand in every word. */
      shortestPart: 3,
      /** Among other words that are held; shorter ones are names and long plain words, such as `Midwestern`. */
      shortestSplit: 12,
      longestPart: 20,
      /** Shorter beginnings stand for too many words. */
      shortestBeginning: 8,
    },
  },
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
    values: {
      /** Powers of what a hit lacks: what is of that time, and what could be of another. */
      ofThatTime: 4,
      /** Power of notes, relative to what was said and to pads: people write into notes what others decided, too. */
      ofNotes: 0.6,
      ofAnyTime: 2,
      /** So much better a hit from elsewhere must be to stand before one of the project: a third, and less where both are sure. */
      ofProject: 1.3,
      /** So many of each kind come first: one of them may be written to all day. */
      firstOfKind: 2,
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
  evidence: {
    record: 'docs/decisions/0017-sureness.md',
    chosenOn: 'seventeen public sets, two thirds',
    values: {
      /** A CJK word has several terms that overlap: its information is counted about twice. */
      overlap: 1.9,
      /** A single character is seldom a word. */
      ofCharacter: 0.5,
      /** A match of a guess says little: nearly every text holds something spelled nearly alike. */
      ofGuess: 0.5,
      /** From so many passages on rarity is what it was measured at; in a small store nothing is rare. */
      measuredFrom: 200,
      /** Words of one thing that is asked. A longer prompt says several things: its best stretch of so many words counts. */
      window: 12,
      /** A sentence and a half is still one question. */
      longest: 18,
      /** The best of many parts is good by chance more often. */
      chosen: 1.2,
      strong: 1.5,
      /** Below it an answer shows no more than `FEW`: a question that belongs elsewhere has seldom more, one that belongs here often. */
      some: -0.5,
      /** Below it the answer says that there is none: one own question in a hundred, and three foreign ones of four. */
      none: -2.8,
      /** So little is cut short even where only one thing is searched. */
      nothing: -4.5,
      /** Share of the weightiest word from which on another says about as much. */
      asWeighty: 0.9,
      few: 3,
      /** Share of the best score below which hits are left out. Measured on single questions, no answer was below it. */
      far: 0.3,
      /** Passages of which the surest speaks for the answer. */
      judged: 3,
    },
  },
  widening: {
    record: 'docs/decisions/0007-chats.md',
    chosenOn: 'misspelt and related words of conversations',
    values: {
      cjkTypo: 0.4,
      /** Pairs looked at that begin with the character before a wrong one. */
      maxPairs: 400,
      maxCorrections: 4,
      maxTypos: 8,
      maxLongerWords: 5,
    },
  },
  shown: {
    record: 'docs/decisions/0004-weights.md',
    chosenOn: 'long notes of seven sets',
    values: {
      /**
       * Longest snippets by their place unless the caller says otherwise: the first are read for the answer, the last show
       * whether to open them (docs/decisions/0004-weights.md).
       */
      snippets: [
        { lines: 16, chars: 1_800 },
        { lines: 12, chars: 1_500 },
        { lines: 8, chars: 1_200 },
        { lines: 6, chars: 900 },
        { lines: 6, chars: 900 },
      ],
      lastSnippet: { lines: 4, chars: 600 },
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

/** The numbers alone. */
export const policy = valuesOf(policyTable)

type Widened<Value> = Value extends number
  ? number
  : Value extends object
    ? { readonly [Key in keyof Value]: Widened<Value[Key]> }
    : Value

function valuesOf<Table extends Readonly<Record<string, { readonly values: object }>>>(
  table: Table,
): { readonly [Group in keyof Table]: Widened<Table[Group]['values']> } {
  return Object.fromEntries(Object.entries(table).map(([group, { values }]) => [group, values])) as never
}
