/** The messages in Arabic. */
import { type MessageWords } from './words.ts'

export const ar: MessageWords = {
  subject: '{title} – {organisation}',
  subject_again: 'تذكير: {title} – {organisation}',
  greeting: 'مرحبًا {name}،',
  ask: 'تطلب منك {organisation} دقيقة من وقتك: {title}.',
  ask_again: 'لا تزال إجابتك موضع ترحيب: تطلب منك {organisation} دقيقة من وقتك: {title}.',
  until: 'مفتوح حتى {when}.',
  alone: 'هذا الرابط لك وحدك: نرجو عدم إعادة توجيهه.',
  answer: 'الإجابة',
  unsubscribe: 'إيقاف الرسائل حول هذا الموضوع',
  yes: 'نعم',
  no: 'لا',
  choose: 'اختر',
  send: 'إرسال إجابتي',
  thanks: 'شكرًا لك. وصلت إجابتك عن «{title}».',
  change: 'قراءة إجابتي أو تعديلها',
  answered: 'سبقت الإجابة عن هذا. شكرًا لك.',
  closed: 'لم يعد «{title}» يقبل الإجابات. شكرًا لاهتمامك.',
  gone: 'لم يعد هنا ما يمكن الإجابة عنه.',
  look_again: 'لم يُفقد شيء. نرجو المراجعة:',
  required: 'السؤال «{question}» يحتاج إلى إجابة.',
  invalid: 'الإجابة عن «{question}» غير مناسبة.',
  trouble: 'لم ينجح ذلك الآن. نرجو المحاولة بعد قليل.',
}
