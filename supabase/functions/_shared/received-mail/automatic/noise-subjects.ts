import { phrases } from '../phrases.ts'

/** Lower case without accents, so that `Reponse automatique` is `Réponse automatique`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

/** What programs write before or in place of the subject that they answer, by language. */
const automatic = [
  // English
  ...phrases`
    automatic reply; automatic response; automatic answer; auto reply; auto-reply; autoreply; auto response
    auto-response; autoresponse; auto responder; auto-responder; autoresponder; automated reply
    automated response; auto respond; out of office; out of the office; out-of-office
    out of office autoreply; out of office auto-reply; out of office reply; out of office response
    out of office message; out of office notification; out of office notice; away from the office
    away from my desk; away from my mail; vacation reply; vacation response; vacation message
    vacation notice; vacation auto-reply; vacation autoreply; vacation notification; i am out of office
    i am out of the office; i'm out of office; i'm out of the office
  `,
  // German
  ...phrases`
    automatische antwort; automatische ruckantwort; automatische ruckmeldung; automatische e-mail-antwort
    automatische mailantwort; automatische eingangsbestatigung; automatisierte antwort; autoantwort
    abwesenheitsnotiz; abwesenheitsnachricht; abwesenheitsmeldung; automatische abwesenheitsnotiz
    abwesenheitsmitteilung; abwesenheitsassistent; abwesenheitsinfo; abwesenheitsbenachrichtigung
    abwesenheitsmail; nicht im buro; nicht im haus; urlaubsnotiz; urlaubsmeldung
  `,
  // French
  ...phrases`
    reponse automatique; reponse automatisee; message d'absence; avis d'absence; notification d'absence
    absence du bureau; absent du bureau; absente du bureau; message automatique
  `,
  // Spanish, Catalan, Galician, Basque
  ...phrases`
    respuesta automatica; contestacion automatica; autorespuesta; fuera de la oficina; fuera de oficina
    aviso de ausencia; mensaje de ausencia; resposta automatica; fora de l'oficina; erantzun automatikoa
  `,
  // Italian, Portuguese, Romanian
  ...phrases`
    risposta automatica; fuori sede; fuori ufficio; messaggio di assenza; avviso di assenza
    notifica di assenza; fora do escritorio; aviso de ausencia; mensagem de ausencia; ausencia temporaria
    raspuns automat; in afara biroului
  `,
  // Dutch
  ...phrases`
    automatisch antwoord; automatische beantwoording; automatische reactie; afwezigheidsbericht
    afwezigheidsmelding; niet op kantoor; afwezigheidsassistent
  `,
  // Swedish, Danish, Norwegian, Finnish, Icelandic
  ...phrases`
    autosvar; automatiskt svar; automatisk svar; automatisk besvarelse; automatisk svarmelding
    franvaromeddelande; franvarobesked; ej pa kontoret; inte pa kontoret; ikke pa kontoret; ikke til stede
    ute av kontoret; borte fra kontoret; fraværsmeddelelse; fraværsmelding; fraværsbesked; fraværsassistent
    automaattinen vastaus; automaattivastaus; poissaoloilmoitus; poissaoloviesti; poissa toimistosta
    sjalfvirkt svar
  `,
  // Polish, Czech, Slovak, Hungarian, Slovenian, Croatian, Serbian
  ...phrases`
    odpowiedź automatyczna; automatyczna odpowiedź; autoodpowiedź; poza biurem; informacja o nieobecności
    automaticka odpoved; mimo kancelar; mimo kancelarie; oznameni o nepritomnosti; oznamenie o nepritomnosti
    automatikus valasz; hazon kivul; irodan kivul; tavolleti ertesites; samodejni odgovor; automatski odgovor
    аутоматски одговор; izvan ureda; van kancelarije
  `,
  // Turkish, Estonian, Latvian, Lithuanian
  ...phrases`
    otomatik yanıt; otomatik cevap; ofis dışında; ofis dışındayım; automaatvastus; automatiska atbilde
    arpus biroja; atvalinajums; ne biure; kontorist valjas; automatinis atsakymas
  `,
  // Russian, Ukrainian, Bulgarian, Greek
  ...phrases`
    автоматический ответ; автоответ; автоответчик; вне офиса; уведомление об отсутствии
    автоматична відповідь; автовідповідь; поза офісом; автоматичен отговор; извън офиса; αυτόματη απάντηση
    εκτός γραφείου; μήνυμα απουσίας
  `,
  // Japanese, Chinese, Korean
  ...phrases`
    自動返信; 自動応答; 自動回答; 不在通知; 不在連絡; 不在のお知らせ; 自动回复; 自动答复; 自動回覆; 自動回復; 自動答覆; 不在办公室; 不在辦公室; 자동 회신; 자동회신; 자동 응답
    자동응답; 부재중; 부재 중
  `,
  // Arabic, Hebrew, Thai, Vietnamese, Indonesian
  ...phrases`
    رد تلقائي; الرد التلقائي; خارج المكتب; תשובה אוטומטית; מענה אוטומטי; מחוץ למשרד; ตอบกลับอัตโนมัติ
    tra loi tu đong; balasan otomatis
  `,
]

