/** German. Readers are addressed with Sie. */
import { type Catalogue } from './en.ts'

export const catalogue: Catalogue = {
  answering: {
    asks: 'Umfrage von {organisation}',
    language: 'Sprache',
    open_until: 'Offen bis {when}',
    not_counted:
      'Ihre Antworten zählen diesmal nicht in den Ergebnissen. Ihre Gruppe hat sich verändert, seit die Frage zuletzt gestellt wurde, und der Unterschied würde die Antworten einer einzelnen Person zeigen.',
    promise_label: 'Wer Ihre Antworten sehen kann',
    promise_in_full: 'So werden Ihre Daten geschützt',
    promise_hash: 'Prüfcode:',

    progress: '{done} von {all} beantwortet',
    progress_label: 'Beantwortete Fragen',
    position: 'Frage {place} von {all}',
    required: 'Pflichtfrage',
    only_if: 'Nur wenn Ihre Antwort auf „{question}“ {values} lautet.',

    yes: 'Ja',
    no: 'Nein',
    enps_low: 'Überhaupt nicht wahrscheinlich',
    enps_high: 'Äußerst wahrscheinlich',
    mood_1: 'Sehr schlecht',
    mood_2: 'Schlecht',
    mood_3: 'Mittel',
    mood_4: 'Gut',
    mood_5: 'Sehr gut',
    other: 'Etwas anderes',
    other_words: 'In Ihren eigenen Worten',
    picks_between: 'Wählen Sie {min, number} bis {max, number} aus.',
    picks_exactly: 'Wählen Sie genau {min, number} aus.',
    picks_min: 'Wählen Sie mindestens {min, number} aus.',
    picks_max: 'Wählen Sie höchstens {max, number} aus.',
    rank_places: 'Geben Sie jedem Punkt einen Rang, beginnend mit 1.',
    rank_move: 'Bringen Sie die Punkte in Ihre Reihenfolge, Ihre erste Wahl nach oben.',
    rank_place: 'Rang von „{option}“',
    rank_none: 'Ohne Rang',
    rank_up: 'Nach oben: {option}',
    rank_down: 'Nach unten: {option}',
    rank_keep: 'Reihenfolge übernehmen',
    rank_unset: 'Noch nicht sortiert',
    rank_moved: 'Rang {place}: {option}',
    number_between: 'Geben Sie eine Zahl zwischen {min, number} und {max, number} ein.',
    number_min: 'Geben Sie eine Zahl ab {min, number} ein.',
    number_max: 'Geben Sie eine Zahl bis {max, number} ein.',
    date_between: 'Geben Sie ein Datum zwischen dem {min} und dem {max} ein.',
    date_min: 'Geben Sie ein Datum ab dem {min} ein.',
    date_max: 'Geben Sie ein Datum bis zum {max} ein.',
    length_max: 'Höchstens {max, number} Zeichen.',
    length_left: 'Noch {count, number} Zeichen',
    unquoted: 'Diesen Kommentar nicht in den Ergebnissen zitieren. Er zählt trotzdem.',

    send: 'Antworten senden',
    save_later: 'Für später speichern',
    change_note: 'Bis zum Ende der Umfrage können Sie Ihre Antworten ändern oder zurückziehen.',
    first_counts: 'Wenn Sie schon geantwortet haben, zählt Ihre erste Antwort.',
    saved:
      'Entwurf gespeichert. Sie können auf diesem Gerät weitermachen – vor dem Senden sieht ihn niemand.',
    saved_short: 'Entwurf gespeichert',
    save_failed: 'Nicht gespeichert: keine Verbindung',
    discard: 'Entwurf löschen',
    discarded: 'Entwurf gelöscht.',

    faults_title: 'Bitte prüfen Sie diese Antworten',
    faults_text: 'Ihre Antworten wurden noch nicht gesendet.',
    fault_required: 'Bitte beantworten Sie diese Frage.',
    fault_choice: 'Bitte wählen Sie eine der Antworten aus.',
    fault_number: 'Bitte geben Sie eine Zahl ein.',
    fault_date: 'Bitte geben Sie ein Datum ein.',
    fault_ranking: 'Bitte vergeben Sie jeden Rang einmal.',
    fault_other: 'Bitte beantworten Sie diese Frage noch einmal.',

    thanks_title: 'Vielen Dank',
    own_title: 'Ihre Antworten',
    own_in: 'Ihre Antworten sind angekommen.',
    own_saved: 'Ihre Änderungen wurden gespeichert.',
    own_withdrawn: 'Ihre Antworten wurden zurückgezogen. Unten können Sie neu antworten.',
    own_link: 'Persönlicher Link zu Ihren Antworten',
    own_keep:
      'Speichern Sie diesen persönlichen Link, um Ihre Antworten anzusehen, zu ändern oder zurückzuziehen. Wir können ihn nicht noch einmal senden.',
    own_until: 'Änderungen sind bis {when} möglich.',
    copy: 'Link kopieren',
    copied: 'Link kopiert',
    save_changes: 'Änderungen speichern',
    withdraw: 'Meine Antworten zurückziehen',
    withdraw_text:
      'Ihre Antworten werden gelöscht. Das lässt sich nicht rückgängig machen. Bis zum Ende der Umfrage können Sie mit demselben persönlichen Link neu antworten.',
    withdraw_button: 'Antworten zurückziehen',

    counted_title: 'Ihre Antworten wurden gezählt',
    counted_text:
      'Die Umfrage endete am {when}. Ihre Antworten sind Teil der Ergebnisse und lassen sich nicht mehr ansehen oder ändern.',
    received_title: 'Ihre Antworten sind angekommen',
    received_text: 'Die Umfrage endete am {when}. Antworten lassen sich nicht mehr ansehen oder ändern.',
    received_first: 'Wenn mit Ihrer Einladung mehrmals geantwortet wurde, zählt die erste Antwort.',
    counted_promise: 'Was Ihnen zugesagt wurde',
    counted_keys:
      'Die Schlüssel der Umfrage wurden am {when} vernichtet. Seitdem kann niemand mehr einzelne Antworten entschlüsseln oder die Links zur Umfrage nutzen.',

    upcoming_title: 'Noch nicht offen',
    upcoming_text: 'Sie können ab {when} antworten.',
    closed_title: 'Diese Umfrage ist beendet',
    closed_text: 'Es werden keine Antworten mehr angenommen.',
    answered_title: 'Diese Einladung wurde bereits verwendet',
    answered_text:
      'Um Ihre Antworten anzusehen oder zu ändern, öffnen Sie den persönlichen Link, den Sie nach dem Senden erhalten haben.',
    withdrawn_title: 'Ihre Antworten wurden zurückgezogen',
    withdrawn_text:
      'Nichts von dem, was Sie geschrieben haben, wird aufbewahrt. Bis zum Ende der Umfrage können Sie mit Ihrem persönlichen Link neu antworten.',
    not_found_title: 'Dieser Link funktioniert nicht',
    not_found_text:
      'Er ist unvollständig oder abgelaufen. Versuchen Sie es noch einmal aus der ursprünglichen Nachricht.',
    unavailable_title: 'Vorübergehend nicht verfügbar',
    unavailable_text: 'Der Dienst antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.',
    failed_title: 'Etwas ist schiefgegangen',
    failed_text: 'Es wurde nichts gesendet. Bitte versuchen Sie es noch einmal.',
    request: 'Anfrage {id}',

    unsubscribe_link: 'Diese Umfrage abbestellen',
    unsubscribe_title: 'Diese Umfrage abbestellen?',
    unsubscribe_pulse: '{organisation} schickt Ihnen keine Nachrichten mehr zu „{title}“.',
    unsubscribe_check_in: '{organisation} schickt Ihnen „{title}“ nicht mehr, weder jetzt noch künftig.',
    unsubscribe_note: 'Das ändert nichts an Ihren Antworten und verrät nicht, ob Sie geantwortet haben.',
    unsubscribe_button: 'Abbestellen',
    unsubscribed_title: 'Umfrage abbestellt',
    resubscribe_title: 'Sie erhalten wieder Nachrichten',
    resubscribe_text: 'Nachrichten zu „{title}“ erreichen Sie wieder.',
    resubscribe_button: 'Rückgängig machen',
  },

  promise: {
    anonymous:
      'Niemand kann sehen, wer was gesagt hat: Antworten werden ohne Ihren Namen gespeichert und nur für Gruppen ab {k_score, number} Personen angezeigt.',
    confidential:
      'Ergebnisse werden nur für Gruppen ab {k_score, number} Personen angezeigt, niemals mit Ihrem Namen.',
    attributed:
      'Ihre Antworten werden mit Ihrem Namen angezeigt für: {readers}. Alle anderen sehen nur Gruppen.',
    author: 'die Person, die diese Umfrage erstellt hat',
    thresholds:
      'Werte werden für Gruppen ab {k_score, number} Personen angezeigt, Kommentare ab {k_comment, number}, Rücklaufquoten ab {k_rate, number}.',
    breakdown: 'Werte werden auch nach {attribute} angezeigt, für Gruppen ab {k_score, number} Personen.',
    breakdown_instead:
      'Werte werden nach {attribute} statt nach Team angezeigt, für Gruppen ab {k_score, number} Personen.',
    whole_groups:
      'Ergebnisse fassen immer ganze Gruppen von mindestens dieser Größe zusammen. So lässt sich auch durch Vergleiche niemand herausfinden.',
    ends: 'Antwortet in einer Gruppe nur eine Person, wird diese Antwort nicht gezählt. Antworten in einer Gruppe alle, bleibt eine ausgeloste Antwort außen vor.',
    season:
      'Acht Wochen lang, nachdem eine Frage zum ersten Mal gestellt wurde, zählen alle in derselben Gruppe, wenn sie noch einmal gestellt wird. Eine Gruppe, in der jemand fehlt, wird ausgelassen. So lässt sich auch durch den Vergleich dieser Umfragen niemand herausfinden.',
    readers_see: 'Die oben genannten Personen sehen, wer was gesagt hat.',
    nothing_before_close: 'Vor dem Ende der Umfrage wird nichts angezeigt.',
    sealed:
      'Solange die Umfrage offen ist, sind die Antworten mit einem Schlüssel verschlüsselt, den nur diese Umfrage hat. Am Ende werden sie gemischt und der Schlüssel wird vernichtet. Von da an kann niemand mehr sagen, von wem sie stammen, auch nicht, wer diesen Dienst betreibt.',
    until_then:
      'Solange die Umfrage offen ist, könnte jemand, der diesen Dienst betreibt und vollen Zugriff auf dessen Server hat, eintreffende Antworten sehen.',
    comments:
      'Kommentare werden in zufälliger Reihenfolge angezeigt; Namen, Adressen und Nummern werden vorher entfernt.',
    language_model:
      'Kommentare, die angezeigt werden, können auch an ein Sprachmodell bei {language_model} gesendet werden, das zusammenfasst, was viele sagen. Es erhält nur diese Kommentare, ohne Namen, und sonst nichts.',
    recent_members:
      '{asked, plural, one {# Person wird befragt.} other {# Personen werden befragt.}} {added, plural, one {# davon wurde} other {# davon wurden}} in den letzten 14 Tagen hinzugefügt.',
    recent_members_by_asker:
      '{asked, plural, one {# Person wird befragt.} other {# Personen werden befragt.}} {added, plural, one {# davon wurde} other {# davon wurden}} in den letzten 14 Tagen hinzugefügt, {by_asker, number} von der Anwendung, die fragt.',
    links_by:
      '{links_by} stellt Ihnen Ihren persönlichen Link zu. Diese Anwendung könnte den Link deshalb öffnen und vor Ihnen an Ihrer Stelle antworten.',
    harm: 'Ist in einer Antwort von Belästigung, Selbstverletzung oder Gefahr die Rede, kann Admins mitgeteilt werden, dass das auf mindestens eine Antwort zutrifft, aber nur, wenn {k_score, number} oder mehr Personen geantwortet haben. Die Meldung sagt nie, wer es war, welches Team, wie viele oder was geschrieben wurde.',
    receipt:
      'Bis zum Ende der Umfrage können Sie Ihre Antworten mit dem persönlichen Link ansehen, ändern oder zurückziehen, den Sie nach dem Senden erhalten. Danach belegt er, dass Ihre Antworten gezählt wurden.',
    retention: 'Antworten werden so lange aufbewahrt, wie Ihre Organisation diese Umfrage aufbewahrt.',
  },

  messages: {
    subject: '{title} – {organisation}',
    subject_again: 'Erinnerung: {title} – {organisation}',
    preview: '{count, plural, one {# Frage} other {# Fragen}} von {organisation}. {promise}',
    greeting: 'Guten Tag {name},',
    request:
      '{organisation} bittet um Ihre Meinung zu „{title}“: {count, plural, one {# Frage} other {# Fragen}}.',
    request_again:
      'Noch können Sie {organisation} Ihre Meinung zu „{title}“ sagen: {count, plural, one {# Frage} other {# Fragen}}.',
    until: 'Offen bis {when}.',
    personal: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
    reason: 'Sie erhalten diese Nachricht, weil {organisation} Sie zu dieser Umfrage eingeladen hat.',
    answer: 'Umfrage beantworten',
    unsubscribe: 'Diese Umfrage abbestellen',
    yes: 'Ja',
    no: 'Nein',
    choose: 'Antwort auswählen',
    send: 'Antworten senden',
    thanks: 'Vielen Dank. Ihre Antworten zu „{title}“ sind angekommen.',
    change: 'Meine Antworten ansehen oder ändern',
    answered: 'Diese Umfrage wurde bereits beantwortet. Vielen Dank.',
    closed: '„{title}“ ist beendet und nimmt keine Antworten mehr an.',
    gone: 'Diese Umfrage ist nicht mehr verfügbar.',
    check: 'Bitte prüfen Sie diese Antworten. Sie wurden noch nicht gesendet:',
    required: '„{question}“ braucht eine Antwort.',
    invalid: 'Die Antwort auf „{question}“ ist nicht gültig.',
    trouble: 'Etwas ist schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
  },

  invitation: {
    subject: '{inviter} lädt Sie zu {organisation} ein',
    preview: 'Treten Sie {organisation} auf Sonde bei.',
    greeting: 'Guten Tag,',
    request: '{inviter} lädt Sie ein, {organisation} auf Sonde beizutreten.',
    address: 'Melden Sie sich mit dieser E-Mail-Adresse an: {address}',
    until: 'Die Einladung gilt einmal und läuft am {when} ab.',
    personal: 'Falls Sie das nicht erwartet haben, können Sie diese E-Mail ignorieren.',
    accept: 'Einladung annehmen',

    page: 'Einladung',
    heading: 'Sie sind eingeladen',
    hint: 'Melden Sie sich mit der E-Mail-Adresse an, an die diese Einladung ging.',
    account: 'Angemeldet als',
    switch: 'Konto wechseln',
    sign_in: 'Anmelden',
    confirm: 'Mit diesem Konto beitreten?',
    join: 'Organisation beitreten',
    joined: 'Sie sind {organisation} beigetreten.',
    go: 'Weiter',
    reopen: 'Öffnen Sie den Link aus Ihrer Einladung noch einmal.',
    needs_script: 'Diese Seite braucht JavaScript, damit Ihre Einladung vertraulich bleibt.',
  },

  sign_in: {
    title: 'Anmelden',
    hint: 'Verwenden Sie das Konto, das Ihre Administration angelegt hat.',
    demo: 'Dies ist eine Demo. Anmelden als:',
    or_password: 'oder mit Passwort',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    incorrect: 'E-Mail-Adresse oder Passwort ist falsch.',
    crowded: 'Gerade melden sich sehr viele an. Versuchen Sie es in einigen Sekunden noch einmal.',
    expired_title: 'Diese Anmeldung ist abgelaufen',
    expired_text:
      'Sie hat zu lange gedauert, war schon abgeschlossen oder begann in einem anderen Browser. Gehen Sie zurück und versuchen Sie es noch einmal.',
    under_way: 'Anmeldung läuft',
    moment: 'Einen Moment.',
    restart: 'Neu beginnen',
    failed: 'Anmeldung fehlgeschlagen',
    cancelled: 'Sie haben die Anmeldung abgebrochen.',
    trouble: 'Etwas ist schiefgegangen.',
    other_tab: 'Diese Anmeldung begann in einem anderen Tab oder ist abgelaufen.',
    other_provider: 'Diese Antwort kommt von einem anderen Identitätsanbieter.',
    unavailable: 'Die Anmeldung funktioniert gerade nicht. Versuchen Sie es gleich noch einmal.',
    session_ended: 'Ihre Sitzung ist beendet. Bitte melden Sie sich noch einmal an.',
    unreachable: 'Der Dienst ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    nameless: 'Ein Konto bei Ihrem Identitätsanbieter',
    error: 'Fehler',
    request: 'Anfrage',
    wrong_code:
      'Dieser Code stimmt nicht oder wurde schon verwendet. Warten Sie auf den nächsten und geben Sie diesen ein.',
    locked:
      'Zu viele falsche Codes hintereinander. Verwenden Sie einen Passkey oder bitten Sie Ihre Administration, Ihren zweiten Faktor zurückzusetzen.',
    passkey_failed:
      'Der Passkey hat nicht funktioniert. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    passkey_sign_in: 'Mit einem Passkey anmelden',
    passkey_use: 'Passkey verwenden',
    factor_title: 'Code eingeben',
    factor_hint: 'Öffnen Sie Ihre Authenticator-App und geben Sie den sechsstelligen Code für Sonde ein.',
    code: 'Sechsstelliger Code',
    continue: 'Weiter',
    lost_device: 'Gerät verloren?',
    recovery_code: 'Wiederherstellungscode',
    lost_both:
      'Jeder Wiederherstellungscode gilt einmal. Wenn Sie keinen mehr haben, bitten Sie Ihre Administration, Ihren zweiten Faktor zurückzusetzen.',
    use_recovery_code: 'Wiederherstellungscode verwenden',
    other_account: 'Mit einem anderen Konto anmelden',
    enrol_title: 'Zweiten Faktor einrichten',
    enrol_hint:
      'Ihre Organisation verlangt einen. Scannen Sie diesen Code mit einer Authenticator-App und geben Sie die sechs Ziffern ein, die die App anzeigt.',
    qr: 'QR-Code für Ihre Authenticator-App',
    enrol_key: 'Sie können ihn nicht scannen? Geben Sie diesen Schlüssel in der App ein:',
    codes_title: 'Wiederherstellungscodes sichern',
    codes_hint:
      'Mit jedem von ihnen können Sie sich einmal anmelden, wenn Sie Ihr Gerät verlieren. Sie werden nur jetzt angezeigt: Drucken Sie sie aus oder bewahren Sie sie in einem Passwortmanager auf.',
    codes_shown:
      'Ihre Wiederherstellungscodes wurden einmal angezeigt. Auf Ihrer Kontoseite können Sie sie ersetzen.',
    codes_saved: 'Ich habe sie gesichert',
  },

  second_factor_mail: {
    subject: 'Ihr zweiter Faktor wurde zurückgesetzt',
    preview: 'Richten Sie auf Ihrer Kontoseite einen neuen ein.',
    reset:
      'Die Administration von {organisation} hat Ihren zweiten Faktor zurückgesetzt. Ihre Authenticator-App, Ihre Passkeys und Wiederherstellungscodes gelten nicht mehr.',
    next: 'Bis Sie einen neuen einrichten, genügt Ihr Passwort für die Anmeldung. Richten Sie bald einen ein.',
    unexpected: 'Falls Sie nicht darum gebeten haben, sagen Sie Ihrer Administration Bescheid.',
    open: 'Zweiten Faktor einrichten',
  },

  consent: {
    title: '{application} zulassen?',
    heading: '{application} möchte in Ihrem Namen auf {organisation} zugreifen',
    maker: 'von {organisation}',
    abilities: 'Die Anwendung kann dann',
    edits: 'darf bearbeiten',
    destination: 'Sie kehren zurück zu',
    loopback: '(eine App auf diesem Computer)',
    duration: 'Der Zugriff gilt',
    one_hour: 'eine Stunde',
    until_withdrawn:
      'bis zu einem Jahr. Er endet früher, wenn Sie ihn entziehen oder er 30 Tage lang nicht genutzt wird.',
    account: 'Angemeldet als',
    switch: 'Nicht Sie? Konto wechseln',
    answered:
      'Sie haben diese Anfrage bereits beantwortet, und {application} nimmt nur eine Antwort an. Falls etwas schiefgegangen ist, gehen Sie zurück zu {host} und beginnen Sie dort neu.',
    remembered: 'Sie haben das schon einmal zugelassen. Weiter zu {host} …',
    stop: 'Anhalten',
    needs_script: 'Zum Anmelden wird JavaScript benötigt.',
    deny: 'Ablehnen',
    allow: 'Zulassen',
    hint: 'Melden Sie sich an, um zu entscheiden. Es wird nichts geteilt, bevor Sie „Zulassen“ wählen.',
    not_member: 'Dieses Konto gehört nicht zur Organisation. Wechseln Sie das Konto oder lehnen Sie ab.',
    unknown_title: 'Unbekannte Anwendung',
    unknown_text:
      'Der Link nennt eine Anwendung, die es nicht gibt oder die widerrufen wurde. Es wurde nichts geteilt.',
    mismatch_title: 'Diesem Link ist nicht zu trauen',
    mismatch_text:
      'Er würde Sie an eine Adresse führen, die die Anwendung nie registriert hat. Es wurde nichts geteilt.',
    unreadable_title: 'Diese Anfrage ist nicht lesbar',
    unreadable_text: 'Die Anwendung hat eine Anfrage gesendet, die wir nicht verstehen: {reason}.',
    scope_title: '{application} hat eine Berechtigung angefragt, die sie nicht hat',
    refused_title: '{application} hat eine Anfrage gesendet, die wir nicht annehmen können',
    refused_text:
      '{reason}. Es wurde nichts geteilt. Sie können zurückgehen und das Entwicklungsteam informieren.',
    back: 'Zurück zu {host}',
  },

  scopes: {
    'pulses:read': 'Pulse-Umfragen und Check-ins mit ihren Ergebnissen ansehen',
    'pulses:write': 'Pulse-Umfragen erstellen und in Ihrem Namen senden',
    'teams:read': 'Teams und ihre Mitglieder ansehen',
    'teams:write': 'Teams, Mitglieder und Empfänger von Umfragen bearbeiten',
    'checkins:read': 'Check-ins und ihre Rücklaufquoten ansehen',
    'checkins:write': 'Check-ins erstellen und durchführen',
    'responses:read': 'Teamergebnisse lesen und Antworten mit Namen, die mit Ihnen geteilt sind',
    'links:read': 'Persönliche Umfragelinks von Personen lesen, um sie zuzustellen',
    'insights:read': 'Erkenntnisse über Teams lesen',
    'insights:write': 'Empfohlene Maßnahmen annehmen und abschließen',
    offline_access: 'Diesen Zugriff behalten, während Sie nicht da sind, bis Sie ihn entziehen',
  },
}
