/** Numbers of questions: how they are read, and how sure their answers are. */
export const queryNumbers = {
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
    keptFor: 'packages/kernel/test/search/search-store.test.ts',
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
    keptFor: 'packages/kernel/test/search/corrections.test.ts',
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
  widening: {
    record: 'docs/decisions/0007-chats.md',
    chosenOn: 'misspelt and related words of conversations',
    keptFor: 'test/e2e/chats/search.test.ts',
    values: {
      cjkTypo: 0.4,
      /** Pairs looked at that begin with the character before a wrong one. */
      maxPairs: 400,
      maxCorrections: 4,
      maxTypos: 8,
      maxLongerWords: 5,
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
} as const
