/** The promise in French. */
import { type PromiseWords } from './words.ts'

export const fr: PromiseWords = {
  anonymous:
    'Personne ne peut voir qui a dit quoi : les réponses sont conservées sans votre nom et présentées uniquement par groupes d’au moins {k_score} personnes.',
  confidential:
    'On ne voit que des groupes d’au moins {k_score} personnes, jamais votre réponse avec votre nom.',
  attributed: 'Votre réponse sera lue avec votre nom par : {readers}. Les autres ne voient que des groupes.',
  author: 'la personne qui pose les questions',
  thresholds:
    'Les scores sont présentés par groupes d’au moins {k_score} personnes, les commentaires d’au moins {k_comment}, les taux de réponse d’au moins {k_rate}.',
  breakdown: 'Les scores sont aussi présentés par {attribute}, par groupes d’au moins {k_score} personnes.',
  whole_groups:
    'Chaque chiffre communiqué porte sur des groupes entiers de cette taille : aucune comparaison de chiffres ne permet d’isoler quelqu’un.',
  readers_see: 'Les personnes nommées ci-dessus voient qui a dit quoi.',
  nothing_before_close: 'Rien n’est montré avant la clôture de l’enquête.',
  sealed:
    'Tant que l’enquête est ouverte, les réponses sont scellées avec une clé propre à cette enquête. À la clôture, elles sont mélangées et la clé est détruite ; dès lors, personne, pas même l’exploitant, ne peut dire de qui elles viennent.',
  until_then:
    'D’ici là, un exploitant ayant tous les accès à la machine en service pourrait observer l’arrivée des réponses.',
  comments: 'Les commentaires sont présentés sans ordre, sans noms, adresses ni numéros.',
  language_model:
    'Les commentaires qui sont montrés peuvent aussi être envoyés à un modèle de langage chez {language_model}, qui met en mots ce que beaucoup disent : les mêmes commentaires, sans noms, et rien d’autre.',
  harm: 'Si une réponse parle de harcèlement, d’automutilation ou de danger, les administrateurs de l’organisation peuvent être avertis qu’au moins une réponse sur {k_score} ou plus en parle : sans mots, sans équipe, sans nom, sans nombre.',
  receipt:
    'Jusqu’à la clôture, vous pouvez lire, modifier ou retirer votre réponse à l’aide du reçu qui vous est remis. Ensuite, il prouve que votre réponse a été comptée.',
  retention: 'Les réponses sont conservées aussi longtemps que l’organisation conserve l’enquête.',
}
