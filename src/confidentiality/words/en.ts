/** The promise in English; the other languages have the same members (src/language.test.ts). */
export const en = {
  anonymous:
    'Nobody can see who said what: answers are kept without your name and shown only for groups of {k_score} or more.',
  confidential: 'People see groups of {k_score} or more, never your answer by name.',
  attributed: '{readers} will see your answer with your name; everyone else sees groups only.',
  author: 'The author',
  thresholds:
    'Scores are shown for groups of at least {k_score} people, comments for at least {k_comment}, response rates for at least {k_rate}.',
  breakdown: 'Scores are also shown by {attribute}, for groups of at least {k_score}.',
  whole_groups:
    'Every figure that leaves is made of whole groups of that size, so that no comparison of figures can single anybody out.',
  readers_see: 'The readers named above see who said what.',
  nothing_before_close: 'Nothing is shown before the collection has closed.',
  sealed:
    'While the collection is open, answers lie sealed under a key of this collection alone. At its close they are shuffled and the key is destroyed; from then on nobody, not even the operator, can tell whose they were.',
  until_then: 'Until then an operator with full access to the running machine could watch answers arrive.',
  comments: 'Comments are shown in no order, without names, addresses and numbers.',
  language_model:
    'Comments that are shown may also be sent to a language model at {language_model}, which finds words for what many say: the same comments, without names, and nothing else.',
  harm: 'If an answer speaks of harassment, self-harm or danger, admins of the organisation may be told that at least one of {k_score} or more does: no words, no team, no name, no number.',
  receipt:
    'Until the collection closes, you can read, change or withdraw your answer with the receipt that you get. Afterwards it proves that your answer was counted.',
  retention: 'Answers are kept as long as the organisation keeps the collection.',
}
