/*
 * Lines that separate an answer from the message that it quotes, in the languages of mail programs. A line is at most 1,000
 * characters long when it is tested, and no pattern backtracks over more than one line.
 */

import { withoutEnd } from './without-end.ts'

const MAX_LENGTH = 1_000

/** "Original Message", and what stands for it between dashes. */
const original =
  "Original(?=\\s*-)|Original[- ]?(?:Message(?: text)?|Appointment|Nachricht|mail|meddelande)|Originalnachricht|Originalmeddelande|Ursprüngliche (?:Nachricht|Mitteilung|Mail|E-Mail)|Urspr\\. Nachricht|Ursprünglicher Termin|Urspr\\. Mitteil\\.|Antwort Nachricht|Weitergeleitete (?:Nachricht|Mail)|(?:Begin )?Forwarded (?:message|by .{1,100})|Reply Message|(?:Message|Mail|Courriel) (?:d['’]origine|original|transféré|réexpédié|initial)|(?:Mensaje|Correo) (?:original|reenviado)|Missatge (?:original|reenviat)|Mensagem (?:original|encaminhada|Reenviada)|Messaggio (?:originale|inoltrato)|(?:Oorspronkelijk|Doorgestuurd|Origineel) bericht|Ursprungligt meddelande|Vidarebefordrat meddelande|(?:Oprindelig|Videresendt|Original) (?:meddelelse|besked)|(?:Opprinnelig|Videresendt) melding|(?:Alkuperäinen|Edelleenlähetetty|Välitetty) viesti|(?:Wiadomość oryginalna|Oryginalna wiadomość|Wiadomość przekazana|Treść (?:przekazanej|oryginalnej) wiadomości)|(?:Původní|Přeposlaná) (?:zpráva|e-mail)|(?:Pôvodná|Preposlaná) správa|Eredeti üzenet|Továbbított üzenet|Mesaj(?:ul)? (?:original|redirecționat)|Исходное (?:сообщение|письмо)|Пересылаемое (?:сообщение|письмо)|Пересланное (?:сообщение|письмо)|Оригинальное сообщение|Вихідне повідомлення|Пересланий лист|Αρχικό μήνυμα|Προωθημένο μήνυμα|(?:Orijinal|Özgün|İletilen) (?:Mesaj|İleti)|ההודעה המקורית|הודעה מקורית|الرسالة الأصلية|原始(?:邮件|郵件|信件)|转发(?:的)?邮件|轉寄(?:的)?郵件|(?:元の|転送)メッセージ|Original Message|원본 (?:메시지|메일)|전달된 메시지"
const between = new RegExp(
  `^[\\s>*_]{0,20}[-_‐-―=]{2,60}\\s{0,10}(?:${original})\\s{0,10}[-_‐-―=]{2,60}[\\s*_>]{0,20}(?:$|(?:From|Von|De|Da|Van|Od|Från|Fra|От)\\s?[:：])`,
  'iu',
)
const begun =
  /^[\s>*]{0,20}(?:Begin forwarded message|Anfang der weitergeleiteten (?:Nachricht|E-Mail)|Début du message (?:réexpédié|transféré)|Inizio (?:del )?messaggio inoltrato|Inicio del mensaje reenviado|Início da mensagem (?:reencaminhada|encaminhada)|Begin doorgestuurd bericht|Vidarebefordrat brev|Start på videresendt (?:besked|melding|meddelelse)|Välitetty viesti alkaa|Początek przekazanej wiadomości|Začátek přeposlané zprávy|Начало переадресованного сообщения|İletilen iletinin başlangıcı|下面是被转发的邮件|以下是轉寄的郵件|転送されたメッセージ|전달된 메시지 시작|Forwarded message)\s?[:：]\s*$/iu
/** Ticket systems ask for it above the history in their mails. */
const workspace = /^\s*#{2,}[- ]*(?:Please )?(?:write|reply|answer)\b.{0,60}\babove this line\b/i
/** `---- Bob Miller wrote ----`, and with a date. */
const dashed = /^[\s>*_]{0,20}[-‐-―]{2,60}\s{0,10}[^\s‐-―-][^‐-―]{0,300}?[-‐-―]{2,60}[\s*_]{0,20}$/u
const replyMark =
  /(?:wrote|writes|schrieb|geschrieben|schreef|geschreven|skrev|a écrit|escribió|ha scritto|escreveu|napisał|napisał\(a\)|napsal|napsal\(a\)|kirjoitti|написал|написал\(а\)|пишет|yazdı|写道|寫道|のメッセージ|작성)\s*$/iu

const inside = (line: string) => withoutEnd(line.replace(/^[\s>*_‐-―-]+/u, ''), /[\s*_‐-―-]/u)

/** Whether the line says that an earlier message follows. */
export const isSeparator = (line: string): boolean =>
  line.length <= MAX_LENGTH &&
  (between.test(line) ||
    begun.test(line) ||
    workspace.test(line) ||
    (dashed.test(line) && replyMark.test(inside(line))))

/** Whether words stand between dashes. Above a header block they are a separator in any language. */
export const isDashed = (line: string): boolean => line.length <= MAX_LENGTH && dashed.test(line)

export const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line)

/** The line `-- ` above a signature; programs lose its last space. */
export const isSignatureMark = (line: string): boolean => /^(?:--|—|–)\s?$/u.test(line)

/** A rule that programs draw above the quoted message. */
export const isRule = (line: string): boolean =>
  line.length <= MAX_LENGTH && /^[\s*]*(?:[_-]{5,}|[‐-―]{3,}|={4,})[\s*]*$/u.test(line)
