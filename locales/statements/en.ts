/** Statements of insights in English: the source of the other languages that reports speak. */
import type { Translated } from '../format.ts'
import { method } from './method-en.ts'

export const statements = {
  ...method,
  sentences: '{text}',
  of_team: '{team}: {text}',

  answered: '{share, number, percent} answered, {responded, number} of {recipients, number}.',
  answered_either: '{responded, number} or {most, number} of {recipients, number} answered.',
  answered_between: '{responded, number} to {most, number} of {recipients, number} answered.',

  score:
    '“{question}” scored {mean, number, ::.0#} of {max, number} on average ({n, plural, one {# answer} other {# answers}}; 95% interval {low, number, ::.0#} to {high, number, ::.0#}).',
  score_in_unit:
    '“{question}”: {mean, number, ::.0#} of {max} on average ({n, plural, one {# answer} other {# answers}}; 95% interval {low, number, ::.0#} to {high}).',
  enps: '“{question}” has an eNPS of {enps, number} ({n, plural, one {# answer} other {# answers}}; {promoters, number, percent} promoters, {detractors, number, percent} detractors; 95% interval {low, number} to {high, number}).',

  sentiment:
    'Of {n, plural, one {# answer} other {# answers}} to “{question}”, {negative, plural, one {# is} other {# are}} negative and {positive, number} positive (mean {mean, number, ::.0#} on a scale from −1 to 1).',
  asking:
    '{people, number} of {n, number} people who wrote ask for something in so many words ({share, number, percent}).',

  unread: '{unread, number} of {answers, number} answers were not read:',
  unread_in: 'about {count, number} in {language}.',
  unread_other: '{count, number} in other languages, or ones that are not clear.',
  // Of findings of versions before 6.
  unread_unknown: '{count, number} whose language is not clear.',
  unread_of: '{unread, number} of {answers, number} answers were not read.',
  unread_most:
    'Only {read, number} of {answers, number} answers to “{question}” were read, too few to say how they sound.',

  theme_all:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}), all of them negatively.',
  theme_most:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}), most of them negatively ({negative, number}).',
  theme_more:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}), more than half of them negatively ({negative, number}).',
  theme_some:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}), {negative, number} of them negatively.',
  theme_most_uncounted:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}), most of them negatively.',
  theme_more_uncounted:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}), more than half of them negatively.',
  theme_some_uncounted:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}), some of them negatively.',
  theme_none:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}), none of them negatively.',
  theme_partly:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}); of {rated, number} whose tone was estimated, {negative, number} negatively.',
  theme:
    '{share, number, percent} of people who commented mention {about} ({people, number} of {n, number}).',

  mean_of: '{mean, number, ::.0#} of {max, number}',
  mean_of_unit: '{mean, number, ::.0#} of {max}',
  enps_of: 'an eNPS of {enps, number}',
  middle_of: 'the middle of the scale ({value, number})',
  target_of: 'the target ({value, number})',
  times_2: 'second time in a row',
  times_3: 'third time in a row',
  times_4: 'fourth time in a row',
  times_5: 'fifth time in a row',
  times_6: 'sixth time in a row',
  times_7: 'seventh time in a row',
  times_8: 'eighth time in a row, or more',

  level_low:
    '“{question}” is low: {figure} ({n, plural, one {# answer} other {# answers}}), clearly below {reference}.',
  level_high:
    '“{question}” is high: {figure} ({n, plural, one {# answer} other {# answers}}), clearly above {reference}.',
  level_still_low:
    '“{question}” is still low: {figure}, {times} ({n, plural, one {# answer} other {# answers}}).',
  level_still_high:
    '“{question}” is still high: {figure}, {times} ({n, plural, one {# answer} other {# answers}}).',
  level_strength:
    '“{question}” is a strength: {figure}, {favourable, number, percent} favourable ({n, plural, one {# answer} other {# answers}}).',
  level_still_strength:
    '“{question}” is still a strength: {figure}, {favourable, number, percent} favourable, {times} ({n, plural, one {# answer} other {# answers}}).',
  level_strength_enps:
    '“{question}” is a strength: {figure}, {favourable, number, percent} promoters ({n, plural, one {# answer} other {# answers}}).',
  level_still_strength_enps:
    '“{question}” is still a strength: {figure}, {favourable, number, percent} promoters, {times} ({n, plural, one {# answer} other {# answers}}).',
  level_fine: '“{question}” is good: {figure} ({n, plural, one {# answer} other {# answers}}).',
  level_unclear:
    'Not enough data to call “{question}” high or low: {figure} ({n, plural, one {# answer} other {# answers}}), measured against {reference}. It would take about {enough, plural, one {# more answer} other {# more answers}}.',
  level_unclear_far:
    '“{question}” is neither high nor low: {figure} ({n, plural, one {# answer} other {# answers}}), close to {reference}. To tell so small a difference would take about {enough, plural, one {# more answer} other {# more answers}}.',
  level_seems_low:
    '“{question}” may be low: {figure} ({n, plural, one {# answer} other {# answers}}), below {reference}. Several questions were tested at once, so this can still be chance.',
  level_seems_high:
    '“{question}” may be high: {figure} ({n, plural, one {# answer} other {# answers}}), above {reference}. Several questions were tested at once, so this can still be chance.',
  level_close:
    '“{question}” is neither high nor low: {figure} ({n, plural, one {# answer} other {# answers}}), close to {reference}.',
  level_unsettled:
    '“{question}” is neither clearly high nor clearly low: {figure} ({n, plural, one {# answer} other {# answers}}), measured against {reference}.',
  level_middle:
    '“{question}” is neither good nor bad: {figure} ({n, plural, one {# answer} other {# answers}}). The middle of the scale is {middle, number}.',
  level_middle_far:
    '“{question}” is neither good nor bad: {figure} ({n, plural, one {# answer} other {# answers}}). The middle of the scale is {middle, number}. To tell so small a difference would take about {enough, plural, one {# more answer} other {# more answers}}.',
  // For an eNPS, because its name says more than its question.
  level_low_enps:
    '{subject} is low: {enps, number, ::sign-except-zero} ({n, plural, one {# answer} other {# answers}}), clearly below {reference}.',
  level_still_low_enps:
    '{subject} is still low: {enps, number, ::sign-except-zero}, {times} ({n, plural, one {# answer} other {# answers}}).',
  level_fine_enps:
    '{subject} is good: {enps, number, ::sign-except-zero} ({n, plural, one {# answer} other {# answers}}).',
  level_unclear_enps:
    'Not enough data to call {subject} high or low: {enps, number, ::sign-except-zero} ({n, plural, one {# answer} other {# answers}}). It would take about {enough, plural, one {# more answer} other {# more answers}}.',
  level_seems_low_enps:
    '{subject} may be low: {enps, number, ::sign-except-zero} ({n, plural, one {# answer} other {# answers}}), below {reference}. Several questions were tested at once, so this can still be chance.',
  level_seems_high_enps:
    '{subject} may be high: {enps, number, ::sign-except-zero} ({n, plural, one {# answer} other {# answers}}), above {reference}. Several questions were tested at once, so this can still be chance.',
  level_unsettled_enps:
    '{subject} is neither clearly high nor clearly low: {enps, number, ::sign-except-zero} ({n, plural, one {# answer} other {# answers}}).',
  level_middle_enps:
    '{subject} is neither good nor bad: {enps, number, ::sign-except-zero} ({n, plural, one {# answer} other {# answers}}).',
  level_close_enps:
    '{subject} is close to {reference}: {enps, number, ::sign-except-zero} ({n, plural, one {# answer} other {# answers}}).',
  enps_name: 'eNPS',
  enps_name_of: 'eNPS of “{question}”',
  level_text_problem:
    '{people, number} people mention {about}, {share, plural, one {all of them negatively} other {{negative, number} of them negatively ({share, number, percent})}}.',
  level_text_strength:
    '{people, number} people mention {about}, {negative, plural, =0 {none of them} one {only # of them} other {only # of them}} negatively ({share, number, percent}).',
  level_text_most: '{people, number} people mention {about}, most of them negatively.',
  level_text_few: '{people, number} people mention {about}, few of them negatively.',
  level_requests:
    '{people, number} of {n, number} people who commented ask for something about {about} ({share, number, percent}).',
  again: 'This is the {times}.',

  quoted: '“{question}”',
  mentions: 'The share of people who mention {about}',
  negative_mentions: 'The share of people who mention {about} negatively',
  suggestions: 'The share of people who ask for something about {about}',
  answers_to: 'The sentiment of answers to “{question}”',
  value_mean: '{value, number, ::.0#}',
  value_mean_in: '{value, number, ::.0#}\u00a0{unit}',
  value_mean_percent: '{value, number, ::.0#}%',
  value_in: '{value, number}\u00a0{unit}',
  value_percent: '{value, number}%',
  value_share: '{value, number, percent}',
  // Of findings of versions before 12.
  value_enps: 'an eNPS of {value, number}',
  value_enps_alone: '{value, number, ::sign-except-zero}',
  change_previous_up: '{subject} rose from {from} to {to} since last time.',
  change_previous_down: '{subject} fell from {from} to {to} since last time.',
  change_parent_up: '{subject} is above the rest of the parent team: {to} against {from}.',
  change_parent_down: '{subject} is below the rest of the parent team: {to} against {from}.',
  change_organisation_up: '{subject} is above everyone else: {to} against {from}.',
  change_organisation_down: '{subject} is below everyone else: {to} against {from}.',
  change_trend_up: '{subject} has been rising over {instances, number} surveys, from {from} to {to}.',
  change_trend_down: '{subject} has been falling over {instances, number} surveys, from {from} to {to}.',

  // Beside the figure of a finding, whose group and survey stand there too.
  short_answered: '{responded, number} of {recipients, number} people answered',
  short_score: '“{question}” on average',
  short_score_in_unit: '“{question}” on average',
  short_enps: '“{question}”, as an eNPS',
  short_theme_all: 'of people who commented mention {about}, all of them negatively',
  short_theme_most: 'of people who commented mention {about}, most of them negatively',
  short_theme_more: 'of people who commented mention {about}, more than half of them negatively',
  short_theme_some: 'of people who commented mention {about}, some of them negatively',
  short_theme_most_uncounted: 'of people who commented mention {about}, most of them negatively',
  short_theme_more_uncounted: 'of people who commented mention {about}, more than half of them negatively',
  short_theme_some_uncounted: 'of people who commented mention {about}, some of them negatively',
  short_theme_none: 'of people who commented mention {about}, none of them negatively',
  short_theme: 'of people who commented mention {about}',
  short_level_low: '“{question}” is low',
  short_level_high: '“{question}” is high',
  short_level_still_low: '“{question}” is still low, {times}',
  short_level_still_high: '“{question}” is still high, {times}',
  short_level_strength: '“{question}” is a strength',
  short_level_still_strength: '“{question}” is still a strength, {times}',
  short_level_strength_enps: '“{question}” is a strength',
  short_level_still_strength_enps: '“{question}” is still a strength, {times}',
  short_level_fine: '“{question}” is good',
  short_level_unclear: '“{question}” is neither clearly high nor clearly low',
  short_level_unclear_far: '“{question}” is neither high nor low',
  short_level_seems_low: '“{question}” may be low',
  short_level_seems_high: '“{question}” may be high',
  short_level_close: '“{question}” is neither high nor low',
  short_level_unsettled: '“{question}” is neither clearly high nor clearly low',
  short_level_middle: '“{question}” is neither good nor bad',
  short_level_middle_far: '“{question}” is neither good nor bad',
  short_level_low_enps: '{subject} is low',
  short_level_still_low_enps: '{subject} is still low, {times}',
  short_level_fine_enps: '{subject} is good',
  short_level_unclear_enps: '{subject} is neither clearly high nor clearly low',
  short_level_seems_low_enps: '{subject} may be low',
  short_level_seems_high_enps: '{subject} may be high',
  short_level_unsettled_enps: '{subject} is neither clearly high nor clearly low',
  short_level_middle_enps: '{subject} is neither good nor bad',
  short_level_close_enps: '{subject} is close to the target',
  short_level_text_problem:
    '{share, plural, one {people mention {about}, all of them negatively} other {people mention {about}, {negative, number} of them negatively}}',
  short_level_text_strength:
    '{negative, plural, =0 {people mention {about}, none of them negatively} one {people mention {about}, only # of them negatively} other {people mention {about}, only # of them negatively}}',
  short_level_text_most: 'people mention {about}, most of them negatively',
  short_level_text_few: 'people mention {about}, few of them negatively',
  short_level_requests: 'of {n, number} people who commented ask for something about {about}',
  short_change_previous_up: '{subject} rose since last time',
  short_change_previous_down: '{subject} fell since last time',
  short_change_parent_up: '{subject} is above the rest of the parent team',
  short_change_parent_down: '{subject} is below the rest of the parent team',
  short_change_organisation_up: '{subject} is above everyone else',
  short_change_organisation_down: '{subject} is below everyone else',
  short_change_trend_up: '{subject} has been rising over {instances, number} surveys',
  short_change_trend_down: '{subject} has been falling over {instances, number} surveys',

  trend_of_score: 'The score of “{question}”',
  trend_of_enps: 'The eNPS of “{question}”',
  trend_of_sentiment: 'The sentiment of answers to “{question}”',
  trend_of_participation: 'Participation',
  trend_too_few: '{subject} has no trend yet: {instances, number} of at least {least, number} instances.',
  trend_none: '{subject} has no clear trend over {instances, number} instances.',
  trend_rising:
    '{subject} has been rising over {instances, number} instances, by about {step, number, ::.##} each time.',
  trend_falling:
    '{subject} has been falling over {instances, number} instances, by about {step, number, ::.##} each time.',

  action: '{title}.',
  named_most:
    'Most often in complaints and requests: “{phrase}” ({people, plural, one {# person} other {# people}}).',
  praised_most: 'Most often praised: “{phrase}” ({people, plural, one {# person} other {# people}}).',
  tried: 'Tried before: {title} ({outcome}).',
  tried_better: 'it helped',
  tried_worse: 'it got worse',
  tried_unclear: 'no clear effect',
  tried_unmeasured: 'not measured',
  tried_dismissed: 'dismissed',

  strength: '{driver} is a strength ({favourable, number, percent} favourable): {thing}.',
  strength_in: '{driver} is a strength in {team} ({favourable, number, percent} favourable): {thing}.',

  driver_workload: 'Workload',
  driver_wellbeing: 'Wellbeing',
  driver_clarity: 'Clarity',
  driver_tools: 'Tools and workplace',
  driver_strengths_use: 'Use of strengths',
  driver_recognition: 'Recognition',
  driver_manager_support: 'Support by the manager',
  driver_growth: 'Growth',
  driver_voice: 'Voice',
  driver_purpose: 'Purpose',
  driver_peers: 'Peers',
  driver_feedback_progress: 'Feedback and progress',
  driver_autonomy: 'Autonomy',
  driver_flexibility: 'Flexibility',
  driver_pay: 'Pay and benefits',
  driver_leadership_change: 'Leadership and change',
  driver_meetings_process: 'Meetings and processes',
  driver_fairness_inclusion: 'Fairness and inclusion',
  driver_hiring: 'Hiring',
  driver_service: 'Service to customers',
  driver_collaboration: 'Collaboration between units',
  driver_lead_communication: 'Communication with the lead',

  about_workload: 'workload',
  about_wellbeing: 'wellbeing',
  about_clarity: 'clarity',
  about_tools: 'tools and workplace',
  about_strengths_use: 'use of strengths',
  about_recognition: 'recognition',
  about_manager_support: 'support by the manager',
  about_growth: 'growth',
  about_voice: 'voice',
  about_purpose: 'purpose',
  about_peers: 'peers',
  about_feedback_progress: 'feedback and progress',
  about_autonomy: 'autonomy',
  about_flexibility: 'flexibility',
  about_pay: 'pay and benefits',
  about_leadership_change: 'leadership and change',
  about_meetings_process: 'meetings and processes',
  about_fairness_inclusion: 'fairness and inclusion',
  about_hiring: 'hiring',
  about_service: 'service to customers',
  about_collaboration: 'collaboration between units',
  about_lead_communication: 'communication with the lead',
} as const

export type Statements = typeof statements
export type TranslatedStatements = Translated<Statements>
