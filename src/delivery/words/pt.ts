/** The messages in Portuguese. */
import { type MessageWords } from './words.ts'

export const pt: MessageWords = {
  subject: '{title} – {organisation}',
  subject_again: 'Lembrete: {title} – {organisation}',
  greeting: 'Olá, {name},',
  ask: '{organisation} pede um minuto do seu tempo: {title}.',
  ask_again: 'A sua resposta ainda é bem-vinda: {organisation} pede um minuto do seu tempo: {title}.',
  until: 'Aberto até: {when}.',
  alone: 'O link é só seu: por favor, não o encaminhe.',
  answer: 'Responder',
  unsubscribe: 'Não receber mais mensagens sobre isto',
  yes: 'Sim',
  no: 'Não',
  choose: 'Escolher',
  send: 'Enviar a minha resposta',
  thanks: 'Obrigado. A sua resposta a “{title}” foi recebida.',
  change: 'Ler ou alterar a minha resposta',
  answered: 'Já foi respondido. Obrigado.',
  closed: '“{title}” já não aceita respostas. Obrigado pela visita.',
  gone: 'Já não há nada para responder aqui.',
  look_again: 'Nada se perdeu. Por favor, verifique:',
  required: '“{question}” precisa de uma resposta.',
  invalid: 'A resposta a “{question}” não serve.',
  trouble: 'Não funcionou. Por favor, tente novamente daqui a pouco.',
}
