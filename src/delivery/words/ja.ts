/** The messages in Japanese. */
import { type MessageWords } from './words.ts'

export const ja: MessageWords = {
  subject: '{title} – {organisation}',
  subject_again: '【リマインダー】{title} – {organisation}',
  greeting: '{name} 様',
  ask: '{organisation}より、1分ほどで終わるアンケートのお願いです：{title}',
  ask_again: 'まだご回答いただけます。{organisation}より、1分ほどで終わるアンケートのお願いです：{title}',
  until: '受付は{when}までです。',
  alone: 'このリンクはあなた専用です。転送しないでください。',
  answer: '回答する',
  unsubscribe: 'この件のメッセージを受け取らない',
  yes: 'はい',
  no: 'いいえ',
  choose: '選択',
  send: '回答を送信',
  thanks: 'ありがとうございます。「{title}」への回答を受け取りました。',
  change: '回答を確認・変更する',
  answered: 'すでに回答済みです。ありがとうございます。',
  closed: '「{title}」の受付は終了しました。お越しいただきありがとうございます。',
  gone: 'ここで回答できるものはもうありません。',
  look_again: '入力した内容は失われていません。もう一度ご確認ください：',
  required: '「{question}」には回答が必要です。',
  invalid: '「{question}」への回答が適切ではありません。',
  trouble: 'うまくいきませんでした。しばらくしてからもう一度お試しください。',
}
