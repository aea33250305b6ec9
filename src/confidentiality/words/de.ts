/** The promise in German. It says Sie where somebody must be named, and mostly does without. */
import { type PromiseWords } from './words.ts'

export const de: PromiseWords = {
  anonymous:
    'Niemand kann sehen, wer was gesagt hat: Antworten werden ohne Namen aufbewahrt und nur für Gruppen ab {k_score} Personen gezeigt.',
  confidential: 'Zu sehen sind Gruppen ab {k_score} Personen, niemals Ihre Antwort mit Namen.',
  attributed: '{readers}: Hier wird Ihre Antwort mit Ihrem Namen gelesen; alle anderen sehen nur Gruppen.',
  author: 'Wer fragt',
  thresholds:
    'Werte werden für Gruppen ab {k_score} Personen gezeigt, Kommentare ab {k_comment}, Rücklaufquoten ab {k_rate}.',
  breakdown: 'Werte werden auch nach {attribute} gezeigt, für Gruppen ab {k_score} Personen.',
  whole_groups:
    'Jede Zahl, die herausgegeben wird, besteht aus ganzen Gruppen dieser Größe. So lässt sich auch durch Vergleichen von Zahlen niemand herausfinden.',
  readers_see: 'Die oben Genannten sehen, wer was gesagt hat.',
  nothing_before_close: 'Vor dem Ende der Umfrage wird nichts gezeigt.',
  sealed:
    'Solange die Umfrage läuft, sind die Antworten mit einem Schlüssel versiegelt, den nur diese Umfrage hat. An ihrem Ende werden sie gemischt, und der Schlüssel wird vernichtet; von da an kann niemand mehr sagen, von wem sie stammen, auch der Betreiber nicht.',
  until_then:
    'Bis dahin könnte ein Betreiber mit vollem Zugriff auf den laufenden Rechner beobachten, wie Antworten eintreffen.',
  comments: 'Kommentare werden ohne Reihenfolge gezeigt, ohne Namen, Adressen und Nummern.',
  language_model:
    'Kommentare, die gezeigt werden, können auch an ein Sprachmodell bei {language_model} geschickt werden, das Worte für das sucht, was viele sagen: dieselben Kommentare, ohne Namen, und nichts sonst.',
  harm: 'Ist in einer Antwort von Belästigung, Selbstverletzung oder Gefahr die Rede, kann Verantwortlichen der Organisation gesagt werden, dass das in mindestens einer von {k_score} oder mehr Antworten so ist: ohne Worte, Team, Namen oder Anzahl.',
  receipt:
    'Bis zum Ende der Umfrage können Sie Ihre Antwort mit dem Beleg, den Sie erhalten, lesen, ändern oder zurückziehen. Danach belegt er, dass sie gezählt wurde.',
  retention: 'Antworten werden so lange aufbewahrt, wie die Organisation die Umfrage aufbewahrt.',
}
