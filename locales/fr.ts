/** French. Readers are addressed with vous. */
import type { Catalogue } from './en.ts'

export const catalogue: Catalogue = {
  answering: {
    asks: 'Enquête de {organisation}',
    only_in: 'Cette enquête est rédigée en {language}.',
    language: 'Langue',
    open_until: 'L’enquête reste ouverte jusqu’au {when}.',
    about: '{count, plural, one {# question} other {# questions}} · env. {minutes, number} min',
    until: 'Jusqu’au {when}',
    not_counted:
      'Cette fois, vos réponses ne sont pas comptées dans les résultats. Votre groupe a changé depuis que la question a été posée, et la différence montrerait les réponses d’une seule personne.',
    not_counted_newcomer:
      'Le {since}, quand les groupes de cette question ont été formés, on ne vous a pas interrogé(e). Vos réponses compteront dès que suffisamment de nouveaux arrivants pourront être comptés ensemble. Après le {until}, les groupes seront formés à nouveau.',
    not_counted_missing:
      'Une personne de votre groupe n’est pas interrogée cette fois. Les réponses de votre groupe ne sont pas comptées, car l’écart avec la dernière enquête montrerait celles de cette personne. À partir du {until}, les groupes seront formés à nouveau.',
    not_counted_quiet:
      'Votre groupe a changé depuis les enquêtes précédentes. Ses réponses ne sont pas comptées jusqu’au {until}, car l’écart montrerait celles de quelques personnes.',
    promise_label: 'Qui peut voir vos réponses',
    named: 'Réponses avec votre nom',
    seen_named: 'Vues avec votre nom par {readers}',
    unnamed: 'Jamais affichées avec votre nom',
    nobody_sees: 'Personne ne voit qui a dit quoi',
    weaker: 'Nom caché, protection réduite',
    promise_in_full: 'Comment votre vie privée est protégée',
    promise_in_full_named: 'Qui peut voir quoi',
    about_who: 'Qui voit quoi',
    about_groups: 'Comment fonctionnent les groupes',
    about_kept: 'Comment les réponses sont conservées',
    promise_hash: 'Code de vérification :',

    progress: '{done} sur {all} répondues',
    progress_label: 'Questions répondues',
    one_at_a_time: 'Une à la fois',
    all_at_once: 'Toutes sur une page',
    skip: 'Passer',
    clear: 'Effacer',
    faults_count: '{count, plural, one {# question à revoir :} other {# questions à revoir :}}',
    next_title: 'La suite',
    next_groups:
      'Jusqu’à la clôture de l’enquête, personne ne voit de résultats. Ensuite, ils sont affichés pour des groupes d’au moins {k, number} personnes, et les commentaires d’au moins {k_comment, number}.',
    next_named: 'Vos réponses sont maintenant visibles avec votre nom par {readers}.',
    next_named_other:
      'Ces réponses sont maintenant visibles par {readers}, avec le nom de la personne invitée.',
    next_others:
      'Après la clôture, les autres ne voient que des résultats de groupes d’au moins {k, number} personnes, et des commentaires d’au moins {k_comment, number}.',
    keys: 'Tapez un chiffre pour choisir.',
    keys_ten: 'Pour 10, tapez 1 puis 0.',
    keys_enter: 'Entrée pour continuer.',
    keys_skip: 'Entrée pour passer.',
    keys_confirm: 'Entrée pour confirmer.',
    next_replies: 'Ensuite, votre lien privé montre aussi ce qui a changé.',
    next: 'Suivant',
    back: 'Retour',
    position: 'Question {place} sur {all}',
    required: 'Réponse obligatoire',
    only_if: 'Seulement si vous avez répondu {values} à « {question} ».',

    yes: 'Oui',
    no: 'Non',
    enps_low: 'Pas du tout probable',
    enps_high: 'Extrêmement probable',
    mood_1: 'Très mauvais',
    mood_2: 'Mauvais',
    mood_3: 'Moyen',
    mood_4: 'Bon',
    mood_5: 'Très bon',
    other: 'Autre chose',
    other_words: 'Avec vos propres mots',
    picks_between: 'Choisissez de {min, number} à {max, number} réponses.',
    picks_exactly: 'Choisissez exactement {min, plural, one {# réponse} other {# réponses}}.',
    picks_min: 'Choisissez au moins {min, plural, one {# réponse} other {# réponses}}.',
    picks_max: 'Choisissez au plus {max, plural, one {# réponse} other {# réponses}}.',
    picked: '{count} sur {max} choisies',
    rank_places: 'Donnez un rang à chaque élément, en commençant par 1.',
    rank_move: 'Votre premier choix en haut.',
    rank_place: 'Rang de « {option} »',
    rank_none: 'Non classé',
    rank_up: 'Monter : {option}',
    rank_down: 'Descendre : {option}',
    rank_keep: 'C’est le bon ordre',
    rank_unset: 'Pas encore de réponse. Déplacez un élément ou confirmez cet ordre.',
    rank_moved: 'Rang {place} : {option}',
    slider_values: 'De {min, number} à {max, number}, par pas de {step, number}.',
    slider_hint: 'Pas encore de réponse. Choisissez un point sur la ligne.',
    slider_hint_steps: 'Pas encore de réponse. Choisissez un point sur la ligne, par pas de {step, number}.',
    slider_value: 'Valeur',
    date_hint: 'Choisir une date',
    date_today: 'Aujourd’hui',
    date_yesterday: 'Hier',
    icon_value: '{value, number} sur {all, number}',
    comment: 'Commentaire (facultatif)',
    number_between: 'Saisissez un nombre entre {min, number} et {max, number}.',
    number_min: 'Saisissez un nombre supérieur ou égal à {min, number}.',
    number_max: 'Saisissez un nombre inférieur ou égal à {max, number}.',
    step_less: 'Diminuer',
    step_more: 'Augmenter',
    date_between: 'Saisissez une date entre le {min} et le {max}.',
    date_min: 'Saisissez une date à partir du {min}.',
    date_max: 'Saisissez une date jusqu’au {max}.',
    length_max: '{max, plural, one {# caractère au maximum.} other {# caractères au maximum.}}',
    length_left: '{count, plural, one {# caractère restant} other {# caractères restants}}',
    unquoted: 'Ne montrer mon texte à personne. Seul un programme compte ses thèmes et son ton.',
    unquoted_named:
      'Ne montrer mon texte à personne sauf {readers}. Seul un programme compte les thèmes et le ton du texte.',
    text_read: 'Affiché sans votre nom, seulement pour des groupes d’au moins {k, number} personnes.',
    text_read_named:
      'Lu avec votre nom par {readers}. Par les autres : sans votre nom, groupes d’au moins {k, number}.',

    send: 'Envoyer mes réponses',
    send_named: 'Envoyer avec mon nom',
    save_later: 'Enregistrer pour plus tard',
    save_where:
      'Les brouillons sont conservés sur le serveur de ce service. Ils ne s’ouvrent que dans ce navigateur, sur cet appareil, et personne ne les voit avant l’envoi.',
    change_note:
      'Jusqu’à la clôture de l’enquête, vous pouvez modifier ou retirer vos réponses avec le lien privé reçu après l’envoi.',
    first_counts:
      'Déjà répondu ? Des réponses envoyées de nouveau avec cette invitation ne comptent pas. Pour modifier les vôtres, ouvrez le lien privé reçu après l’envoi.',
    code_title: 'Saisissez votre code',
    code_text: 'Il figure sur le papier que vous avez tiré : douze lettres et chiffres.',
    code_label: 'Code',
    code_button: 'Continuer',
    code_mistyped: 'Ce code contient une faute de frappe. Comparez-le avec votre papier.',
    code_unknown:
      'Ce code ne peut pas être utilisé. Comparez-le avec votre papier. S’il est identique, l’enquête est peut-être terminée, ou le code a été détruit.',
    code_wait: 'Trop de codes inutilisables ont été saisis d’ici. Attendez une minute, puis réessayez.',
    kiosk_still_there: 'Êtes-vous toujours là ?',
    kiosk_resets:
      'Dans {seconds} secondes, cette page recommence. Vos réponses ne seront pas envoyées et rien ne restera sur cet appareil.',
    kiosk_stay: 'Continuer à répondre',
    kiosk_start: 'Recommencer',
    kiosk_receipt:
      'Avec cette adresse, vous pouvez consulter, modifier ou retirer vos réponses jusqu’à la clôture de l’enquête. Elle s’affiche une seule fois et n’est pas conservée sur cet appareil. Imprimez-la ou prenez-la en photo.',
    kiosk_qr: 'Adresse de vos réponses sous forme de code QR',
    kiosk_print: 'Imprimer',
    kiosk_done: 'Terminé',
    kiosk_note: 'Rien n’est enregistré sur cet appareil.',
    saved:
      'Brouillon enregistré. Vous pouvez continuer sur cet appareil : personne ne le voit avant l’envoi.',
    saved_short: 'Brouillon enregistré',
    save_failed: 'Non enregistré : pas de connexion',
    offline:
      'Pas de connexion : vos réponses ne sont pas encore envoyées. Laissez cette page ouverte, elles le seront dès que la connexion sera rétablie.',
    sending: 'Envoi en cours…',
    discard: 'Supprimer le brouillon',
    discarded: 'Brouillon supprimé.',

    faults_title: 'Vérifiez ces réponses',
    faults_text: 'Vos réponses n’ont pas encore été envoyées',
    faults_changes: 'Vos modifications n’ont pas encore été enregistrées',
    fault_required: 'Veuillez répondre à cette question.',
    fault_rows: 'Veuillez répondre à chaque ligne.',
    fault_choice: 'Veuillez choisir l’une des réponses.',
    fault_number: 'Veuillez saisir un nombre.',
    fault_date: 'Veuillez saisir une date.',
    fault_ranking: 'Veuillez utiliser chaque rang une seule fois.',
    fault_other: 'Veuillez répondre de nouveau à cette question.',
    fault_high: '{value} est trop grand.',
    fault_low: '{value} est trop petit.',
    fault_step: '{value} se trouve entre deux pas.',
    fault_early: 'La date du {value} est trop ancienne.',
    fault_late: 'La date du {value} est trop tardive.',

    thanks_title: 'Merci',
    own_title: 'Vos réponses',
    own_in: 'Nous avons bien reçu vos réponses.',
    own_edit: 'Vous pouvez les modifier ci-dessous, puis choisir « {button} ».',
    thanks_close: 'Une fois le lien enregistré, vous pouvez fermer cette page.',
    own_saved: 'Vos modifications ont été enregistrées.',
    own_withdrawn: 'Vos réponses ont été retirées. Vous pouvez répondre de nouveau ci-dessous.',
    own_link: 'Lien privé vers vos réponses',
    receipt_title: 'Votre lien privé',
    own_keep: 'Conservez ce lien privé pour consulter, modifier ou retirer vos réponses.',
    own_once: 'Nous ne pouvons pas vous le renvoyer.',
    own_until: 'Vous pouvez les modifier jusqu’au {when}.',
    copy: 'Copier le lien',
    copied: 'Lien copié',
    receipt_share: 'Partager ou enregistrer le lien',
    receipt_qr: 'À scanner pour l’ouvrir sur votre téléphone',
    change_answers: 'Voir ou modifier mes réponses',
    save_changes: 'Enregistrer les modifications',
    withdraw: 'Retirer mes réponses',
    withdraw_text:
      'Vos réponses seront supprimées, et cette action est irréversible. Jusqu’à la clôture de l’enquête, vous pouvez répondre de nouveau avec le même lien privé.',
    withdraw_button: 'Retirer les réponses',

    counted_title: 'Vos réponses ont été comptées',
    counted_text:
      'L’enquête s’est terminée le {when}. Vos réponses font partie des résultats et ne peuvent plus être consultées ni modifiées.',
    received_title: 'Vos réponses ont été reçues',
    received_text:
      'L’enquête s’est terminée le {when}. Les réponses ne peuvent plus être consultées ni modifiées.',
    received_first:
      'Si plusieurs réponses ont été envoyées avec votre invitation, c’est la première qui compte.',
    counted_promise: 'Ce qui vous a été promis',
    counted_code: 'Code de vérification',
    counted_code_text:
      'Il figurait aussi près de la promesse avant vos réponses. S’il est identique, ce qui vous a été promis n’a pas changé depuis.',
    counted_keys:
      'Les clés de chiffrement de l’enquête ont été détruites le {when}. Depuis, personne ne peut déchiffrer une réponse individuelle ni utiliser les liens de l’enquête.',

    upcoming_title: 'Pas encore ouverte',
    upcoming_text: 'Vous pourrez répondre à partir du {when}.',
    upcoming_next: 'Ouvrez alors le même lien.',
    closed_title: 'Cette enquête est terminée',
    closed_text: 'Elle n’accepte plus de réponses.',
    closed_on: 'Elle s’est terminée le {when} et n’accepte plus de réponses.',
    closed_next: 'Si vous avez répondu, votre lien privé confirme la réception de vos réponses.',
    closed_ask:
      'Des questions ? Adressez-vous à la personne qui vous a envoyé cette enquête pour {organisation}.',
    answered_title: 'Cette invitation a déjà été utilisée',
    answered_text: 'Chaque invitation ne sert qu’une fois, et des réponses ont été envoyées avec celle-ci.',
    answered_next:
      'Ouvrez le lien privé affiché après l’envoi. Jusqu’à la clôture de l’enquête, vous pouvez y consulter, modifier ou retirer les réponses.',
    answered_other: 'Ce n’était pas vous ? Prévenez la personne qui vous a envoyé cette enquête.',
    withdrawn_title: 'Vos réponses ont été retirées',
    withdrawn_text:
      'Rien de ce que vous avez écrit n’est conservé. Jusqu’à la clôture de l’enquête, vous pouvez répondre de nouveau avec votre lien privé.',
    answer_again: 'Répondre de nouveau',
    not_found_title: 'Ce lien ne fonctionne pas',
    not_found_text: 'Il est incomplet, ou l’enquête n’est plus disponible.',
    not_found_next:
      'Ouvrez-le de nouveau depuis le message d’origine. Si cela ne suffit pas, demandez à la personne qui vous l’a envoyé.',
    unavailable_title: 'Momentanément indisponible',
    unavailable_text: 'Le service ne répond pas pour le moment. Veuillez réessayer dans un instant.',
    failed_title: 'Un problème est survenu',
    failed_text: 'Rien n’a été envoyé. Veuillez réessayer.',
    request: 'Requête {id}',

    contacts_title: 'Si vous souhaitez parler à quelqu’un',
    contacts_text: 'Si vous souhaitez vous faire connaître, vous pouvez vous adresser à :',
    came_title: 'Ce qui a changé',
    came_link: 'Voir ce qui a changé',
    came_text:
      'Ce que les responsables disent des résultats. Toutes les personnes interrogées voient la même page, qu’elles aient répondu ou non.',
    came_none: 'Personne n’a encore réagi.',
    came_by: '{author}, {when}',
    came_heard: 'Lu',
    came_answer: 'Réponse',
    came_done: 'Fait',

    talk_title: 'Messages sur vos réponses',
    talk_text: 'Seuls vous et {readers} pouvez lire cette page.',
    talk_you: 'Vous',
    talk_label: 'Votre message',
    talk_send: 'Envoyer le message',
    talk_sent: 'Votre message a été envoyé.',
    talk_withdraw: 'Retirer le message',
    talk_withdrawn: 'Votre message a été retiré.',
    talk_full: 'Cette conversation est pleine. Aucun message ne peut plus être envoyé.',
    talk_none: 'Il n’y a pas de message ici pour le moment.',

    unsubscribe_link: 'Se désabonner de cette enquête',
    unsubscribe_title: 'Se désabonner de cette enquête ?',
    unsubscribe_pulse: '{organisation} ne vous enverra plus de messages au sujet de « {title} ».',
    unsubscribe_check_in: '{organisation} ne vous enverra plus « {title} », ni maintenant ni à l’avenir.',
    unsubscribe_note: 'Cela ne change rien à vos réponses et ne révèle pas si vous avez répondu.',
    unsubscribe_button: 'Se désabonner',
    unsubscribed_title: 'Vous êtes désabonné(e)',
    resubscribe_title: 'Vous recevrez de nouveau les messages',
    resubscribe_text: 'Les messages au sujet de « {title} » vous parviendront de nouveau.',
    resubscribe_button: 'Annuler',
  },

  promise: {
    anonymous:
      'Personne ne peut voir qui a dit quoi : les réponses sont conservées sans votre nom et affichées uniquement pour des groupes d’au moins {k_score, number} personnes.',
    confidential:
      'Les résultats ne sont affichés que pour des groupes d’au moins {k_score, number} personnes, jamais avec votre nom.',
    attributed:
      'Vos réponses seront visibles avec votre nom par {readers}. Les autres ne voient que des groupes.',
    headline_anonymous: 'Personne ne peut voir qui a dit quoi.',
    headline_anonymous_new: 'Conservées sans votre nom, mais le groupe vous protège peut-être moins.',
    headline_confidential: 'Jamais affichées avec votre nom.',
    headline_confidential_new:
      'Jamais affichées avec votre nom, mais le groupe vous protège peut-être moins.',
    headline_attributed: 'Vos réponses seront visibles avec votre nom par {readers}.',
    label_name: 'Votre nom',
    name_anonymous: 'Pas conservé avec vos réponses',
    name_confidential: 'Conservé, jamais affiché. L’exploitant du serveur pourrait le voir.',
    label_results: 'Résultats',
    label_readers: 'Lus par',
    results_row:
      'Seulement pour {k, number} personnes ou plus, commentaires pour {k_comment, number} ou plus',
    who_everyone: 'Toute votre organisation et les logiciels connectés par ses admins',
    who_asked:
      'Les personnes interrogées, l’auteur, les analystes, les admins et les logiciels qu’ils ont connectés',
    who_managers:
      'Les responsables, l’auteur, les analystes, les admins et les logiciels qu’ils ont connectés',
    who_listed:
      'Les personnes citées plus bas, l’auteur, les analystes, les admins et les logiciels qu’ils ont connectés',
    who_author: 'Seulement l’auteur',
    label_others: 'Autres',
    others_everyone: 'Le reste de votre organisation et les logiciels connectés par ses admins',
    others_asked:
      'Les autres personnes interrogées, les analystes, les admins et les logiciels qu’ils ont connectés',
    others_managers:
      'Les autres responsables, les analystes, les admins et les logiciels qu’ils ont connectés',
    others_listed:
      'Les personnes citées plus bas, les analystes, les admins et les logiciels qu’ils ont connectés',
    others_none: 'Personne d’autre ne voit de réponses ni de résultats',
    others_see:
      '{who}. Sans votre nom : totaux pour {k_score, number} personnes ou plus, commentaires pour {k_comment, number} ou plus.',
    label_kept: 'Conservation',
    kept_short_time: '{time} après la clôture',
    kept_short_until: 'Jusqu’au {when}',
    kept_short_gone: 'Réponses supprimées le {when}',
    kept_short_survey: 'Aussi longtemps que votre organisation conserve cette enquête',
    kept_short_hold: '{kept}, et jusqu’à la fin d’une obligation légale de conservation',
    label_new: 'Ajouts récents',
    new_meaning: 'Si certaines d’entre elles n’existent pas vraiment, un groupe vous cache moins bien.',
    new_advice: 'Dans le doute, répondez comme si votre nom était affiché.',
    new_people:
      '{added, plural, one {# des {asked, number} personnes interrogées a été ajoutée} other {# des {asked, number} personnes interrogées ont été ajoutées}} récemment.',
    new_people_by_asker:
      '{added, plural, one {# des {asked, number} personnes interrogées a été ajoutée} other {# des {asked, number} personnes interrogées ont été ajoutées}} récemment, dont {by_asker, number} par l’application qui envoie cette enquête.',
    new_people_all:
      '{asked, plural, one {La seule personne interrogée a été ajoutée} other {Les # personnes interrogées ont toutes été ajoutées}} récemment.',
    new_people_all_by_asker:
      'Les {asked, number} personnes interrogées ont toutes été ajoutées récemment, dont {by_asker, number} par l’application qui envoie cette enquête.',
    new_people_all_by_asker_alone:
      '{asked, plural, one {La seule personne interrogée a été ajoutée} other {Les # personnes interrogées ont toutes été ajoutées}} récemment par l’application qui envoie cette enquête.',
    author: 'l’auteur de l’enquête',
    thresholds:
      'Les taux de réponse ne sont affichés que pour des groupes d’au moins {k_rate, number} personnes.',
    breakdown:
      'Les résultats sont aussi affichés par {attribute}, pour des groupes d’au moins {k_score, number} personnes.',
    breakdown_instead:
      'Les résultats sont affichés par {attribute} plutôt que par équipe, pour des groupes d’au moins {k_score, number} personnes.',
    whole_groups:
      'Les résultats réunissent toujours des groupes entiers d’au moins {k_score, number} personnes : les comparer ne permet d’isoler personne.',
    ends: 'Si une seule personne d’un groupe répond, sa réponse n’est pas comptée. Si tout le groupe répond, une réponse tirée au sort est laissée de côté.',
    season:
      'Pendant huit semaines après la première fois qu’une question est posée, chacun compte dans le même groupe chaque fois qu’elle est posée de nouveau. Un groupe où il manque quelqu’un est laissé de côté : comparer ces enquêtes ne permet d’isoler personne.',
    season_dates:
      'Les groupes de cette enquête sont ceux du {since}. À partir du {until}, ils seront formés à nouveau.',
    results_everyone:
      'Toute votre organisation peut lire les résultats des groupes, ainsi que les applications mises en place par ses admins.',
    results_asked:
      'Les personnes interrogées peuvent lire les résultats des groupes, de même que l’auteur, les analystes, les admins et les applications mises en place par les admins.',
    results_managers:
      'Les responsables peuvent lire les résultats de leurs propres équipes, des équipes juste au-dessus et de l’ensemble. L’auteur, les analystes, les admins et les applications mises en place par les admins peuvent lire ceux de tous les groupes.',
    results_listed:
      'Seuls {results_readers}, l’auteur, les analystes, les admins et les applications mises en place par les admins peuvent lire les résultats des groupes.',
    results_author: 'Seul l’auteur peut lire les résultats des groupes.',
    readers_see: 'Les personnes nommées ci-dessus voient qui a dit quoi.',
    nothing_before_close:
      'Avant la clôture de l’enquête, rien n’est affiché, sauf, approximativement, le nombre de personnes qui ont répondu.',
    sealed:
      'Tant que l’enquête est ouverte, les réponses sont chiffrées avec une clé propre à cette enquête. À la clôture, elles sont mélangées et la clé est détruite. Dès lors, personne, pas même les personnes qui exploitent ce service, ne peut dire de qui elles viennent.',
    until_then:
      'Jusqu’à la clôture de l’enquête, une personne qui exploite ce service et a un accès complet à son serveur pourrait voir les réponses à mesure qu’elles arrivent.',
    comments:
      'Les commentaires sont affichés sans ordre particulier, après suppression des noms, des adresses et des numéros.',
    language_model:
      'Les commentaires affichés peuvent aussi être envoyés à un modèle de langage chez {language_model}, qui résume ce que disent de nombreuses personnes. Il reçoit ces commentaires, sans les noms, les noms des thèmes qu’ils abordent, et rien d’autre.',
    recent_members:
      '{asked, plural, one {# personne est interrogée.} other {# personnes sont interrogées.}} {added, plural, one {# d’entre elles a été ajoutée} other {# d’entre elles ont été ajoutées}} dans les 14 jours avant l’ouverture de l’enquête.',
    recent_members_by_asker:
      '{asked, plural, one {# personne est interrogée.} other {# personnes sont interrogées.}} {added, plural, one {# d’entre elles a été ajoutée} other {# d’entre elles ont été ajoutées}} dans les 14 jours avant l’ouverture de l’enquête, dont {by_asker, number} par l’application qui pose les questions.',
    recent_members_all:
      'Les {asked, number} personnes interrogées ont toutes été ajoutées dans les 14 jours avant l’ouverture de l’enquête.',
    recent_members_all_by_asker:
      'Les {asked, number} personnes interrogées ont toutes été ajoutées dans les 14 jours avant l’ouverture de l’enquête, dont {by_asker, number} par l’application qui pose les questions.',
    links_by:
      '{links_by} vous transmet votre lien personnel. Cette application pourrait donc l’ouvrir et répondre à votre place avant vous.',
    codes:
      'Certaines personnes sont interrogées au moyen d’un code sur un papier qu’elles tirent. Ce service sait à quelle équipe ou à quel groupe d’équipes un code appartient, et ne sait pas qui l’a tiré. Les papiers sont imprimés une seule fois, par l’auteur de l’enquête ou un administrateur. Toute personne qui détient un papier non utilisé pourrait répondre avec.',
    harm: 'Si une réponse évoque du harcèlement, de l’automutilation ou un danger, les administrateurs peuvent être informés que c’est le cas d’au moins une réponse, mais seulement si {k_score, number} personnes ou plus ont répondu. L’alerte ne dit jamais qui, quelle équipe, combien de réponses ni ce qui a été écrit.',
    counts_shown:
      'Le nombre de personnes qui ont répondu est visible par toutes celles qui voient cette enquête.',
    receipt:
      'Jusqu’à la clôture de l’enquête, vous pouvez consulter, modifier ou retirer vos réponses avec le lien privé reçu après l’envoi. Ensuite, il prouve que vos réponses ont été comptées.',
    retention: 'Les réponses sont conservées aussi longtemps que votre organisation conserve cette enquête.',
    kept_days:
      'Les réponses et les commentaires sont supprimés {time} après la clôture de cette enquête, ou plus tôt si votre organisation raccourcit ce délai.',
    kept_until: 'Les réponses et les commentaires sont supprimés au plus tard le {when}.',
    kept_deleted: 'Les réponses et les commentaires ont été supprimés le {when}.',
    kept_figures:
      'Les chiffres des groupes restent aussi longtemps que votre organisation conserve cette enquête.',
    kept_hold:
      'Votre organisation doit conserver cette enquête pour des raisons juridiques : tant que cela dure, les réponses ne sont pas supprimées, même au-delà du délai indiqué ici.',
    kept_may_be_held:
      'Si la loi l’exige, votre organisation peut suspendre la suppression pendant un temps ; cette page l’indique alors.',
  },

  conversations: {
    subject: '{author} vous a écrit – {title}',
    greeting: 'Bonjour {name},',
    request:
      '{author} vous a écrit au sujet des réponses que vous avez données avec votre nom à « {title} ».',
    readers:
      'Vous et les personnes qui lisent vos réponses avec votre nom pouvez le lire, et personne d’autre. Vous pouvez répondre sur la page.',
    personal: 'Ce lien est personnel. Merci de ne pas le transférer.',
    open: 'Lire et répondre',
    answer_subject: 'Réponse à votre message – {title}',
    answer_request: '{name} a répondu à votre message sur « {title} ».',
    answer_readers: 'Seules les personnes que nomme la promesse de l’enquête peuvent le lire.',
    answer_personal: 'Vous recevez ce message parce que vous lui avez écrit.',
    answer_open: 'Ouvrir la conversation',
  },

  replies: {
    subject: 'Ce qui a suivi « {title} » – {organisation}',
    greeting: 'Bonjour {name},',
    request: '{organisation} réagit aux résultats de « {title} ».',
    line: '{author} : {text}',
    to_everyone:
      'Toutes les personnes interrogées reçoivent ce message, qu’elles aient répondu ou non. Il n’indique pas qui a répondu.',
    one_way: 'Merci de ne pas répondre à ce message : votre réponse montrerait votre nom.',
    open: 'Ouvrir les réactions',
  },

  hold: {
    subject_set: 'Conservation légale : {title}',
    subject_lifted: 'Conservation légale levée : {title}',
    greeting: 'Bonjour {name},',
    request_set:
      'Un administrateur de {organisation} a placé votre enquête « {title} » sous conservation légale. Tant qu’elle dure, rien n’en est supprimé et l’enquête ne peut pas être annulée.',
    request_lifted:
      'Un administrateur de {organisation} a levé la conservation légale de votre enquête « {title} ». Les délais de suppression habituels s’appliquent de nouveau.',
    reason: 'Motif : {reason}',
    told: 'Les personnes qui ouvrent la page de l’enquête en sont aussi informées.',
    personal: 'Vous recevez ce message parce que vous avez créé l’enquête.',
    open: 'Ouvrir Sonde',
  },

  messages: {
    test_subject: 'Test : {subject}',
    test_personal:
      'Ceci est un test que vous êtes seul à recevoir. Le bouton ouvre le brouillon ; les destinataires y trouvent un lien personnel.',
    test_button: 'Ouvrir le brouillon',
    subject: '{title} – {organisation}',
    subject_again: 'Rappel : {title} – {organisation}',
    preview: '{count, plural, one {# question} other {# questions}} de {organisation}. {promise}',
    greeting: 'Bonjour {name},',
    request:
      '{organisation} aimerait avoir votre avis sur « {title} » : {count, plural, one {# question} other {# questions}}, environ {minutes, plural, one {# minute} other {# minutes}}.',
    request_again:
      'Il est encore temps de donner à {organisation} votre avis sur « {title} » : {count, plural, one {# question} other {# questions}}, environ {minutes, plural, one {# minute} other {# minutes}}.',
    to_everyone:
      'Ce rappel est envoyé à toutes les personnes invitées, afin de ne pas révéler qui a répondu. Si vous avez déjà répondu, vous pouvez l’ignorer.',
    until: 'Ouverte jusqu’au {when}.',
    personal: 'Ce lien est personnel. Merci de ne pas le transférer.',
    reason: 'Vous recevez ce message parce que {organisation} vous a invité(e) à cette enquête.',
    answer: 'Répondre à l’enquête',
    answer_named: 'Répondre avec mon nom',
    unsubscribe: 'Se désabonner de cette enquête',
    reminder: 'Rappel',
    first_question: 'Première question',
    not_working: 'Le bouton ne fonctionne pas ? Copiez cette adresse dans votre navigateur :',
    yes: 'Oui',
    no: 'Non',
    choose: 'Choisir une réponse',
    send: 'Envoyer mes réponses',
    thanks: 'Merci. Nous avons bien reçu vos réponses à « {title} ».',
    change: 'Consulter ou modifier mes réponses',
    answered: 'Cette enquête a déjà reçu une réponse. Merci.',
    closed: '« {title} » est terminée et n’accepte plus de réponses.',
    gone: 'Cette enquête n’est plus disponible.',
    check: 'Vérifiez ces réponses. Elles n’ont pas encore été envoyées :',
    required: '« {question} » attend une réponse.',
    invalid: 'La réponse à « {question} » n’est pas valide.',
    here: 'Répondre ici',
    home_title: 'Enquêtes ouvertes',
    home_none: 'Vous n’avez aucune enquête ouverte.',
    home_stays:
      'Une enquête reste ici jusqu’à sa clôture, que vous ayez répondu ou non. Cette page ne montre pas qui a répondu.',
    trouble: 'Un problème est survenu. Veuillez réessayer dans un instant.',
  },

  participation: {
    extended_subject: '« {title} » a été prolongée : peu de réponses jusqu’ici',
    low_subject: 'Peu de personnes ont répondu à « {title} »',
    extended:
      'Le taux de réponse était de {rate} à la fin, en dessous de {below} : l’enquête a donc été prolongée une fois. Elle se termine désormais le {when}.',
    low: 'Le taux de réponse est de {rate}, en dessous de {below}. L’enquête se termine le {when}.',
    steps:
      'Le taux est compté par paliers, pour qu’aucune réponse ne se remarque. Quelques personnes de plus ont pu répondre.',
    seen: 'Toute personne qui peut voir l’enquête voit ce taux.',
    team: '{team} : {answered, number} réponses sur {asked, number}.',
    author: 'Vous recevez cet e-mail parce que l’enquête est la vôtre.',
    lead: 'Vous recevez cet e-mail parce que l’enquête concerne une équipe que vous encadrez ou dirigez.',
    button: 'Suivre l’enquête',
  },

  authorship: {
    subject_changed: '{by} a modifié votre enquête « {title} »',
    subject_yours: 'Vous gérez maintenant l’enquête « {title} »',
    greeting: 'Bonjour {name},',
    closed: '{by} a clôturé votre enquête.',
    cancelled: '{by} a annulé votre enquête. Les réponses reçues ont été supprimées.',
    paused: '{by} a mis votre enquête en pause.',
    ended: '{by} a mis fin à votre enquête.',
    archived: '{by} a archivé votre enquête.',
    deleted: '{by} a supprimé votre enquête. Elle peut être restaurée pendant 30 jours.',
    skipped: '{by} a passé la prochaine édition de votre enquête.',
    handed_on: '{by} a confié votre enquête à quelqu’un d’autre.',
    handed_over: '{by} vous a confié cette enquête. Vous en êtes désormais l’auteur.',
    inherited:
      '{by} est parti et cette enquête est maintenant la vôtre. Elle continue comme prévu ; vous pouvez la modifier ou y mettre fin.',
    reason: 'Motif indiqué : {reason}',
    survey: 'Enquête : {title}',
    recorded: 'Cela figure dans le journal d’audit de {organisation}.',
    personal: 'Vous recevez cet e-mail parce que l’enquête est ou était la vôtre.',
    button: 'Ouvrir Sonde',
  },

  address: {
    confirm_subject: 'Confirmez votre nouvelle adresse e-mail pour {organisation}',
    keep_subject: 'Votre adresse e-mail chez {organisation} va changer',
    greeting: 'Bonjour,',
    confirm_request: 'Il a été demandé à {organisation} d’utiliser cette adresse e-mail pour vous sur Sonde.',
    keep_request:
      'Il a été demandé à {organisation} d’utiliser une autre adresse e-mail pour vous sur Sonde.',
    confirm_effect: 'Tant que vous ne la confirmez pas, les enquêtes arrivent à votre ancienne adresse.',
    keep_effect:
      'Tant que la nouvelle adresse n’est pas confirmée, les enquêtes arrivent ici. Votre connexion ne change pas.',
    until: 'Le lien est utilisable une seule fois et expire le {when}.',
    confirm_personal:
      'Si vous ne savez pas pourquoi vous recevez cet e-mail, ne faites rien : rien ne changera.',
    keep_personal: 'Si vous avez demandé ce changement, vous pouvez ignorer cet e-mail.',
    confirm: 'Confirmer l’adresse',
    keep: 'Garder mon adresse actuelle',
    page: 'Adresse e-mail',
    confirm_hint: 'Utiliser désormais cette adresse e-mail ?',
    keep_hint: 'Garder votre adresse e-mail actuelle ? La nouvelle ne sera pas utilisée.',
    confirmed: '{organisation} vous écrit désormais à {address}.',
    kept: '{organisation} continue de vous écrire à {address}.',
    over: 'Ce lien ne fonctionne plus : il a expiré, a déjà servi ou a été remplacé. Demandez à un administrateur de votre organisation de modifier à nouveau l’adresse.',
    taken:
      'Une autre personne de l’organisation utilise déjà cette adresse. Demandez à un administrateur de votre organisation de vérifier la vôtre.',
    reopen: 'Ouvrez de nouveau le lien de votre e-mail.',
    needs_script: 'Cette page a besoin de JavaScript pour garder votre lien confidentiel.',
  },
  invitation: {
    subject: '{inviter} vous invite à rejoindre {organisation}',
    preview: 'Rejoignez {organisation} sur Sonde.',
    greeting: 'Bonjour,',
    request: '{inviter} vous invite à rejoindre {organisation} sur Sonde.',
    address: 'Connectez-vous avec cette adresse e-mail : {address}',
    until: 'L’invitation est utilisable une seule fois et expire le {when}.',
    personal: 'Si vous ne vous y attendiez pas, vous pouvez ignorer cet e-mail.',
    accept: 'Accepter l’invitation',

    page: 'Invitation',
    heading: 'Vous avez une invitation',
    hint: 'Connectez-vous avec l’adresse e-mail à laquelle cette invitation a été envoyée.',
    account: 'Compte connecté',
    switch: 'Changer de compte',
    sign_in: 'Se connecter',
    confirm: 'Rejoindre avec ce compte ?',
    join: 'Rejoindre l’organisation',
    joined: 'Vous avez rejoint {organisation}.',
    go: 'Continuer',
    reopen: 'Ouvrez de nouveau le lien de votre invitation.',
    needs_script: 'Cette page a besoin de JavaScript pour garder votre invitation confidentielle.',
  },

  notice: {
    greeting: 'Bonjour,',
    request_access: 'une copie de vos données',
    request_erasure: 'effacement de vos données',
    request_restriction: 'limitation de l’utilisation de vos données',
    received_subject: '{organisation} a reçu votre demande relative à vos données',
    received: '{organisation} a reçu votre demande : {request}.',
    answer_by: 'Vous recevrez une réponse au plus tard le {when}.',
    not_you:
      'Si vous n’êtes pas à l’origine de cette demande, prévenez un administrateur de votre organisation.',
    see_requests: 'Voir vos demandes',
    ready_subject: 'La copie de vos données chez {organisation} est prête',
    ready: 'La copie de vos données que vous avez demandée à {organisation} est prête.',
    link_until: 'Le lien est valable jusqu’au {when}.',
    link_personal:
      'Ce lien n’est destiné qu’à vous. Quiconque l’a peut lire vos données : ne transférez pas cet e-mail.',
    get_copy: 'Obtenir votre copie',
    erased_subject: '{organisation} a effacé vos données',
    erased:
      'Comme vous l’avez demandé, {organisation} a effacé vos données ici. Les réponses que vous avez données anonymement sont introuvables et restent donc. Ceci est le dernier message envoyé à cette adresse.',
    restricted_subject: '{organisation} a limité l’utilisation de vos données',
    restricted:
      'Comme vous l’avez demandé, {organisation} ne vous interroge plus et ne vous envoie plus de messages jusqu’à la levée de la limitation. Vous en serez informé avant.',
    lifted_subject: '{organisation} lève la limitation',
    lifted:
      '{organisation} lève la limitation de l’utilisation de vos données. Vous pouvez désormais être de nouveau interrogé.',
    declined_subject: '{organisation} a refusé votre demande relative à vos données',
    declined: '{organisation} a refusé votre demande : {request}.',
    because: 'Le motif : {reason}',
    complain:
      'Si vous n’êtes pas d’accord, vous pouvez saisir votre autorité de protection des données ou un tribunal.',
    extended_subject: '{organisation} a besoin de plus de temps pour votre demande relative à vos données',
    extended: '{organisation} a besoin de deux mois de plus au maximum pour votre demande : {request}.',
    about_privacy: 'En savoir plus sur vos droits',
    deletion_subject: '{organisation} sera supprimée',
    deletion:
      '{admin} a demandé la suppression de {organisation} avec tout son contenu : personnes, enquêtes, résultats et paramètres.',
    deletion_when:
      'Cela aura lieu le {when}. D’ici là, tout fonctionne normalement et chaque administrateur peut l’annuler.',
    deletion_final: 'Ensuite, rien ne pourra être restauré.',
    deletion_soon_subject: '{organisation} sera supprimée dans trois jours',
    deletion_soon: '{organisation} sera supprimée avec tout son contenu.',
    deletion_kept_subject: '{organisation} ne sera pas supprimée',
    deletion_kept: '{admin} a annulé la suppression de {organisation}.',
    deletion_settings: 'Ouvrir les paramètres',
    you_are_admin: 'Vous recevez cet e-mail en tant qu’administrateur.',
    page_title: 'La copie de vos données',
    page_hint:
      'Voici ce que {organisation} détient sur vous dans Sonde. Le fichier est créé au moment du téléchargement.',
    page_html: 'Télécharger pour lire',
    page_json: 'Télécharger comme données (JSON)',
    page_gone:
      'Ce lien a expiré ou a été remplacé. Adressez-vous de nouveau à votre organisation si vous avez encore besoin de la copie.',
  },

  copy: {
    title: 'Vos données chez {organisation}',
    made_on: 'Établi le {when} pour {name}',
    missing: 'Ce qui ne figure pas dans cette copie',
    missing_anonymous:
      'Les réponses aux enquêtes anonymes. Rien ne mène de vous à elles : personne ne peut les retrouver ni savoir si vous avez répondu. On sait seulement que vous en étiez destinataire.',
    missing_confidential:
      'Les réponses aux enquêtes confidentielles. Il est promis que personne ne lit une réponse isolée : elles ne sont donc pas copiées. Tant qu’une enquête est ouverte, vous accédez à la vôtre grâce au reçu obtenu en répondant.',
    missing_named:
      'Les réponses que vous avez données en votre nom. Pour les voir dans votre copie, connectez-vous et téléchargez-la depuis votre compte.',
    missing_older:
      'Les entrées plus anciennes des listes de plus de {count, number} entrées. Demandez-les à votre organisation.',
    profile: 'Fiche de l’annuaire',
    memberships: 'Équipes',
    absences: 'Absences déclarées',
    account: 'Compte utilisateur',
    sign_ins: 'Méthodes de connexion',
    pins: 'Constats épinglés',
    grants: 'Applications connectées',
    invitations: 'Invitations reçues',
    surveys: 'Enquêtes dont vous étiez destinataire',
    messages: 'Messages qui vous ont été envoyés',
    opt_outs: 'Séries dont vous vous êtes désinscrit',
    suppressions: 'Adresses ayant refusé des messages',
    answers: 'Réponses données en votre nom',
    authored: 'Enquêtes que vous avez créées',
    replies: 'Réactions que vous avez rédigées',
    conversations: 'Messages sur des réponses nominatives, de vous et à vous',
    actions: 'Actions dont vous êtes responsable',
    audit: 'Entrées vous concernant dans le journal d’audit',
    alerts: 'Alertes que vous avez traitées',
    requests: 'Requêtes d’applications en votre nom',
    privacy_requests: 'Vos demandes relatives à vos données',
    nothing: 'Rien n’est enregistré.',
  },

  sign_in: {
    title: 'Se connecter',
    hint: 'Utilisez le compte créé par votre administrateur.',
    demo: 'Ceci est une démo. Se connecter en tant que :',
    or_password: 'ou avec un mot de passe',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    incorrect: 'Adresse e-mail ou mot de passe incorrect.',
    crowded: 'Trop de connexions en ce moment. Réessayez dans quelques secondes.',
    expired_title: 'Cette connexion a expiré',
    expired_text:
      'Elle a pris trop de temps, était déjà terminée ou a commencé dans un autre navigateur. Revenez à votre point de départ et réessayez.',
    under_way: 'Connexion en cours',
    moment: 'Un instant.',
    restart: 'Recommencer',
    failed: 'Échec de la connexion',
    cancelled: 'Vous avez annulé la connexion.',
    trouble: 'Un problème est survenu.',
    other_tab: 'Cette connexion a commencé dans un autre onglet ou a expiré.',
    other_provider: 'Cette réponse vient d’un autre fournisseur d’identité.',
    unavailable: 'La connexion ne fonctionne pas pour le moment. Réessayez dans un instant.',
    session_ended: 'Votre session a pris fin. Veuillez vous reconnecter.',
    unreachable: 'Le service est injoignable pour le moment. Réessayez dans un instant.',
    nameless: 'Un compte chez votre fournisseur d’identité',
    error: 'Erreur',
    request: 'Requête',
    wrong_code: 'Ce code n’est pas correct ou a déjà servi. Attendez le suivant et saisissez-le.',
    locked:
      'Trop de codes incorrects à la suite. Utilisez une clé d’accès ou demandez à un administrateur de réinitialiser votre second facteur.',
    passkey_failed: 'La clé d’accès n’a pas fonctionné. Réessayez ou utilisez un autre moyen.',
    passkey_sign_in: 'Se connecter avec une clé d’accès',
    passkey_use: 'Utiliser la clé d’accès',
    factor_title: 'Saisissez votre code',
    factor_hint: 'Ouvrez votre application d’authentification et saisissez le code à six chiffres de Sonde.',
    code: 'Code à six chiffres',
    continue: 'Continuer',
    lost_device: 'Appareil perdu ?',
    recovery_code: 'Code de récupération',
    lost_both:
      'Chaque code de récupération sert une seule fois. S’il ne vous en reste aucun, demandez à un administrateur de réinitialiser votre second facteur.',
    use_recovery_code: 'Utiliser le code de récupération',
    other_account: 'Se connecter avec un autre compte',
    enrol_title: 'Configurez un second facteur',
    enrol_hint:
      'Votre organisation l’exige. Scannez ce code avec une application d’authentification, puis saisissez les six chiffres qu’elle affiche.',
    qr: 'QR code pour votre application d’authentification',
    enrol_key: 'Impossible de le scanner ? Saisissez cette clé dans l’application :',
    codes_title: 'Enregistrez vos codes de récupération',
    codes_hint:
      'Chacun vous permet de vous connecter une fois si vous perdez votre appareil. Ils ne sont affichés que maintenant : imprimez-les ou conservez-les dans un gestionnaire de mots de passe.',
    codes_shown:
      'Vos codes de récupération ont été affichés une fois. Vous pouvez les remplacer sur la page de votre compte.',
    codes_saved: 'Je les ai enregistrés',
  },

  second_factor_mail: {
    subject: 'Votre second facteur a été réinitialisé',
    preview: 'Configurez-en un autre sur la page de votre compte.',
    reset:
      'Un administrateur de {organisation} a réinitialisé votre second facteur. Votre application d’authentification, vos clés d’accès et vos codes de récupération ne fonctionnent plus.',
    next: 'Tant que vous n’en avez pas configuré un autre, votre mot de passe suffit pour vous connecter. Faites-le rapidement.',
    unexpected: 'Si vous ne l’avez pas demandé, prévenez un administrateur de votre organisation.',
    open: 'Configurer un second facteur',
  },

  consent: {
    title: 'Autoriser {application} ?',
    heading: '{application} demande à accéder à {organisation} en votre nom',
    maker: 'par {organisation}',
    abilities: 'Cette application pourra',
    edits: 'peut modifier',
    organisation: 'Organisation',
    only_this: 'Vos autres organisations restent hors d’accès.',
    destination: 'Vous retournerez vers',
    loopback: '(une application sur cet ordinateur)',
    duration: 'Durée de l’accès',
    one_hour: 'une heure',
    until_withdrawn:
      'un an au plus. Il prend fin plus tôt si vous le retirez ou s’il reste inutilisé pendant 30 jours.',
    account: 'Compte connecté',
    switch: 'Ce n’est pas vous ? Changer de compte',
    answered:
      'Vous avez déjà répondu à cette demande, et {application} n’accepte qu’une seule réponse. En cas de problème, revenez à {host} et recommencez.',
    remembered: 'Vous avez déjà donné votre accord. Retour vers {host} …',
    stop: 'Arrêter',
    needs_script: 'La connexion nécessite JavaScript.',
    deny: 'Refuser',
    allow: 'Autoriser',
    hint: 'Connectez-vous pour décider. Rien n’est partagé avant que vous choisissiez « Autoriser ».',
    not_member: 'Ce compte ne fait pas partie de l’organisation. Changez de compte ou refusez.',
    unknown_title: 'Application inconnue',
    unknown_text:
      'Le lien qui vous a amené ici désigne une application qui n’existe pas ou a été révoquée. Rien n’a été partagé.',
    mismatch_title: 'Ce lien n’est pas fiable',
    mismatch_text:
      'Il vous conduirait vers une adresse que l’application n’a jamais enregistrée. Rien n’a été partagé.',
    unreadable_title: 'Cette demande est illisible',
    unreadable_text: 'L’application a envoyé une demande que nous ne comprenons pas : {reason}.',
    scope_title: '{application} a demandé une autorisation qu’elle n’a pas',
    refused_title: '{application} a envoyé une demande que nous ne pouvons pas accepter',
    refused_text: '{reason}. Rien n’a été partagé. Vous pouvez revenir et prévenir ses développeurs.',
    back: 'Retour vers {host}',
    your_organisation: 'votre organisation',
    unknown_agent_title: 'Cet agent ne peut pas être connecté',
    unknown_agent_text:
      'Le lien qui vous a amené ici désigne un agent par une adresse que ce service n’autorise pas ou qui ne décrit aucun agent. Rien n’a été partagé.',
    loopback_agent:
      'N’importe quel programme de cet ordinateur pourrait se faire passer pour {application}. N’autorisez l’accès que si vous venez de le demander vous-même.',
    agent_not_allowed:
      'Votre organisation n’autorise pas les agents de {application}. Adressez-vous à un administrateur.',
  },

  notices: {
    subject:
      '{count, plural, one {# événement de sécurité} other {# événements de sécurité}} chez {organisation}',
    greeting: 'Bonjour {name},',
    request: 'Voici ce qui a été inscrit au journal d’audit de {organisation} :',
    line: '{when} : {event} – {actor}',
    more: '{count, plural, one {# autre événement} other {# autres événements}}',
    by_operator: 'Ligne de commande',
    by_clock: 'Système',
    check:
      'Si vous ne reconnaissez pas l’un de ces événements, ou n’avez pas fait ce qui vous est attribué, vérifiez qui est administrateur et révoquez les applications que vous ne connaissez pas.',
    personal:
      'Vous recevez cet e-mail parce que vous administrez {organisation}. Choisissez les événements signalés dans Paramètres, Journal d’audit.',
    check_former:
      'Si vous n’étiez pas au courant, parlez-en à un autre administrateur ou à la personne qui gère Sonde chez vous.',
    personal_former: 'Vous recevez cet e-mail parce que vous administriez {organisation} à ce moment-là.',
    open: 'Ouvrir le journal d’audit',
    'application.created': 'Application créée',
    'application.updated': 'Application modifiée',
    'application.scope_granted':
      'Application autorisée à lire les liens personnels des enquêtes ou le journal d’audit',
    'application.secret_rotated': 'Secret renouvelé',
    'application.revoked': 'Application révoquée avec ses jetons',
    'application.secret_revoked': 'Secret révoqué avec ses jetons',
    'application.secret_guessed': 'Nombreux secrets erronés en une heure',
    'authorization_code.replayed': 'Code d’autorisation utilisé deux fois ; ses jetons ont été révoqués',
    'refresh_token.reused': 'Ancien jeton d’actualisation réutilisé ; ses jetons ont été révoqués',
    'credential.leaked': 'Identifiant divulgué signalé et révoqué',
    'webhook.created': 'Webhook créé : des événements partent vers une nouvelle adresse',
    'webhook.disabled': 'Webhook désactivé',
    'webhook.delivery_failed': 'Échec définitif d’une livraison à un webhook',
    'directory.imported': 'Annuaire importé',
    'directory_sync.updated': 'Synchronisation de l’annuaire modifiée',
    'directory_sync.held': 'Synchronisation de l’annuaire arrêtée par le frein de sécurité',
    'directory_sync.token_created': 'Jeton de synchronisation de l’annuaire créé',
    'team.managers_changed': 'Responsables d’une équipe modifiés',
    'history.imported': 'Enquête passée importée',
    'survey.transferred': 'Enquête confiée à une autre personne',
    'survey.cancelled': 'Enquête annulée, ses réponses supprimées',
    'member.deactivated': 'Membre désactivé',
    'member.erased': 'Données d’un membre effacées',
    'person.joined': 'Arrivée d’une personne',
    'person.updated': 'Rôle ou statut d’une personne modifié',
    'person.left': 'Départ d’une personne, selon le fournisseur d’identité',
    'identity.added': 'Moyen de connexion ajouté',
    'identity.removed': 'Moyen de connexion supprimé',
    'password.renewed': 'Nouveau mot de passe créé',
    'second_factor.reset': 'Second facteur réinitialisé',
    'invitation.created': 'Invitation envoyée',
    'identity_provider.created': 'Fournisseur d’identité ajouté',
    'identity_provider.updated': 'Fournisseur d’identité modifié',
    'identity_provider.proved': 'Fournisseur d’identité vérifié et activé',
    'identity_provider.deleted': 'Fournisseur d’identité supprimé',
    'organisation.updated': 'Paramètres de l’organisation modifiés',
    'organisation.export_requested': 'Export de l’organisation demandé',
    'organisation.deletion_requested': 'Suppression de l’organisation demandée',
    'hold.lifted': 'Conservation légale levée',
    'domain.confirmed': 'Domaine confirmé',
    'slack.connected': 'Espace de travail Slack connecté',
    'slack.paused': 'Espace de travail Slack en pause : l’application ou son jeton a été supprimé dans Slack',
    'slack.disconnected': 'Espace de travail Slack déconnecté',
    'microsoft_teams.connected': 'Locataire Microsoft connecté',
    'microsoft_teams.paused': 'Locataire Microsoft en pause : l’application est bloquée dans Teams',
    'microsoft_teams.disconnected': 'Locataire Microsoft déconnecté',
    'responses.read_by_name': 'Réponses nominatives consultées',
    'links.read': 'Liens personnels d’enquêtes lus',
    'codes.issued': 'Codes sur papier imprimés',
    'audit.notices_updated': 'E-mails sur les événements modifiés',
    'audit.expired': 'Anciennes entrées du journal d’audit supprimées',
    'audit.chain_broken': 'Journal d’audit modifié en dehors de Sonde',
  },

  scopes: {
    'pulses:read': 'Voir les enquêtes ponctuelles et les check-ins, avec leurs résultats',
    'pulses:write': 'Créer des enquêtes ponctuelles et les envoyer en votre nom',
    'teams:read': 'Voir les équipes et leurs membres',
    'teams:write': 'Modifier les équipes, les membres et les destinataires des enquêtes',
    'directory:admin': 'Effacer définitivement des membres',
    'checkins:read': 'Voir les check-ins et leurs taux de réponse',
    'checkins:write': 'Créer et mener des check-ins',
    'responses:read': 'Lire les résultats des équipes et les réponses nominatives partagées avec vous',
    'responses:write':
      'Écrire en votre nom aux personnes, au sujet de réponses nominatives partagées avec vous',
    'links:read': 'Lire les liens personnels des enquêtes pour les transmettre',
    'insights:read': 'Lire les enseignements sur les équipes',
    'insights:write': 'Accepter et terminer les actions recommandées',
    'replies:write': 'Réagir aux résultats en votre nom, auprès de toutes les personnes interrogées',
    'events:read': 'Suivre ce qui se passe dans ce qu’elle peut voir',
    'exports:write': 'Exporter sous forme de fichiers ce que cet accès peut lire',
    'webhooks:write': 'Envoyer à ses propres adresses des événements sur ce qu’elle peut voir',
    'audit:read': 'Lire le journal d’audit : qui a fait quoi dans votre organisation',
    'directory:sync': 'Tenir à jour les membres et les équipes par synchronisation de l’annuaire (SCIM)',
    offline_access: 'Conserver cet accès en votre absence, jusqu’à ce que vous le retiriez',
  },
}
