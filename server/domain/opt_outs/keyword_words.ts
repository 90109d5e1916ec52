// The keywords that every account understands, by language. Left out, and named, are words that people also write as an answer
// to an ordinary question: who confirms, declines or ends something asks for no stop. The sources of each list are in the guide
// on opt-outs; a test compares the guide's table with this one.

/** A language's words, as people write them; they are compared as `plainWords` makes them. */
interface KeywordLanguage {
  /** ISO 639-1. */
  language: string;
  stop: readonly string[];
  /** Few: whoever asked for no more texts must mean it. */
  start: readonly string[];
  help: readonly string[];
  /** Words that mean a stop or a start as well, and are answers besides. */
  leftOut: readonly string[];
}

export const keywordLanguages: readonly KeywordLanguage[] = [
  {
    language: 'en',
    stop: [
      ...[
        'stop',
        'stopall',
        'stop all',
        'unsubscribe',
        'cancel',
        'end',
        'quit',
        'revoke',
        'optout',
        'opt out',
      ],
      'opt-out',
    ],
    start: ['start', 'yes', 'unstop'],
    help: ['help', 'info'],
    leftOut: ['no', 'done', 'remove', 'enough', 'subscribe'],
  },
  {
    language: 'fr',
    stop: ['arrêt', 'arrêter', 'désabonner', 'désabonnement', 'désinscrire', 'désinscription'],
    start: ['nonarrêt'],
    help: ['aide'],
    leftOut: ['annuler', 'fin', 'non', 'assez', 'terminé', 'oui'],
  },
  {
    language: 'es',
    stop: ['baja', 'darse de baja', 'darme de baja', 'dar de baja', 'detener', 'salir', 'desuscribir'],
    start: [],
    help: ['ayuda'],
    leftOut: ['alto', 'cancelar', 'fin', 'no', 'basta', 'alta', 'sí', 'volver', 'recibir'],
  },
  {
    language: 'pt',
    stop: ['parar', 'pare', 'sair', 'descadastrar', 'descadastro'],
    start: [],
    help: ['ajuda'],
    leftOut: ['cancelar', 'não', 'fim', 'chega', 'sim', 'voltar', 'receber'],
  },
  {
    language: 'de',
    stop: ['stopp', 'abmelden', 'abmeldung', 'abbestellen', 'austragen'],
    start: [],
    help: ['hilfe'],
    leftOut: [
      'ende',
      'nein',
      'halt',
      'schluss',
      'stornieren',
      'absagen',
      'kündigen',
      'genug',
      'ja',
      'anmelden',
    ],
  },
  {
    language: 'nl',
    stop: ['afmelden', 'uitschrijven'],
    start: [],
    help: ['hulp'],
    leftOut: ['nee', 'einde', 'uit', 'annuleren', 'opzeggen', 'stoppen', 'genoeg', 'ja'],
  },
  {
    language: 'it',
    stop: ['disiscrivi', 'disiscrivimi', 'disiscriviti', 'disiscrizione', 'cancellami'],
    start: [],
    help: ['aiuto'],
    leftOut: ['basta', 'annulla', 'cancella', 'no', 'fine', 'ferma', 'sì'],
  },
  {
    language: 'pl',
    stop: ['wypisz', 'wypisz się', 'wypisz mnie', 'wypisać'],
    start: [],
    help: ['pomoc'],
    leftOut: ['nie', 'koniec', 'anuluj', 'rezygnuję', 'dość', 'tak'],
  },
  {
    language: 'sv',
    stop: ['stopp', 'avregistrera', 'avanmäl', 'avanmälan'],
    start: [],
    help: ['hjälp'],
    leftOut: ['nej', 'avsluta', 'sluta', 'avboka', 'slut', 'ja'],
  },
  {
    language: 'da',
    stop: ['afmeld', 'afmelding', 'frameld'],
    start: [],
    help: ['hjælp'],
    leftOut: ['nej', 'slut', 'annuller', 'ja'],
  },
  {
    language: 'tr',
    stop: ['iptal', 'ret', 'üyelikten çık', 'abonelikten çık'],
    start: [],
    help: ['yardım'],
    leftOut: ['hayır', 'dur', 'bitir', 'yeter', 'evet'],
  },
  {
    language: 'el',
    stop: ['στοπ', 'διακοπή', 'διαγραφή'],
    start: [],
    help: ['βοήθεια'],
    leftOut: ['όχι', 'τέλος', 'ακύρωση', 'ναι'],
  },
  {
    language: 'ru',
    stop: ['стоп', 'отписаться', 'отписка', 'отпишите', 'отписать'],
    start: [],
    help: ['помощь'],
    leftOut: ['нет', 'хватит', 'отмена', 'конец', 'да'],
  },
  {
    language: 'he',
    stop: ['הסר', 'הסרה', 'להסרה'],
    start: [],
    help: ['עזרה'],
    leftOut: ['לא', 'די', 'ביטול', 'כן'],
  },
  {
    language: 'zh',
    stop: ['td', '退订', '退訂'],
    start: [],
    help: ['帮助', '幫助'],
    leftOut: ['t', 'n', '不', '取消', '停'],
  },
];
