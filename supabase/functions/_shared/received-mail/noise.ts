interface Noise {
  /** Written by a program. */
  isAutomatic: boolean
  /** An automatic answer to another mail, such as an out-of-office note: never a ticket. */
  isResponse: boolean
  /** Gets no automatic answer, whoever wrote it: people's mails through lists and from Exchange say so too. */
  neverAnswer: boolean
}

const responseSubject =
  /^\s*(automatic reply|auto(matic)?[- ]?(reply|response|antwort)|automatische antwort|abwesen(d|heit)|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|autosvar|automaattinen vastaus|out of (the )?office|autoreply)\b/i

const listHeaders = ['list-id', 'list-unsubscribe', 'list-post', 'list-help', 'feedback-id', 'x-loop']

/**
 * Recognises mails of programs by RFC 3834, RFC 2919 and the headers that are used in its place.
 *
 * Exchange writes `X-Auto-Response-Suppress`, senders of mail `Feedback-ID` and `List-Unsubscribe` into people's mails, and a
 * desk behind a mailing list gets everything with `List-Id`: these forbid an automatic answer and say nothing about the author.
 * @param header - the value of a header by its lower-case name, empty without it
 * @param sender - the envelope's sender: empty for reports and answers of programs; undefined when unknown
 */
export function readNoise(header: (name: string) => string, subject: string, sender: string | undefined): Noise {
  const submitted = header('auto-submitted').trim().toLowerCase().split(/[\s;(]/)[0] ?? ''
  const isSubmitted = submitted !== '' && submitted !== 'no'
  const isResponse =
    submitted === 'auto-replied' ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoresponse'].some((name) => {
      const value = header(name).trim().toLowerCase()
      return value !== '' && value !== 'no'
    }) ||
    header('x-failed-recipients') !== '' ||
    /auto_reply/i.test(header('precedence')) ||
    (responseSubject.test(subject) && isSubmitted)
  const isAutomatic =
    isResponse ||
    isSubmitted ||
    /^\s*(bulk|junk)\b/i.test(header('precedence')) ||
    header('return-path').trim() === '<>' ||
    sender === '' ||
    /^(mailer-daemon|postmaster)([+.@-]|$)/i.test(sender ?? '')
  return {
    isResponse,
    isAutomatic,
    neverAnswer:
      isAutomatic ||
      /^\s*list\b/i.test(header('precedence')) ||
      /\b(all|autoreply|oof|dr|rn|nrn)\b/i.test(header('x-auto-response-suppress')) ||
      listHeaders.some((name) => header(name) !== '') ||
      /^(no-?reply|do-?not-?reply|bounces?)([+.@-]|$)/i.test(sender ?? ''),
  }
}
