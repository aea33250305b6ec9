/** French. Readers are addressed with vous. */
import { type Catalogue } from './en.ts'

export const catalogue: Catalogue = {
  answering: {
    asks: 'Enquête de {organisation}',
    language: 'Langue',
    open_until: 'Ouverte jusqu’au {when}',
    not_counted:
      'Cette fois, vos réponses ne sont pas comptées dans les résultats. Votre groupe a changé depuis que la question a été posée, et la différence montrerait les réponses d’une seule personne.',
    promise_label: 'Qui peut voir vos réponses',
    promise_in_full: 'Comment votre vie privée est protégée',
    promise_hash: 'Code de vérification :',

    progress: '{done} sur {all} répondues',
    progress_label: 'Questions répondues',
    position: 'Question {place} sur {all}',
    required: 'Obligatoire',
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
    rank_places: 'Donnez un rang à chaque élément, en commençant par 1.',
    rank_move: 'Classez ces éléments, votre premier choix en haut.',
    rank_place: 'Rang de « {option} »',
    rank_none: 'Non classé',
    rank_up: 'Monter : {option}',
    rank_down: 'Descendre : {option}',
    rank_keep: 'Garder cet ordre',
    rank_unset: 'Pas encore classé',
    rank_moved: 'Rang {place} : {option}',
    number_between: 'Saisissez un nombre entre {min, number} et {max, number}.',
    number_min: 'Saisissez un nombre supérieur ou égal à {min, number}.',
    number_max: 'Saisissez un nombre inférieur ou égal à {max, number}.',
    date_between: 'Saisissez une date entre le {min} et le {max}.',
    date_min: 'Saisissez une date à partir du {min}.',
    date_max: 'Saisissez une date jusqu’au {max}.',
    length_max: '{max, plural, one {# caractère au maximum.} other {# caractères au maximum.}}',
    length_left: '{count, plural, one {# caractère restant} other {# caractères restants}}',
    unquoted: 'Ne pas citer ce commentaire dans les résultats. Il compte tout de même.',

    send: 'Envoyer mes réponses',
    save_later: 'Enregistrer pour plus tard',
    change_note: 'Vous pouvez modifier ou retirer vos réponses jusqu’à la clôture de l’enquête.',
    first_counts: 'Si vous avez déjà répondu, c’est votre première réponse qui compte.',
    saved:
      'Brouillon enregistré. Vous pouvez continuer sur cet appareil : personne ne le voit avant l’envoi.',
    saved_short: 'Brouillon enregistré',
    save_failed: 'Non enregistré : pas de connexion',
    discard: 'Supprimer le brouillon',
    discarded: 'Brouillon supprimé.',

    faults_title: 'Vérifiez ces réponses',
    faults_text: 'Vos réponses n’ont pas encore été envoyées.',
    fault_required: 'Veuillez répondre à cette question.',
    fault_choice: 'Veuillez choisir l’une des réponses.',
    fault_number: 'Veuillez saisir un nombre.',
    fault_date: 'Veuillez saisir une date.',
    fault_ranking: 'Veuillez utiliser chaque rang une seule fois.',
    fault_other: 'Veuillez répondre de nouveau à cette question.',

    thanks_title: 'Merci',
    own_title: 'Vos réponses',
    own_in: 'Nous avons bien reçu vos réponses.',
    own_saved: 'Vos modifications ont été enregistrées.',
    own_withdrawn: 'Vos réponses ont été retirées. Vous pouvez répondre de nouveau ci-dessous.',
    own_link: 'Lien privé vers vos réponses',
    own_keep:
      'Conservez ce lien privé pour consulter, modifier ou retirer vos réponses. Nous ne pouvons pas vous le renvoyer.',
    own_until: 'Vous pouvez les modifier jusqu’au {when}.',
    copy: 'Copier le lien',
    copied: 'Lien copié',
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
    counted_keys:
      'Les clés de chiffrement de l’enquête ont été détruites le {when}. Depuis, personne ne peut déchiffrer une réponse individuelle ni utiliser les liens de l’enquête.',

    upcoming_title: 'Pas encore ouverte',
    upcoming_text: 'Vous pourrez répondre à partir du {when}.',
    closed_title: 'Cette enquête est terminée',
    closed_text: 'Elle n’accepte plus de réponses.',
    answered_title: 'Cette invitation a déjà été utilisée',
    answered_text:
      'Pour consulter ou modifier vos réponses, ouvrez le lien privé que vous avez reçu après leur envoi.',
    withdrawn_title: 'Vos réponses ont été retirées',
    withdrawn_text:
      'Rien de ce que vous avez écrit n’est conservé. Jusqu’à la clôture de l’enquête, vous pouvez répondre de nouveau avec votre lien privé.',
    not_found_title: 'Ce lien ne fonctionne pas',
    not_found_text: 'Il est incomplet ou a expiré. Réessayez depuis le message d’origine.',
    unavailable_title: 'Momentanément indisponible',
    unavailable_text: 'Le service ne répond pas pour le moment. Veuillez réessayer dans un instant.',
    failed_title: 'Un problème est survenu',
    failed_text: 'Rien n’a été envoyé. Veuillez réessayer.',
    request: 'Requête {id}',

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
      'Vos réponses seront visibles avec votre nom par : {readers}. Les autres ne voient que des groupes.',
    author: 'l’auteur de l’enquête',
    thresholds:
      'Les scores sont affichés pour des groupes d’au moins {k_score, number} personnes, les commentaires d’au moins {k_comment, number} et les taux de réponse d’au moins {k_rate, number}.',
    breakdown:
      'Les scores sont aussi affichés par {attribute}, pour des groupes d’au moins {k_score, number} personnes.',
    breakdown_instead:
      'Les scores sont affichés par {attribute} plutôt que par équipe, pour des groupes d’au moins {k_score, number} personnes.',
    whole_groups:
      'Les résultats réunissent toujours des groupes entiers d’au moins cette taille : les comparer ne permet d’isoler personne.',
    ends: 'Si une seule personne d’un groupe répond, sa réponse n’est pas comptée. Si tout le groupe répond, une réponse tirée au sort est laissée de côté.',
    season:
      'Pendant huit semaines après la première fois qu’une question est posée, chacun compte dans le même groupe chaque fois qu’elle est posée de nouveau. Un groupe où il manque quelqu’un est laissé de côté : comparer ces enquêtes ne permet d’isoler personne.',
    readers_see: 'Les personnes nommées ci-dessus voient qui a dit quoi.',
    nothing_before_close: 'Rien n’est affiché avant la clôture de l’enquête.',
    sealed:
      'Tant que l’enquête est ouverte, les réponses sont chiffrées avec une clé propre à cette enquête. À la clôture, elles sont mélangées et la clé est détruite. Dès lors, personne, pas même les personnes qui exploitent ce service, ne peut dire de qui elles viennent.',
    until_then:
      'Jusqu’à la clôture de l’enquête, une personne qui exploite ce service et a un accès complet à son serveur pourrait voir les réponses à mesure qu’elles arrivent.',
    comments:
      'Les commentaires sont affichés sans ordre particulier, après suppression des noms, des adresses et des numéros.',
    language_model:
      'Les commentaires affichés peuvent aussi être envoyés à un modèle de langage chez {language_model}, qui résume ce que disent de nombreuses personnes. Il reçoit uniquement ces commentaires, sans les noms, et rien d’autre.',
    recent_members:
      '{asked, plural, one {# personne est interrogée.} other {# personnes sont interrogées.}} {added, plural, one {# d’entre elles a été ajoutée} other {# d’entre elles ont été ajoutées}} au cours des 14 derniers jours.',
    recent_members_by_asker:
      '{asked, plural, one {# personne est interrogée.} other {# personnes sont interrogées.}} {added, plural, one {# d’entre elles a été ajoutée} other {# d’entre elles ont été ajoutées}} au cours des 14 derniers jours, dont {by_asker, number} par l’application qui pose les questions.',
    links_by:
      '{links_by} vous transmet votre lien personnel. Cette application pourrait donc l’ouvrir et répondre à votre place avant vous.',
    harm: 'Si une réponse évoque du harcèlement, de l’automutilation ou un danger, les administrateurs peuvent être informés que c’est le cas d’au moins une réponse, mais seulement si {k_score, number} personnes ou plus ont répondu. L’alerte ne dit jamais qui, quelle équipe, combien de réponses ni ce qui a été écrit.',
    receipt:
      'Jusqu’à la clôture de l’enquête, vous pouvez consulter, modifier ou retirer vos réponses avec le lien privé reçu après l’envoi. Ensuite, il prouve que vos réponses ont été comptées.',
    retention: 'Les réponses sont conservées aussi longtemps que votre organisation conserve cette enquête.',
  },

  messages: {
    subject: '{title} – {organisation}',
    subject_again: 'Rappel : {title} – {organisation}',
    preview: '{count, plural, one {# question} other {# questions}} de {organisation}. {promise}',
    greeting: 'Bonjour {name},',
    request:
      '{organisation} aimerait avoir votre avis sur « {title} » : {count, plural, one {# question} other {# questions}}.',
    request_again:
      'Il est encore temps de donner à {organisation} votre avis sur « {title} » : {count, plural, one {# question} other {# questions}}.',
    until: 'Ouverte jusqu’au {when}.',
    personal: 'Ce lien est personnel. Merci de ne pas le transférer.',
    reason: 'Vous recevez ce message parce que {organisation} vous a invité(e) à cette enquête.',
    answer: 'Répondre à l’enquête',
    unsubscribe: 'Se désabonner de cette enquête',
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
    trouble: 'Un problème est survenu. Veuillez réessayer dans un instant.',
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
  },

  scopes: {
    'pulses:read': 'Voir les enquêtes ponctuelles et les check-ins, avec leurs résultats',
    'pulses:write': 'Créer des enquêtes ponctuelles et les envoyer en votre nom',
    'teams:read': 'Voir les équipes et leurs membres',
    'teams:write': 'Modifier les équipes, les membres et les destinataires des enquêtes',
    'checkins:read': 'Voir les check-ins et leurs taux de réponse',
    'checkins:write': 'Créer et mener des check-ins',
    'responses:read': 'Lire les résultats des équipes et les réponses nominatives partagées avec vous',
    'links:read': 'Lire les liens personnels des enquêtes pour les transmettre',
    'insights:read': 'Lire les enseignements sur les équipes',
    'insights:write': 'Accepter et terminer les actions recommandées',
    offline_access: 'Conserver cet accès en votre absence, jusqu’à ce que vous le retiriez',
  },
}
