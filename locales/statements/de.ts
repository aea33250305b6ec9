/** Statements of insights in German. */
import type { TranslatedStatements } from './en.ts'
import { method } from './method-de.ts'

export const statements: TranslatedStatements = {
  ...method,
  sentences: '{text}',
  of_team: '{team}: {text}',

  answered: '{share, number, percent} haben geantwortet, {responded, number} von {recipients, number}.',
  answered_either: '{responded, number} oder {most, number} von {recipients, number} haben geantwortet.',
  answered_between: '{responded, number} bis {most, number} von {recipients, number} haben geantwortet.',

  score:
    '„{question}“ wurde im Mittel mit {mean, number, ::.0#} von {max, number} bewertet ({n, plural, one {# Antwort} other {# Antworten}}; 95-Prozent-Intervall {low, number, ::.0#} bis {high, number, ::.0#}).',
  score_in_unit:
    '„{question}“: im Mittel {mean, number, ::.0#} von {max} ({n, plural, one {# Antwort} other {# Antworten}}; 95-Prozent-Intervall {low, number, ::.0#} bis {high}).',
  enps: '„{question}“ hat einen eNPS von {enps, number} ({n, plural, one {# Antwort} other {# Antworten}}; {promoters, number, percent} Fürsprecher, {detractors, number, percent} Kritiker; 95-Prozent-Intervall {low, number} bis {high, number}).',

  sentiment:
    'Von {n, plural, one {# Antwort} other {# Antworten}} auf „{question}“ {negative, plural, one {ist # negativ} other {sind # negativ}} und {positive, number} positiv (Mittel {mean, number, ::.0#} auf einer Skala von −1 bis 1).',
  asking:
    '{people, number} von {n, number} Personen, die etwas geschrieben haben, bitten ausdrücklich um etwas ({share, number, percent}).',

  unread: '{unread, number} von {answers, number} Antworten wurden nicht gelesen:',
  unread_in: 'etwa {count, number} auf {language}.',
  unread_other: '{count, number} in anderen Sprachen oder in einer, die nicht klar ist.',
  // Of findings of versions before 6.
  unread_unknown: '{count, number} in einer Sprache, die nicht klar ist.',
  unread_of: '{unread, number} von {answers, number} Antworten wurden nicht gelesen.',
  unread_most:
    'Nur {read, number} von {answers, number} Antworten auf „{question}“ wurden gelesen, zu wenige, um etwas über ihren Ton zu sagen.',

  theme_all:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}), alle davon negativ.',
  theme_most:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}), die meisten davon negativ ({negative, number}).',
  theme_more:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}), mehr als die Hälfte davon negativ ({negative, number}).',
  theme_some:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}), {negative, number} davon negativ.',
  theme_most_uncounted:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}), die meisten davon negativ.',
  theme_more_uncounted:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}), mehr als die Hälfte davon negativ.',
  theme_some_uncounted:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}), einige davon negativ.',
  theme_none:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}), keine davon negativ.',
  theme_partly:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}); von {rated, number}, deren Ton geschätzt wurde, {negative, number} negativ.',
  theme:
    '{share, number, percent} der Personen mit Kommentar erwähnen {about} ({people, number} von {n, number}).',

  mean_of: '{mean, number, ::.0#} von {max, number}',
  mean_of_unit: '{mean, number, ::.0#} von {max}',
  enps_of: 'eNPS {enps, number}',
  middle_of: 'der Mitte der Skala ({value, number})',
  target_of: 'dem Ziel ({value, number})',
  times_2: 'zum zweiten Mal in Folge',
  times_3: 'zum dritten Mal in Folge',
  times_4: 'zum vierten Mal in Folge',
  times_5: 'zum fünften Mal in Folge',
  times_6: 'zum sechsten Mal in Folge',
  times_7: 'zum siebten Mal in Folge',
  times_8: 'mindestens zum achten Mal in Folge',

  level_low:
    '„{question}“ ist niedrig: {figure} ({n, plural, one {# Antwort} other {# Antworten}}), klar unter {reference}.',
  level_high:
    '„{question}“ ist hoch: {figure} ({n, plural, one {# Antwort} other {# Antworten}}), klar über {reference}.',
  level_still_low:
    '„{question}“ ist weiterhin niedrig: {figure}, {times} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_still_high:
    '„{question}“ ist weiterhin hoch: {figure}, {times} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_strength:
    '„{question}“ ist eine Stärke: {figure}, {favourable, number, percent} positiv ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_still_strength:
    '„{question}“ ist weiterhin eine Stärke: {figure}, {favourable, number, percent} positiv, {times} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_strength_enps:
    '„{question}“ ist eine Stärke: {figure}, {favourable, number, percent} Empfehlende ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_still_strength_enps:
    '„{question}“ ist weiterhin eine Stärke: {figure}, {favourable, number, percent} Empfehlende, {times} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_fine: '„{question}“ ist gut: {figure} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_unclear:
    'Die Daten reichen nicht, um „{question}“ hoch oder niedrig zu nennen: {figure} ({n, plural, one {# Antwort} other {# Antworten}}), gemessen an {reference}. Nötig wären etwa {enough, plural, one {# Antwort} other {# Antworten}} mehr.',
  level_unclear_far:
    '„{question}“ ist weder hoch noch niedrig: {figure} ({n, plural, one {# Antwort} other {# Antworten}}), nahe {reference}. Bei einem so kleinen Unterschied wären etwa {enough, plural, one {# Antwort} other {# Antworten}} mehr nötig.',
  level_seems_low:
    '„{question}“ ist vielleicht niedrig: {figure} ({n, plural, one {# Antwort} other {# Antworten}}), unter {reference}. Weil mehrere Fragen zugleich geprüft wurden, kann das noch Zufall sein.',
  level_seems_high:
    '„{question}“ ist vielleicht hoch: {figure} ({n, plural, one {# Antwort} other {# Antworten}}), über {reference}. Weil mehrere Fragen zugleich geprüft wurden, kann das noch Zufall sein.',
  level_close:
    '„{question}“ ist weder hoch noch niedrig: {figure} ({n, plural, one {# Antwort} other {# Antworten}}), nahe {reference}.',
  level_unsettled:
    '„{question}“ ist weder klar hoch noch klar niedrig: {figure} ({n, plural, one {# Antwort} other {# Antworten}}), gemessen an {reference}.',
  level_middle:
    '„{question}“ ist weder gut noch schlecht: {figure} ({n, plural, one {# Antwort} other {# Antworten}}). Die Mitte der Skala ist {middle, number}.',
  level_middle_far:
    '„{question}“ ist weder gut noch schlecht: {figure} ({n, plural, one {# Antwort} other {# Antworten}}). Die Mitte der Skala ist {middle, number}. Bei einem so kleinen Unterschied wären etwa {enough, plural, one {# Antwort} other {# Antworten}} mehr nötig.',
  level_low_enps:
    '{subject} ist niedrig: {enps, number, ::sign-except-zero} ({n, plural, one {# Antwort} other {# Antworten}}), klar unter {reference}.',
  level_still_low_enps:
    '{subject} ist weiterhin niedrig: {enps, number, ::sign-except-zero}, {times} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_fine_enps:
    '{subject} ist gut: {enps, number, ::sign-except-zero} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_unclear_enps:
    'Die Daten reichen nicht, um {subject} hoch oder niedrig zu nennen: {enps, number, ::sign-except-zero} ({n, plural, one {# Antwort} other {# Antworten}}). Nötig wären etwa {enough, plural, one {# Antwort} other {# Antworten}} mehr.',
  level_seems_low_enps:
    '{subject} ist vielleicht niedrig: {enps, number, ::sign-except-zero} ({n, plural, one {# Antwort} other {# Antworten}}), unter {reference}. Weil mehrere Fragen zugleich geprüft wurden, kann das noch Zufall sein.',
  level_seems_high_enps:
    '{subject} ist vielleicht hoch: {enps, number, ::sign-except-zero} ({n, plural, one {# Antwort} other {# Antworten}}), über {reference}. Weil mehrere Fragen zugleich geprüft wurden, kann das noch Zufall sein.',
  level_unsettled_enps:
    '{subject} ist weder klar hoch noch klar niedrig: {enps, number, ::sign-except-zero} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_middle_enps:
    '{subject} ist weder gut noch schlecht: {enps, number, ::sign-except-zero} ({n, plural, one {# Antwort} other {# Antworten}}).',
  level_close_enps:
    '{subject} liegt nahe {reference}: {enps, number, ::sign-except-zero} ({n, plural, one {# Antwort} other {# Antworten}}).',
  enps_name: 'eNPS',
  enps_name_of: 'eNPS von „{question}“',
  level_text_problem:
    '{people, number} Personen erwähnen {about}, {share, plural, one {alle davon negativ} other {{negative, number} davon negativ ({share, number, percent})}}.',
  level_text_strength:
    '{people, number} Personen erwähnen {about}, {negative, plural, =0 {keine davon} one {nur # davon} other {nur # davon}} negativ ({share, number, percent}).',
  level_text_most: '{people, number} Personen erwähnen {about}, die meisten davon negativ.',
  level_text_few: '{people, number} Personen erwähnen {about}, wenige davon negativ.',
  level_requests:
    '{people, number} von {n, number} Personen mit Kommentar bitten um etwas zu {about} ({share, number, percent}).',
  again: 'Das ist so {times}.',

  quoted: '„{question}“',
  mentions: 'Der Anteil der Personen, die {about} erwähnen,',
  negative_mentions: 'Der Anteil der Personen, die {about} negativ erwähnen,',
  suggestions: 'Der Anteil der Personen, die um etwas zu {about} bitten,',
  answers_to: 'Die Stimmung der Antworten auf „{question}“',
  value_mean: '{value, number, ::.0#}',
  value_mean_in: '{value, number, ::.0#}\u00a0{unit}',
  value_mean_percent: '{value, number, ::.0#}\u00a0%',
  value_in: '{value, number}\u00a0{unit}',
  value_percent: '{value, number}\u00a0%',
  value_share: '{value, number, percent}',
  // Of findings of versions before 12.
  value_enps: 'eNPS {value, number}',
  value_enps_alone: '{value, number, ::sign-except-zero}',
  change_previous_up: '{subject} ist seit dem letzten Mal von {from} auf {to} gestiegen.',
  change_previous_down: '{subject} ist seit dem letzten Mal von {from} auf {to} gefallen.',
  change_parent_up: '{subject} liegt höher als bei allen anderen im übergeordneten Team: {to} gegen {from}.',
  change_parent_down:
    '{subject} liegt niedriger als bei allen anderen im übergeordneten Team: {to} gegen {from}.',
  change_organisation_up: '{subject} liegt höher als bei allen anderen: {to} gegen {from}.',
  change_organisation_down: '{subject} liegt niedriger als bei allen anderen: {to} gegen {from}.',
  change_trend_up: '{subject} steigt seit {instances, number} Umfragen, von {from} auf {to}.',
  change_trend_down: '{subject} fällt seit {instances, number} Umfragen, von {from} auf {to}.',

  // Beside the figure of a finding, whose group and survey stand there too.
  short_answered: '{responded, number} von {recipients, number} Personen haben geantwortet',
  short_score: '„{question}“ im Mittel',
  short_score_in_unit: '„{question}“ im Mittel',
  short_enps: '„{question}“ als eNPS',
  short_theme_all: 'der Personen mit Kommentar erwähnen {about}, alle davon negativ',
  short_theme_most: 'der Personen mit Kommentar erwähnen {about}, die meisten davon negativ',
  short_theme_more: 'der Personen mit Kommentar erwähnen {about}, mehr als die Hälfte davon negativ',
  short_theme_some: 'der Personen mit Kommentar erwähnen {about}, einige davon negativ',
  short_theme_most_uncounted: 'der Personen mit Kommentar erwähnen {about}, die meisten davon negativ',
  short_theme_more_uncounted:
    'der Personen mit Kommentar erwähnen {about}, mehr als die Hälfte davon negativ',
  short_theme_some_uncounted: 'der Personen mit Kommentar erwähnen {about}, einige davon negativ',
  short_theme_none: 'der Personen mit Kommentar erwähnen {about}, keine davon negativ',
  short_theme: 'der Personen mit Kommentar erwähnen {about}',
  short_level_low: '„{question}“ ist niedrig',
  short_level_high: '„{question}“ ist hoch',
  short_level_still_low: '„{question}“ ist weiterhin niedrig, {times}',
  short_level_still_high: '„{question}“ ist weiterhin hoch, {times}',
  short_level_strength: '„{question}“ ist eine Stärke',
  short_level_still_strength: '„{question}“ ist weiterhin eine Stärke, {times}',
  short_level_strength_enps: '„{question}“ ist eine Stärke',
  short_level_still_strength_enps: '„{question}“ ist weiterhin eine Stärke, {times}',
  short_level_fine: '„{question}“ ist gut',
  short_level_unclear: '„{question}“ ist weder klar hoch noch klar niedrig',
  short_level_unclear_far: '„{question}“ ist weder hoch noch niedrig',
  short_level_seems_low: '„{question}“ ist vielleicht niedrig',
  short_level_seems_high: '„{question}“ ist vielleicht hoch',
  short_level_close: '„{question}“ ist weder hoch noch niedrig',
  short_level_unsettled: '„{question}“ ist weder klar hoch noch klar niedrig',
  short_level_middle: '„{question}“ ist weder gut noch schlecht',
  short_level_middle_far: '„{question}“ ist weder gut noch schlecht',
  short_level_low_enps: '{subject} ist niedrig',
  short_level_still_low_enps: '{subject} ist weiterhin niedrig, {times}',
  short_level_fine_enps: '{subject} ist gut',
  short_level_unclear_enps: '{subject} ist weder klar hoch noch klar niedrig',
  short_level_seems_low_enps: '{subject} ist vielleicht niedrig',
  short_level_seems_high_enps: '{subject} ist vielleicht hoch',
  short_level_unsettled_enps: '{subject} ist weder klar hoch noch klar niedrig',
  short_level_middle_enps: '{subject} ist weder gut noch schlecht',
  short_level_close_enps: '{subject} liegt nahe am Ziel',
  short_level_text_problem:
    '{share, plural, one {Personen erwähnen {about}, alle davon negativ} other {Personen erwähnen {about}, {negative, number} davon negativ}}',
  short_level_text_strength:
    '{negative, plural, =0 {Personen erwähnen {about}, keine davon negativ} one {Personen erwähnen {about}, nur # davon negativ} other {Personen erwähnen {about}, nur # davon negativ}}',
  short_level_text_most: 'Personen erwähnen {about}, die meisten davon negativ',
  short_level_text_few: 'Personen erwähnen {about}, wenige davon negativ',
  short_level_requests: 'von {n, number} Personen mit Kommentar bitten um etwas zu {about}',
  short_change_previous_up: '{subject} ist seit dem letzten Mal gestiegen',
  short_change_previous_down: '{subject} ist seit dem letzten Mal gefallen',
  short_change_parent_up: '{subject} liegt höher als bei allen anderen im übergeordneten Team',
  short_change_parent_down: '{subject} liegt niedriger als bei allen anderen im übergeordneten Team',
  short_change_organisation_up: '{subject} liegt höher als bei allen anderen',
  short_change_organisation_down: '{subject} liegt niedriger als bei allen anderen',
  short_change_trend_up: '{subject} steigt seit {instances, number} Umfragen',
  short_change_trend_down: '{subject} fällt seit {instances, number} Umfragen',

  trend_of_score: 'Der Wert von „{question}“',
  trend_of_enps: 'Der eNPS von „{question}“',
  trend_of_sentiment: 'Die Stimmung der Antworten auf „{question}“',
  trend_of_participation: 'Die Beteiligung',
  trend_too_few:
    '{subject} hat noch keinen Trend: {instances, number} von mindestens {least, number} Durchgängen.',
  trend_none: '{subject} hat über {instances, number} Durchgänge keinen klaren Trend.',
  trend_rising:
    '{subject} steigt seit {instances, number} Durchgängen, um etwa {step, number, ::.##} je Durchgang.',
  trend_falling:
    '{subject} fällt seit {instances, number} Durchgängen, um etwa {step, number, ::.##} je Durchgang.',

  action: '{title}.',
  named_most:
    'Am häufigsten in Beschwerden und Bitten: „{phrase}“ ({people, plural, one {# Person} other {# Personen}}).',
  praised_most: 'Am häufigsten gelobt: „{phrase}“ ({people, plural, one {# Person} other {# Personen}}).',
  tried: 'Schon versucht: {title} ({outcome}).',
  tried_better: 'es hat geholfen',
  tried_worse: 'es wurde schlechter',
  tried_unclear: 'ohne klare Wirkung',
  tried_unmeasured: 'nicht gemessen',
  tried_dismissed: 'verworfen',

  strength: '{driver} ist eine Stärke ({favourable, number, percent} positiv): {thing}.',
  strength_in: '{driver} ist in {team} eine Stärke ({favourable, number, percent} positiv): {thing}.',

  driver_workload: 'Arbeitsmenge',
  driver_wellbeing: 'Wohlbefinden',
  driver_clarity: 'Klarheit',
  driver_tools: 'Arbeitsmittel und Arbeitsplatz',
  driver_strengths_use: 'Einsatz der Stärken',
  driver_recognition: 'Anerkennung',
  driver_manager_support: 'Unterstützung durch die Führungskraft',
  driver_growth: 'Entwicklung',
  driver_voice: 'Mitsprache',
  driver_purpose: 'Sinn',
  driver_peers: 'Kolleginnen und Kollegen',
  driver_feedback_progress: 'Rückmeldung und Fortschritt',
  driver_autonomy: 'Selbstbestimmung',
  driver_flexibility: 'Flexibilität',
  driver_pay: 'Gehalt und Leistungen',
  driver_leadership_change: 'Führung und Veränderung',
  driver_meetings_process: 'Besprechungen und Abläufe',
  driver_fairness_inclusion: 'Fairness und Zugehörigkeit',
  driver_hiring: 'Personalgewinnung',
  driver_service: 'Dienst am Kunden',
  driver_collaboration: 'Zusammenarbeit zwischen Bereichen',
  driver_lead_communication: 'Kommunikation mit der Führungskraft',

  // Between quotation marks, so that no case has to be found.
  about_workload: '„Arbeitsmenge“',
  about_wellbeing: '„Wohlbefinden“',
  about_clarity: '„Klarheit“',
  about_tools: '„Arbeitsmittel und Arbeitsplatz“',
  about_strengths_use: '„Einsatz der Stärken“',
  about_recognition: '„Anerkennung“',
  about_manager_support: '„Unterstützung durch die Führungskraft“',
  about_growth: '„Entwicklung“',
  about_voice: '„Mitsprache“',
  about_purpose: '„Sinn“',
  about_peers: '„Kolleginnen und Kollegen“',
  about_feedback_progress: '„Rückmeldung und Fortschritt“',
  about_autonomy: '„Selbstbestimmung“',
  about_flexibility: '„Flexibilität“',
  about_pay: '„Gehalt und Leistungen“',
  about_leadership_change: '„Führung und Veränderung“',
  about_meetings_process: '„Besprechungen und Abläufe“',
  about_fairness_inclusion: '„Fairness und Zugehörigkeit“',
  about_hiring: '„Personalgewinnung“',
  about_service: '„Dienst am Kunden“',
  about_collaboration: '„Zusammenarbeit zwischen Bereichen“',
  about_lead_communication: '„Kommunikation mit der Führungskraft“',
}
