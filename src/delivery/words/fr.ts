/** The messages in French. */
import { type MessageWords } from './words.ts'

export const fr: MessageWords = {
  subject: '{title} – {organisation}',
  subject_again: 'Rappel : {title} – {organisation}',
  greeting: 'Bonjour {name},',
  ask: '{organisation} vous demande une minute de votre temps : {title}.',
  ask_again:
    'Votre réponse est toujours la bienvenue : {organisation} vous demande une minute de votre temps : {title}.',
  until: 'Ouvert jusqu’au {when}.',
  alone: 'Ce lien est à vous seul : merci de ne pas le transférer.',
  answer: 'Répondre',
  unsubscribe: 'Ne plus recevoir de messages à ce sujet',
  yes: 'Oui',
  no: 'Non',
  choose: 'Choisir',
  send: 'Envoyer ma réponse',
  thanks: 'Merci. Votre réponse à « {title} » est enregistrée.',
  change: 'Lire ou modifier ma réponse',
  answered: 'Une réponse a déjà été donnée. Merci.',
  closed: '« {title} » n’accepte plus de réponses. Merci de votre visite.',
  gone: 'Il n’y a plus rien à répondre ici.',
  look_again: 'Rien n’est perdu. Merci de vérifier :',
  required: '« {question} » attend une réponse.',
  invalid: 'La réponse à « {question} » ne convient pas.',
  trouble: 'Cela n’a pas fonctionné. Merci de réessayer dans un instant.',
}
