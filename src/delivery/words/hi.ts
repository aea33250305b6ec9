/** The messages in Hindi. */
import { type MessageWords } from './words.ts'

export const hi: MessageWords = {
  subject: '{title} – {organisation}',
  subject_again: 'याद दिलाने के लिए: {title} – {organisation}',
  greeting: 'नमस्ते {name},',
  ask: '{organisation} को आपका एक मिनट चाहिए: {title}।',
  ask_again: 'आपके उत्तर का अब भी स्वागत है: {organisation} को आपका एक मिनट चाहिए: {title}।',
  until: '{when} तक खुला है।',
  alone: 'यह लिंक केवल आपके लिए है: कृपया इसे आगे न भेजें।',
  answer: 'उत्तर दें',
  unsubscribe: 'इस बारे में और संदेश न भेजें',
  yes: 'हाँ',
  no: 'नहीं',
  choose: 'चुनें',
  send: 'मेरा उत्तर भेजें',
  thanks: 'धन्यवाद। “{title}” पर आपका उत्तर मिल गया।',
  change: 'मेरा उत्तर पढ़ें या बदलें',
  answered: 'इसका उत्तर पहले ही दिया जा चुका है। धन्यवाद।',
  closed: '“{title}” अब उत्तर नहीं लेता। आने के लिए धन्यवाद।',
  gone: 'यहाँ अब उत्तर देने के लिए कुछ नहीं है।',
  look_again: 'कुछ भी खोया नहीं है। कृपया फिर से देखें:',
  required: '“{question}” का उत्तर चाहिए।',
  invalid: '“{question}” का उत्तर ठीक नहीं है।',
  trouble: 'अभी यह नहीं हो सका। कृपया थोड़ी देर में फिर कोशिश करें।',
}
