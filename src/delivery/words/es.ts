/** The messages in Spanish. */
import { type MessageWords } from './words.ts'

export const es: MessageWords = {
  subject: '{title} – {organisation}',
  subject_again: 'Recordatorio: {title} – {organisation}',
  greeting: 'Hola, {name}:',
  ask: '{organisation} le pide un minuto de su tiempo: {title}.',
  ask_again: 'Su respuesta sigue siendo bienvenida: {organisation} le pide un minuto de su tiempo: {title}.',
  until: 'Abierto hasta: {when}.',
  alone: 'El enlace es solo para usted: no lo reenvíe, por favor.',
  answer: 'Responder',
  unsubscribe: 'No recibir más mensajes sobre esto',
  yes: 'Sí',
  no: 'No',
  choose: 'Elegir',
  send: 'Enviar mi respuesta',
  thanks: 'Gracias. Su respuesta a «{title}» se ha recibido.',
  change: 'Leer o cambiar mi respuesta',
  answered: 'Ya se ha respondido. Gracias.',
  closed: '«{title}» ya no admite respuestas. Gracias por venir.',
  gone: 'Aquí ya no hay nada que responder.',
  look_again: 'No se ha perdido nada. Revise, por favor:',
  required: '«{question}» necesita una respuesta.',
  invalid: 'La respuesta a «{question}» no es válida.',
  trouble: 'No ha funcionado. Inténtelo de nuevo en un momento, por favor.',
}
