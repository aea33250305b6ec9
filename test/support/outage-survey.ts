/** A survey as somebody would write it, in three languages, for pictures of the pages that its respondents meet. */

const questions = [
  {
    id: 'calm',
    type: 'scale',
    text: 'I could work calmly during the outage',
    min: 1,
    max: 5,
    labels: ['Not at all', 'Very much'],
    required: true,
  },
  { id: 'again', type: 'enps', text: 'How likely are you to recommend working here?' },
  { id: 'mood', type: 'mood', text: 'How was your week?' },
  { id: 'told', type: 'yes_no', text: 'Were you told what happened?' },
  {
    id: 'cause',
    type: 'single_choice',
    text: 'What weighed most on you?',
    options: [
      { id: 'alerts', text: 'Too many alerts at once' },
      { id: 'owners', text: 'Nobody knew who owned what' },
      { id: 'rota', text: 'Too few people on call' },
    ],
    other: true,
  },
  {
    id: 'helped',
    type: 'multi_choice',
    text: 'What helped?',
    max_picks: 2,
    options: [
      { id: 'runbook', text: 'The runbook' },
      { id: 'people', text: 'People who stepped in' },
      { id: 'tools', text: 'Our tools' },
    ],
  },
  {
    id: 'first',
    type: 'ranking',
    text: 'What should change first?',
    options: [
      { id: 'alerts', text: 'Fewer alerts that nobody acts on' },
      { id: 'owners', text: 'Clear ownership of each service' },
      { id: 'rota', text: 'The on-call rota' },
    ],
  },
  { id: 'hours', type: 'number', text: 'How many hours did it cost you?', min: 0, max: 100 },
  { id: 'since', type: 'date', text: 'Since when has it been like this?' },
  { id: 'next', type: 'statement', text: 'Now think of the room you work in.' },
  {
    id: 'noise',
    type: 'slider',
    text: 'How loud is it?',
    min: 0,
    max: 100,
    step: 10,
    labels: ['Silent', 'Deafening'],
  },
  {
    id: 'room',
    type: 'icons',
    text: 'How good is the room?',
    labels: ['Poor', 'Great'],
    allow_comment: true,
  },
  {
    id: 'desk',
    type: 'matrix',
    text: 'How well do these work for you?',
    rows: [
      { id: 'chair', text: 'The chair' },
      { id: 'light', text: 'The light above the desk' },
    ],
    max: 7,
    labels: ['Badly', 'Well'],
  },
  {
    id: 'why',
    type: 'text',
    text: 'What got in the way?',
    help: 'One or two sentences are plenty.',
  },
]

export const outageSurvey = {
  title: 'After the outage',
  description: 'We want to know what the night was like for you. It decides what we change first.',
  language: 'en',
  closes_at: '2026-12-04T17:00:00Z',
  questions,
}

export const outageTranslations = {
  de: {
    title: 'Nach dem Ausfall der Auftragsverwaltung',
    description: 'Wir möchten wissen, wie Sie die Nacht erlebt haben. Davon hängt ab, was wir zuerst ändern.',
    questions: {
      calm: {
        text: 'Während des Ausfalls der Auftragsverwaltung konnte ich ruhig arbeiten',
        labels: ['Trifft überhaupt nicht zu', 'Trifft voll und ganz zu'],
      },
      again: { text: 'Wie wahrscheinlich ist es, dass Sie uns als Arbeitgeber weiterempfehlen?' },
      mood: { text: 'Wie war Ihre Woche?' },
      told: { text: 'Hat man Ihnen gesagt, was geschehen ist?' },
      cause: {
        text: 'Was hat Sie am meisten belastet?',
        options: {
          alerts: 'Zu viele Benachrichtigungen auf einmal',
          owners: 'Niemand kannte die Zuständigkeiten',
          rota: 'Zu wenige Menschen in der Rufbereitschaft',
        },
      },
      helped: {
        text: 'Was hat geholfen?',
        options: {
          runbook: 'Die Wiederherstellungsanleitung',
          people: 'Menschen, die eingesprungen sind',
          tools: 'Unsere Werkzeuge',
        },
      },
      first: {
        text: 'Was sollte sich zuerst ändern?',
        options: {
          alerts: 'Weniger Benachrichtigungen ohne Folgen',
          owners: 'Klare Zuständigkeiten für jeden Dienst',
          rota: 'Der Rufbereitschaftsplan',
        },
      },
      hours: { text: 'Wie viele Stunden hat es Sie gekostet?' },
      since: { text: 'Seit wann ist es so?' },
      next: { text: 'Denken Sie nun an den Raum, in dem Sie arbeiten.' },
      noise: { text: 'Wie laut ist es dort?', labels: ['Vollkommen still', 'Ohrenbetäubend'] },
      room: { text: 'Wie gut ist der Raum?', labels: ['Schlecht', 'Hervorragend'] },
      desk: {
        text: 'Wie gut sind diese Dinge für Sie?',
        rows: { chair: 'Der Schreibtischstuhl', light: 'Die Schreibtischbeleuchtung' },
        labels: ['Schlecht', 'Gut'],
      },
      why: { text: 'Was hat Sie behindert?', help: 'Ein oder zwei Sätze genügen.' },
    },
  },
  ar: {
    title: 'بعد انقطاع الخدمة',
    description: 'نود أن نعرف كيف كانت تلك الليلة بالنسبة إليك. بناءً على ذلك نقرر ما نغيّره أولًا.',
    questions: {
      calm: { text: 'تمكنت من العمل بهدوء أثناء الانقطاع', labels: ['أبدًا', 'كثيرًا'] },
      again: { text: 'ما مدى احتمال أن توصي بالعمل هنا؟' },
      mood: { text: 'كيف كان أسبوعك؟' },
      told: { text: 'هل أُخبرت بما حدث؟' },
      cause: {
        text: 'ما أكثر ما أثقل عليك؟',
        options: {
          alerts: 'تنبيهات كثيرة في وقت واحد',
          owners: 'لم يعرف أحد من المسؤول',
          rota: 'عدد قليل من المناوبين',
        },
      },
      helped: {
        text: 'ما الذي ساعد؟',
        options: { runbook: 'دليل التشغيل', people: 'أشخاص تدخلوا', tools: 'أدواتنا' },
      },
      first: {
        text: 'ما الذي ينبغي أن يتغير أولًا؟',
        options: {
          alerts: 'تنبيهات أقل لا يعمل بها أحد',
          owners: 'مسؤولية واضحة عن كل خدمة',
          rota: 'جدول المناوبات',
        },
      },
      hours: { text: 'كم ساعة كلّفك ذلك؟' },
      since: { text: 'منذ متى والأمر هكذا؟' },
      next: { text: 'فكّر الآن في الغرفة التي تعمل فيها.' },
      noise: { text: 'ما مدى الضوضاء؟', labels: ['صامتة', 'تصم الآذان'] },
      room: { text: 'ما مدى جودة الغرفة؟', labels: ['رديئة', 'رائعة'] },
      desk: {
        text: 'ما مدى ملاءمة هذه الأشياء لك؟',
        rows: { chair: 'الكرسي', light: 'الضوء فوق المكتب' },
        labels: ['سيئ', 'جيد'],
      },
      why: { text: 'ما الذي أعاقك؟', help: 'جملة أو جملتان تكفيان.' },
    },
  },
}