/** Words that people write in subjects of their own as well: they need a mail that is answered, and a text about an absence. */
const ambiguous = phrases`
  vacation; on vacation; on leave; on annual leave; annual leave; holiday; away; i am away; out of town; auto
  ooo; oof
  abwesenheit; abwesend; im urlaub; urlaub; ich bin nicht im buro; ausser haus; absence; absent; absente
  en conge; en conges; en vacances; conges
  ausencia; ausente; de vacaciones; vacaciones; assenza; assente; in ferie; ferie; ausente; de ferias; ferias
  afwezig; afwezigheid; niet aanwezig; op vakantie; met vakantie; vakantie
  franvaro; franvarande; semester; pa semester; fraværende; fravær; pa ferie; poissa; lomalla; nieobecnosc
  nieobecność; nieobecna; nieobecny; urlop; na urlopie
  nepritomnost; dovolena; dovolenka; tavol; tavollet; szabadsagon; concediu; izindeyim; izindeyim; yıllık izin
  отпуск; в отпуске; я в отпуске; отсутствую; нет на месте; у відпустці; відпустка; відсутній; відсутня
  отсъствам; απουσία; σε άδεια
  不在; 外出; 外出中; 休暇; 休暇中; 休假; 출장; 휴가
`

/** How a subject says it behind a name: `Ann is out of the office.` */
const named = phrases`
  is out of the office; is out of office; is away; is on vacation; is on leave; will be out of the office
  am out of the office; out of office until
  ist nicht im buro; ist nicht im haus; ist ausser haus; ist abwesend; ist im urlaub; ist derzeit nicht
  est absent; est absente; est en conge; no esta en la oficina; esta fuera de la oficina
  e fuori ufficio; e assente; is afwezig; is niet op kantoor; er ikke pa kontoret; ar inte pa kontoret
  on poissa
`

const escape = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
// The longest first: it says more.
const anyOf = (terms: readonly string[]) =>
  [...new Set(terms.map(fold))]
    .sort((one, other) => other.length - one.length)
    .map(escape)
    .join('|')
/** Followed by what separates it from the answered subject, or by nothing. */
const separated = String.raw`(?=\s*(?:$|[:：\-–—|/([<!.,…]|(?:until|till|from|through|bis|vom|ab|jusqu|du|hasta|del|fino|dal|tot|ate|do|od|до|с)(?![\p{L}\p{N}])))`
const automaticStart = new RegExp(`^(?:${anyOf(automatic)})${separated}`, 'u')
const automaticWord = new RegExp(`^(?:${anyOf(automatic)})(?![\\p{L}\\p{N}])`, 'u')
/** Behind a name or other words, before the subject that is answered. */
const automaticBefore = new RegExp(`^[^:：[]{1,40} (?:${anyOf(automatic)}) ?[:：]`, 'u')
/** `[Auto-Reply] Order` and, as GroupWise writes it, `Re: Order (Out of Office)`. */
const automaticMark = new RegExp(`^\\[(?:${anyOf(automatic)})\\]`, 'u')
const automaticEnd = new RegExp(`\\((?:${anyOf(automatic)})\\)$`, 'u')
const ambiguousStart = new RegExp(`^(?:${anyOf(ambiguous)})(?![\\p{L}\\p{N}])`, 'u')
const namedWithin = new RegExp(`(?:^|\\s)(?:${anyOf(named)})(?![\\p{L}\\p{N}])`, 'u')
/** Marks that gateways put before a subject. The number of a ticket is none. */
const gatewayMarks =
  /^(?:(?:\[[^\]#\d]{1,30}\]|\*{2,3}[^*#\d]{1,30}\*{2,3}|(?:external|extern|externe|ext)\s*:)\s*){1,3}/u
const isReply =
  /^(?:re|aw|antw|sv|vs|odp|ynt|rv|res|ref|回复|答复|fw|fwd|wg|tr|i|rv|enc|doorst|vb)\s?(?:\[\d{1,3}\])?\s?[:：]|^\[/u

/** A term alone, before another one, or before the subject of a mail of the desk, which has the number of a ticket. */
const onlyTerm = new RegExp(
  `^(?:${anyOf([...ambiguous, ...automatic])})(?:[\\s.!…]*$|\\s?[:：].{0,150}\\[(?:#|[a-z]{1,10}-)\\d|\\s?[:：]\\s?(?:re|aw)\\s?:|\\s?[:：]\\s?(?:${anyOf(automatic)})\\s?[:：])`,
  'u',
)
/** What Outlook writes before a subject in languages whose word for it is a common one. */
const outlookPrefix = /^(?:afwezig|franvarande|poissa)\s?:/

/** Whether such a subject consists of what programs write, and of nothing that a person would add. */
export function isProgramSubject(subject: string): boolean {
  const text = fold(subject.slice(0, 300)).replace(gatewayMarks, '')
  return (
    onlyTerm.test(text) ||
    outlookPrefix.test(text) ||
    automaticEnd.test(text) ||
    (!isReply.test(text) && namedWithin.test(text))
  )
}

/**
 * What a subject says about its author: `automatic`, a term that only programs begin a subject with; `perhaps`, words that
 * people use as well; empty for all others.
 */
export function automaticSubject(subject: string): 'automatic' | 'perhaps' | '' {
  const whole = fold(subject.slice(0, 300))
  if (automaticMark.test(whole)) return 'automatic'
  const text = whole.replace(gatewayMarks, '')
  if (automaticStart.test(text)) return 'automatic'
  if (!isReply.test(text) && automaticBefore.test(text)) return 'automatic'
  if (automaticWord.test(text) || automaticEnd.test(text) || ambiguousStart.test(text)) return 'perhaps'
  return !isReply.test(text) && namedWithin.test(text) ? 'perhaps' : ''
}
