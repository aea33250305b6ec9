/** How an insight was found, in German. */
import type { Translated } from '../format.ts'
import type { method as english } from './method-en.ts'

export const method: Translated<typeof english> = {
  method_to_question: 'auf „{question}“',
  method_to_questions: 'auf die Fragen',
  method_of_question: 'von „{question}“',
  method_of_questions: 'der Fragen',
  method_again:
    'POST /api/insights/recompute macht den ganzen Bericht noch einmal aus den gespeicherten Zahlen: Gleiche Regeln ergeben die gleichen Bytes.',

  method_participation: 'Wie viele der Befragten geantwortet haben. Eine zurückgezogene Antwort zählt nicht.',
  method_participation_not_why: 'Warum die anderen nicht geantwortet haben, oder wer sie sind.',
  method_participation_not_what: 'Was sie gesagt hätten.',
  method_participation_how:
    'responded geteilt durch recipients. responded_max sagt, wie viele geantwortet haben können: Die einzige Antwort einer Gruppe wird nicht gezählt, und von einer Gruppe, in der alle geantwortet haben, eine nicht.',

  method_score:
    'Die Antworten {to} auf ihrer Skala, wie sie gewählt wurden. Der Mittelwert ist ihre Summe, geteilt durch ihre Anzahl; günstig sind die oberen zwei von fünf Stufen, oder entsprechend viele; die unteren, wo hohe Werte schlecht sind.',
  method_not_why: 'Warum so geantwortet wurde.',
  method_score_not_each:
    'Was jemand in der Gruppe geantwortet hat: Bei einem mittleren Wert kann die eine Hälfte ganz oben und die andere ganz unten liegen. Sehen Sie sich die Verteilung an.',
  method_score_not_others:
    'Dass die Gruppe ihrem Mittelwert gleicht: Wer nicht geantwortet hat, sieht es vielleicht anders.',
  method_score_how: 'Jeden Wert der Verteilung mal seine Anzahl, zusammenzählen, durch n teilen.',

  method_level:
    'Ob der Wert {of} auf der guten oder der schlechten Seite seines Bezugs liegt: des Ziels, das der Autor genannt hat, sonst der Mitte der Skala; bei Worten, ob mehr als die Hälfte der Menschen, die das Thema nennen, es negativ nennen, oder wie viele um etwas bitten. Auf der schlechten Seite heißt er Problem, auf der guten in Ordnung; Stärke, wo sicher mehr als die Hälfte der Antworten günstig ist; unklar, wo der Zufall allein den Unterschied machen könnte.',
  method_level_not_enough: 'Dass ein Wert auf der guten Seite gut genug ist: Geben Sie der Frage ein Ziel.',
  method_level_not_what: 'Was helfen wird: Dafür gibt es die empfohlene Maßnahme und was versucht wurde.',
  method_level_how:
    'Die Verteilung durch Wechseln der Vorzeichen gegen `value.reference` testen, mit dem Startwert in den Belegen einer Maßnahme. `value.times` zählt die Termine davor, in denen ein Normaltest desselben Werts das Gleiche sagt.',

  method_change:
    'Wie der Wert {of} sich unterscheidet: vom letzten Mal, vom Rest des übergeordneten Teams, von allen anderen Befragten, oder über mehrere Umfragen (`value.against`). Genannt werden nur Unterschiede, die über den ganzen Bericht belegt sind.',
  method_change_not_why: 'Warum er sich geändert hat.',
  method_change_not_same:
    'Dass Werte ohne Änderung gleich geblieben sind: Eine kleine Änderung einer kleinen Gruppe lässt sich nicht erkennen.',
  method_change_how: '`value.to` minus `value.from` ist der getestete Unterschied.',

  method_enps:
    'Die Antworten {to}: der Anteil von 9 und 10 minus der Anteil von 0 bis 6, in Punkten von −100 bis 100. Wer die Frage übersprungen hat, zählt nicht; wie viele das sind, steht daneben.',
  method_enps_not_near:
    'Wie nah eine 6 an einer 7 liegt: Es zählt nur, in welchem von drei Bereichen eine Antwort liegt.',
  method_enps_not_elsewhere:
    'Wie Sie im Vergleich mit anderen Firmen stehen: Wortlaut und Anlass sind verschieden.',
  method_enps_how: 'Anzahl von 9 und 10 minus Anzahl von 0 bis 6, geteilt durch n, mal 100.',

  method_sentiment:
    'Wie die Worte der Antworten {to} klingen, jede von −1 bis 1, nach einer Liste bewerteter Wörter und Regeln für Verneinung und Gegensatz. Das ist die Schätzung eines Programms, und nichts, was jemand gewählt hat.',
  method_sentiment_model:
    'Antworten in den Sprachen des Modells „{name}“ ({version}), das der Betreiber dieses Dienstes mitgebracht hat, haben stattdessen dessen Werte. Es lief auf der Maschine des Betreibers.',
  method_sentiment_not_meant:
    'Was gemeint war: Ironie und höflich gesagte Vorschläge werden gelesen, wie sie dastehen.',
  method_sentiment_not_compared:
    'Wie diese Frage neben einer anderen steht: Eine Frage nach Vorschlägen klingt schlechter als eine nach Lob. Vergleichen Sie sie mit sich selbst über die Zeit.',
  method_sentiment_not_unread:
    'Was Antworten sagen, die nicht gelesen wurden: `coverage` zählt sie, nach Sprache, wo mindestens zehn Menschen in ihr schrieben. Werte anderer Sprachen als Englisch kommen von Modellen, die an Tweets gelernt haben.',
  method_sentiment_how:
    'Der Mittelwert aus einem Wert für jede Person, beim Schließen für ganze Zellen zusammengezählt; der Wert eines Kommentars lässt sich aus dem Kommentar berechnen.',

  method_coverage:
    'Wie viele der Antworten {to} das Programm gelesen hat. Es lässt Antworten in Sprachen aus, die es nicht kennt, und kurze, deren Sprache es nicht erkennt. Ist weniger als die Hälfte gelesen, sagt es nichts darüber, wie sie klingen.',
  method_coverage_not_others: 'Was die anderen Antworten sagen.',
  method_coverage_how: 'Gelesene Antworten, geteilt durch alle, die etwas sagen.',

  method_theme:
    'Wie viele der Menschen, die geschrieben haben, dieses Thema nennen, gefunden mit einer festen Liste von Ausdrücken, und ob die Satzteile, die es nennen, gut oder schlecht klingen.',
  method_theme_of_words:
    'Wie viele der Menschen, die geschrieben haben, eines dieser Wörter oder einen dieser Ausdrücke verwenden: {words}. Sie stehen in vielen Antworten zusammen; jeder kommt bei mindestens drei Menschen vor. Und wie die Antworten klingen, in denen sie stehen.',
  method_word: '„{word}“',
  method_theme_not_care: 'Dass es den anderen gleich ist: Sie haben über etwas anderes geschrieben.',
  method_theme_not_same: 'Dass alle, die es nennen, dasselbe meinen.',
  method_theme_how:
    'people geteilt durch n. Ein Thema wird genannt, wo mindestens drei Menschen und einer von zwanzig es nennen.',
  method_theme_search:
    'Die Kommentare nach den Wörtern und Ausdrücken durchsuchen, als ganze Wörter, groß oder klein, Bindestriche als Leerzeichen gelesen. Die Menschen zählen und durch die teilen, die etwas Lesbares geschrieben haben. Kommentare, die nicht zitiert werden dürfen, zählen mit und stehen nicht in der Liste.',
  method_theme_least:
    'Ein Thema wird genannt, wo mindestens drei Menschen und 3 von 200 einer Gruppe dazu passen.',

  method_summary:
    'Was Kommentare gemeinsam haben, die alle lesen dürfen, in den Worten eines Sprachmodells. Jeder Satz steht in mehreren Teilen der Antworten und enthält keine Zahl.',
  method_summary_not_many: 'Wie viele das sagen: Das tun die Zahlen von Themen und Treibern.',
  method_summary_not_single:
    'Was eine einzelne Antwort sagt: Worte aus einer oder zwei Antworten werden weggelassen.',
  method_summary_how:
    'Sie lässt sich nicht berechnen: Lesen Sie die Kommentare. `value.labelled_by` nennt Anbieter, Modell und Anweisung.',

  method_action:
    'Was über das genannte Thema gemessen und geschätzt wurde; die Belege nennen jede Zahl. Eine feste Regel wägt ab, wie schlecht es steht, wie sehr es zählt, wie viele es betrifft und wie sicher das ist.',
  method_action_not_help:
    'Dass die Maßnahme helfen wird: Sie ist ein erster Schritt, der zu solchen Befunden gepasst hat, mit einem Zeichen, auf das beim nächsten Mal zu achten ist.',
  method_action_not_who: 'Wer etwas gesagt hat, das zu ihr führte.',
  method_action_how: 'Die Teile in `value.parts` malnehmen; `value.rejected_reasons` nennt, was danach kam.',

  method_asked: '{n, plural, one {# Person wurde gefragt.} other {# Personen wurden gefragt.}}',
  method_rests_on: '{n, plural, one {Grundlage ist # Person.} other {Grundlage sind # Personen.}}',
  method_least_anonymous:
    'Die Umfrage war anonym: Über weniger als {least, number} Personen wird nichts gezeigt, und kein Vergleich von Zahlen verrät etwas über weniger.',
  method_least_confidential:
    'Die Umfrage war vertraulich: Über weniger als {least, number} Personen wird nichts gezeigt, und kein Vergleich von Zahlen verrät etwas über weniger.',
  method_least_attributed:
    'Die Umfrage war namentlich: Über weniger als {least, number} Personen wird nichts gezeigt, und kein Vergleich von Zahlen verrät etwas über weniger.',

  method_no_margin: 'Alle Befragten sind gezählt, darum gibt es keine Spanne.',
  method_margin_in_evidence: 'Für diese Erkenntnis wird kein Intervall angegeben.',
  method_margin:
    'Wären die {n, number} Personen eine Stichprobe aus vielen, die ihnen gleichen, läge der Wert aller in 95 von 100 Fällen zwischen {low} und {high}. Berechnet durch {way}. Je weniger Personen, desto breiter.',
  method_margin_of_some:
    'Wären diese Personen eine Stichprobe aus vielen, die ihnen gleichen, läge der Wert aller in 95 von 100 Fällen zwischen {low} und {high}. Berechnet durch {way}. Je weniger Personen, desto breiter.',
  method_percent: '{share, number, ::percent .#}',
  method_number: '{value, number}',
  method_by_wilson: 'das Score-Intervall nach Wilson',
  method_by_bootstrap: '1.999-maliges Ziehen aus denselben Antworten (Bootstrap)',
  method_by_normal: 'die Normalnäherung für den Unterschied zweier Anteile',
  method_by_student: 'Students t-Verteilung',

  method_not_tested: 'Es wurde nichts getestet.',
  method_nothing_to_test:
    'Es wurde nichts getestet: Es gab nichts zum Vergleichen, oder zu wenige Antworten.',
  method_clear:
    'Gegen {what} ist der Unterschied klar. Der Zufall allein brächte einen so großen in {p, number, ::percent .##} der Fälle hervor, über alle Vergleiche des Berichts gerechnet in {adjusted, number, ::percent .##} (p-Werte; {test}).',
  method_unclear:
    'Gegen {what} ist der Unterschied nicht klar. Der Zufall allein brächte einen so großen in {p, number, ::percent .##} der Fälle hervor, über alle Vergleiche des Berichts gerechnet in {adjusted, number, ::percent .##} (p-Werte; {test}).',
  method_against_previous: 'das Mal davor',
  method_against_organisation: 'alle anderen Befragten',
  method_against_parent: 'den Rest des übergeordneten Teams',
  method_against_middle: 'die Mitte der Skala',
  method_against_target: 'das Ziel',
  method_against_half: 'gleich viele positive wie negative Nennungen',
  method_against_trend: 'die Termine davor, als Trend',
  method_when_clear:
    'Ein Unterschied heißt nur klar, wenn der Zufall allein ihn kaum hervorbringt: Die Antworten werden neu auf beide Gruppen verteilt, und p sagt, wie oft der Unterschied dann so groß ist. Höchstens ein Bericht von zwanzig, in denen sich nichts geändert hat, soll eine Änderung nennen: Zuerst werden alle über die Fragen getestet, dann die Teams über alle Fragen und innerhalb derer, die sich bewegt haben (Benjamini und Hochberg).',
}
