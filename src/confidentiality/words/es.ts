/** The promise in Spanish. */
import { type PromiseWords } from './words.ts'

export const es: PromiseWords = {
  anonymous:
    'Nadie puede ver quién dijo qué: las respuestas se guardan sin su nombre y solo se muestran por grupos de {k_score} personas o más.',
  confidential: 'Solo se ven grupos de {k_score} personas o más, nunca su respuesta con su nombre.',
  attributed: 'Leerán su respuesta con su nombre: {readers}. Los demás solo ven grupos.',
  author: 'quien hace las preguntas',
  thresholds:
    'Las puntuaciones se muestran por grupos de al menos {k_score} personas, los comentarios de al menos {k_comment} y las tasas de respuesta de al menos {k_rate}.',
  breakdown:
    'Las puntuaciones se muestran también por {attribute}, en grupos de al menos {k_score} personas.',
  whole_groups:
    'Cada cifra que se publica se compone de grupos enteros de ese tamaño, de modo que ninguna comparación de cifras permite señalar a nadie.',
  readers_see: 'Las personas nombradas arriba ven quién dijo qué.',
  nothing_before_close: 'No se muestra nada antes de que se cierre la encuesta.',
  sealed:
    'Mientras la encuesta está abierta, las respuestas permanecen selladas con una clave exclusiva de esta encuesta. Al cerrarse, se mezclan y la clave se destruye; desde entonces nadie, ni siquiera el operador, puede saber de quién eran.',
  until_then:
    'Hasta entonces, un operador con acceso completo a la máquina en marcha podría observar la llegada de las respuestas.',
  comments: 'Los comentarios se muestran sin orden, sin nombres, direcciones ni números.',
  language_model:
    'Los comentarios que se muestran también pueden enviarse a un modelo de lenguaje en {language_model}, que busca palabras para lo que muchos dicen: los mismos comentarios, sin nombres, y nada más.',
  harm: 'Si una respuesta habla de acoso, autolesiones o peligro, se puede avisar a los administradores de la organización de que lo hace al menos una de {k_score} o más: sin palabras, sin equipo, sin nombre y sin número.',
  receipt:
    'Hasta el cierre de la encuesta puede leer, cambiar o retirar su respuesta con el recibo que se le entrega. Después, el recibo prueba que su respuesta se ha contado.',
  retention: 'Las respuestas se conservan mientras la organización conserve la encuesta.',
}
