/** The words of an invitation to join an organisation, by language. */
import { type Language } from '../language.ts'

export type InvitationWords = {
  subject: string
  greeting: string
  ask: string
  address: string
  until: string
  alone: string
  accept: string
}

export const invitationWords: Readonly<Record<Language, InvitationWords>> = {
  en: {
    subject: '{inviter} invites you to {organisation}',
    greeting: 'Hello,',
    ask: '{inviter} invites you to join {organisation} on Sonde.',
    address: 'Sign in with an account that has this address: {address}.',
    until: 'The link works once, until {when}.',
    alone: 'If you do not expect this, there is nothing to do.',
    accept: 'Accept the invitation',
  },
  de: {
    subject: '{inviter} lädt Sie zu {organisation} ein',
    greeting: 'Guten Tag,',
    ask: '{inviter} lädt Sie ein, bei Sonde zu {organisation} zu kommen.',
    address: 'Melden Sie sich mit einem Konto an, das diese Adresse hat: {address}.',
    until: 'Der Link gilt einmal, bis {when}.',
    alone: 'Falls Sie das nicht erwartet haben, brauchen Sie nichts zu tun.',
    accept: 'Einladung annehmen',
  },
  fr: {
    subject: '{inviter} vous invite à rejoindre {organisation}',
    greeting: 'Bonjour,',
    ask: '{inviter} vous invite à rejoindre {organisation} sur Sonde.',
    address: 'Connectez-vous avec un compte qui porte cette adresse : {address}.',
    until: 'Le lien sert une seule fois, jusqu’au {when}.',
    alone: 'Si vous ne vous y attendiez pas, vous n’avez rien à faire.',
    accept: 'Accepter l’invitation',
  },
  es: {
    subject: '{inviter} le invita a {organisation}',
    greeting: 'Hola:',
    ask: '{inviter} le invita a unirse a {organisation} en Sonde.',
    address: 'Inicie sesión con una cuenta que tenga esta dirección: {address}.',
    until: 'El enlace sirve una sola vez, hasta el {when}.',
    alone: 'Si no lo esperaba, no tiene que hacer nada.',
    accept: 'Aceptar la invitación',
  },
  pt: {
    subject: '{inviter} convida você para {organisation}',
    greeting: 'Olá,',
    ask: '{inviter} convida você para participar de {organisation} no Sonde.',
    address: 'Entre com uma conta que tenha este endereço: {address}.',
    until: 'O link funciona uma única vez, até {when}.',
    alone: 'Se você não esperava isto, não precisa fazer nada.',
    accept: 'Aceitar o convite',
  },
  ar: {
    subject: 'يدعوك {inviter} إلى {organisation}',
    greeting: 'مرحبًا،',
    ask: 'يدعوك {inviter} للانضمام إلى {organisation} على Sonde.',
    address: 'سجّل الدخول بحساب يحمل هذا العنوان: {address}.',
    until: 'يعمل الرابط مرة واحدة حتى {when}.',
    alone: 'إن لم تكن تتوقع هذه الرسالة فلا داعي لفعل أي شيء.',
    accept: 'قبول الدعوة',
  },
  ja: {
    subject: '{inviter}さんから{organisation}への招待',
    greeting: 'こんにちは。',
    ask: '{inviter}さんが、Sonde の{organisation}にあなたを招待しています。',
    address: 'このアドレスのアカウントでサインインしてください:{address}',
    until: 'リンクは一度だけ、{when}まで使えます。',
    alone: '心当たりがない場合は、何もする必要はありません。',
    accept: '招待を受ける',
  },
  hi: {
    subject: '{inviter} आपको {organisation} में आमंत्रित करते हैं',
    greeting: 'नमस्ते,',
    ask: '{inviter} आपको Sonde पर {organisation} से जुड़ने के लिए आमंत्रित करते हैं।',
    address: 'इस पते वाले खाते से साइन इन करें: {address}',
    until: 'लिंक एक ही बार, {when} तक काम करता है।',
    alone: 'यदि आपको इसकी अपेक्षा नहीं थी, तो कुछ करने की आवश्यकता नहीं है।',
    accept: 'आमंत्रण स्वीकार करें',
  },
}
