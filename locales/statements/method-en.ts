/** How an insight was found, in English: in words for people who lead a team and know no statistics. */
export const method = {
  method_to_question: 'to “{question}”',
  method_to_questions: 'to the questions',
  method_of_question: 'of “{question}”',
  method_of_questions: 'of the questions',
  method_again:
    'POST /api/insights/recompute makes the whole report again from the stored figures: the same rules give the same bytes.',

  method_participation:
    'How many of the people who were asked have answered. An answer that was withdrawn does not count.',
  method_participation_not_why: 'Why the others did not answer, or who they are.',
  method_participation_not_what: 'What they would have said.',
  method_participation_how:
    'responded divided by recipients. responded_max says how many may have answered: a single answer of a group is not counted, and of a group in which all answered one is not.',

  method_score:
    'The answers {to} on its scale, as people chose them. The mean is their sum divided by their number; favourable are the upper two of five steps, or as many in proportion; the lower ones where high values are bad news.',
  method_not_why: 'Why people answered so.',
  method_score_not_each:
    'What anyone in the group answered: a mean of the middle may be half at the top and half at the bottom. Look at the distribution.',
  method_score_not_others:
    'That the group is like its mean: people who did not answer may see it differently.',
  method_score_how: 'Multiply each value of the distribution by its count, add up, divide by n.',

  method_level:
    'Whether the figure {of} lies on the good or the bad side of its reference: the target that the author gave, otherwise the middle of the scale; for words, whether more than half of the people who mention the driver do so negatively, or how many ask for something. On the bad side it is called a problem, on the good side fine; a strength where surely more than half of the answers are favourable; and unclear where chance alone could make the difference.',
  method_level_not_enough: 'That a figure on the good side is good enough: give the question a target.',
  method_level_not_what: 'What will help: see the recommended action, and what was tried.',
  method_level_how:
    'Test the distribution against `value.reference` by flipping signs, with the seed in the evidence of an action. `value.times` counts the instances before this one in which a normal test of the same figure says the same.',

  method_change:
    'How the figure {of} differs from last time, from the rest of the parent team, from everyone else who was asked, or over several surveys (`value.against`). Only differences that are told over the whole report are listed.',
  method_change_not_why: 'Why it changed.',
  method_change_not_same:
    'That figures without a change have stayed the same: a small change of a small group cannot be told.',
  method_change_how: '`value.to` less `value.from` is the difference that was tested.',

  method_enps:
    'The answers {to}: the share of 9 and 10 less the share of 0 to 6, in points from −100 to 100. Anyone who skipped the question is not counted; how many did is told beside it.',
  method_enps_not_near:
    'How close a 6 is to a 7: the score counts only in which of three parts an answer lies.',
  method_enps_not_elsewhere: 'How you compare with other companies: wording and occasion differ.',
  method_enps_how: 'Counts of 9 and 10 less counts of 0 to 6, divided by n, times 100.',

  method_sentiment:
    'How the words of the answers {to} read, each from −1 to 1, by a list of rated words and rules for negation and contrast. It is an estimate by a program, not something that people chose.',
  method_sentiment_model:
    'Answers in the languages of the model “{name}” ({version}), which the operator of this service brought, have its scores instead. It ran on the operator’s machine.',
  method_sentiment_not_meant:
    'What people meant: irony and politely worded suggestions are read as they are written.',
  method_sentiment_not_compared:
    'How this question compares with another: a question that asks for suggestions reads worse than one that asks for praise. Compare it with itself over time.',
  method_sentiment_not_unread:
    'What answers say that were not read: `coverage` counts them, by language where at least ten people wrote in it. Figures of languages other than English come from models trained on tweets.',
  method_sentiment_how:
    'The mean of one score for each person, summed up for whole cells at close; the score of a comment can be computed from the comment.',

  method_coverage:
    'How many of the answers {to} the program read. It leaves out answers in languages that it does not know, and short ones whose language it cannot tell. With fewer than half of them read it says nothing of how they sound.',
  method_coverage_not_others: 'What the other answers say.',
  method_coverage_how: 'Answers that were read, divided by all that say something.',

  method_theme:
    'How many of the people who wrote name this topic, found by a fixed list of phrases, and whether the parts of sentences that name it read well or badly.',
  method_theme_of_words:
    'How many of the people who wrote used one of these words or phrases: {words}. They stand together in many answers; each is used by at least three people. And how the answers read that contain them.',
  method_word: '“{word}”',
  method_theme_not_care: 'That the others do not care: they wrote about something else.',
  method_theme_not_same: 'That everyone who names it means the same.',
  method_theme_how:
    'people divided by n. A topic is told where at least three people and one in twenty name it.',
  method_theme_search:
    'Search the comments for the words and phrases, as whole words in any case, with hyphens read as spaces. Count the people, divide by the people who wrote something that could be read. Comments that are not to be quoted count and are not in the list.',
  method_theme_least: 'A theme is told where at least three people and 3 in 200 of a group match it.',

  method_summary:
    'What comments that everyone may read have in common, in the words of a language model. Each sentence is said by several batches of answers, and holds no figure.',
  method_summary_not_many: 'How many say so: the figures of themes and drivers do.',
  method_summary_not_single: 'What a single answer says: words of one or two answers are left out.',
  method_summary_how:
    'It cannot be computed: read the comments. `value.labelled_by` names provider, model and instruction.',

  method_action:
    'What was measured and estimated about the driver named here; the evidence lists each figure. One fixed rule weighs how bad it is, how much it matters, how many it concerns and how sure that is.',
  method_action_not_help:
    'That the action will help: it is a first step that has fitted such findings, with a sign to look for at the next asking.',
  method_action_not_who: 'Who said what led to it.',
  method_action_how: 'Multiply the parts in `value.parts`; `value.rejected_reasons` names what came next.',

  method_asked: '{n, plural, one {# person was asked.} other {# people were asked.}}',
  method_rests_on: '{n, plural, one {It rests on # person.} other {It rests on # people.}}',
  method_least_anonymous:
    'The survey was anonymous: nothing is shown about fewer than {least, number} people, and no comparison of figures reveals anything about fewer.',
  method_least_confidential:
    'The survey was confidential: nothing is shown about fewer than {least, number} people, and no comparison of figures reveals anything about fewer.',
  method_least_attributed:
    'The survey was attributed: nothing is shown about fewer than {least, number} people, and no comparison of figures reveals anything about fewer.',

  method_no_margin: 'Everyone who was asked is counted, so there is no margin.',
  method_margin_in_evidence: 'No interval is given for this finding.',
  method_margin:
    'If the {n, number} people were a sample of many like them, the figure of all would lie between {low} and {high} in 95 of 100 cases. It was computed by {way}. The fewer people, the wider it is.',
  method_margin_of_some:
    'If these people were a sample of many like them, the figure of all would lie between {low} and {high} in 95 of 100 cases. It was computed by {way}. The fewer people, the wider it is.',
  method_percent: '{share, number, ::percent .#}',
  method_number: '{value, number}',
  method_by_wilson: 'the score interval of Wilson',
  method_by_bootstrap: 'drawing the same answers again 1,999 times (bootstrap)',
  method_by_normal: 'the normal approximation for a difference of two shares',
  method_by_student: 'Student’s t',

  method_not_tested: 'Nothing was tested.',
  method_nothing_to_test: 'Nothing was tested: there was nothing to compare with, or too few answers.',
  method_clear:
    'The difference from {what} is clear. Chance alone would make one as large in {p, number, ::percent .##} of cases, or {adjusted, number, ::percent .##} when all comparisons of the report are counted (p-values; {test}).',
  method_unclear:
    'The difference from {what} is not clear. Chance alone would make one as large in {p, number, ::percent .##} of cases, or {adjusted, number, ::percent .##} when all comparisons of the report are counted (p-values; {test}).',
  method_against_previous: 'the time before',
  method_against_organisation: 'everyone else who was asked',
  method_against_parent: 'the rest of the parent team',
  method_against_middle: 'the middle of the scale',
  method_against_target: 'the target',
  method_against_half: 'as many positive mentions as negative ones',
  method_against_trend: 'the instances before, as a trend',
  method_when_clear:
    'A difference is called clear only if chance alone would hardly make it: answers are dealt out again among both groups, and p is how often that differs as much. At most one report in twenty in which nothing has changed should say that something has: first everyone is tested over the questions, then the teams over all questions and within those that moved (Benjamini and Hochberg).',
} as const
