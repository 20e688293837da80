/*
 * Answers as mail programs format them, written by hand after their habits: what the person typed, and the whole plain
 * part.
 */
export interface Fixture {
  program: string
  typed: string
  text: string
}

const history = '> We have looked at it.\n> Please turn it off and on again.\n>\n> Ada Agent'

const plain = (program: string, attribution: string, typed = 'It works now, thank you!'): Fixture => ({
  program,
  typed,
  text: `${typed}\n\n${attribution}\n\n${history}\n`,
})

const block = (
  program: string,
  from: string,
  sent: string,
  to: string,
  subject: string,
  rule = '',
): Fixture => ({
  program,
  typed: 'It works now.\n\nKind regards\nOlive',
  text: `It works now.\n\nKind regards\nOlive\n\n${rule}${from}: Ada Agent <support@example.com>\n${sent}: Tuesday, 24 November 2026 10:12\n${to}: Olive Owner <olive@example.org>\n${subject}: Re: [#1042] The printer is on fire\n\nWe have looked at it.\nPlease turn it off and on again.\n`,
})

const marked = (program: string, mark: string): Fixture => ({
  program,
  typed: 'Thanks, solved.',
  text: `Thanks, solved.\n\n${mark}\nFrom: Ada Agent <support@example.com>\nTo: olive@example.org\n\nWe have looked at it.\n`,
})

const rule = `${'_'.repeat(32)}\n`

export const fixtures: Fixture[] = [
  plain(
    'Gmail, English',
    'On Tue, Nov 24, 2026 at 10:12 AM Ada Agent <support+1042.0123456789abcdef0123@example.com> wrote:',
  ),
  plain(
    'Gmail, English, broken line',
    'On Tue, Nov 24, 2026 at 10:12 AM Ada Agent <\nsupport+1042.0123456789abcdef0123@example.com> wrote:',
  ),
  plain('Gmail, German', 'Am Di., 24. Nov. 2026 um 10:12 Uhr schrieb Ada Agent <support@example.com>:'),
  plain(
    'Gmail, German, broken line',
    'Am Di., 24. Nov. 2026 um 10:12 Uhr schrieb Ada Agent <\nsupport@example.com>:',
  ),
  plain('Gmail, French', 'Le mar. 24 nov. 2026 à 10:12, Ada Agent <support@example.com> a écrit :'),
  plain('Gmail, Spanish', 'El mar, 24 nov 2026 a las 10:12, Ada Agent (<support@example.com>) escribió:'),
  plain(
    'Gmail, Italian',
    'Il giorno mar 24 nov 2026 alle ore 10:12 Ada Agent <support@example.com> ha scritto:',
  ),
  plain(
    'Gmail, Portuguese',
    'Em ter., 24 de nov. de 2026 às 10:12, Ada Agent <support@example.com> escreveu:',
  ),
  plain('Gmail, Dutch', 'Op di 24 nov 2026 om 10:12 schreef Ada Agent <support@example.com>:'),
  plain('Gmail, Swedish', 'Den tis 24 nov. 2026 kl 10:12 skrev Ada Agent <support@example.com>:'),
  plain('Gmail, Danish', 'Den tirs. 24. nov. 2026 kl. 10.12 skrev Ada Agent <support@example.com>:'),
  plain('Gmail, Finnish', 'ti 24. marrask. 2026 klo 10.12 Ada Agent (support@example.com) kirjoitti:'),
  plain('Gmail, Polish', 'wt., 24 lis 2026 o 10:12 Ada Agent <support@example.com> napisał(a):'),
  plain('Gmail, Russian', 'вт, 24 нояб. 2026 г. в 10:12, Ada Agent <support@example.com>:'),
  plain('Gmail, Turkish', 'Ada Agent <support@example.com>, 24 Kas 2026 Sal, 10:12 tarihinde şunu yazdı:'),
  plain('Gmail, Japanese', '2026年11月24日(火) 10:12 Ada Agent <support@example.com>:'),
  plain('Gmail, Chinese', 'Ada Agent <support@example.com> 于2026年11月24日周二 10:12写道:'),
  plain('Apple Mail, English', 'On 24. Nov 2026, at 10:12, Ada Agent <support@example.com> wrote:'),
  plain('Apple Mail, German', 'Am 24.11.2026 um 10:12 schrieb Ada Agent <support@example.com>:'),
  plain('Apple Mail, French', 'Le 24 nov. 2026 à 10:12, Ada Agent <support@example.com> a écrit :'),
  plain('Apple Mail, Czech', '24. 11. 2026 v 10:12, Ada Agent <support@example.com>:'),
  plain('Thunderbird, English', 'On 24/11/2026 10:12, Ada Agent wrote:'),
  plain('Thunderbird, German', 'Am 24.11.26 um 10:12 schrieb Ada Agent:'),
  plain('Thunderbird, French', 'Le 24/11/2026 à 10:12, Ada Agent a écrit :'),
  plain('Thunderbird, Polish', 'W dniu 24.11.2026 o 10:12, Ada Agent pisze:'),
  plain('Thunderbird, Russian', '24.11.2026 10:12, Ada Agent пишет:'),
  plain('Thunderbird, Czech', 'Dne 24. 11. 26 v 10:12 Ada Agent napsal(a):'),
  plain('Thunderbird, Dutch', 'Op 24-11-2026 om 10:12 schreef Ada Agent:'),
  plain('K-9', 'Am 24. November 2026 10:12:13 MEZ schrieb Ada Agent <support@example.com>:'),
  plain('Proton', 'On Tuesday, November 24th, 2026 at 10:12 AM, Ada Agent <support@example.com> wrote:'),
  {
    program: 'Thunderbird, answer below the quote',
    typed: 'It works now, thank you!',
    text: `On 24/11/2026 10:12, Ada Agent wrote:\n${history}\n\nIt works now, thank you!\n`,
  },
  {
    program: 'Thunderbird, answers between the lines',
    typed: `On 24/11/2026 10:12, Ada Agent wrote:\n> Which printer is it?\n\nThe one on the left.\n\n> Since when?\n\nSince Monday.`,
    text: `On 24/11/2026 10:12, Ada Agent wrote:\n> Which printer is it?\n\nThe one on the left.\n\n> Since when?\n\nSince Monday.\n\n-- \nOlive Owner\n`,
  },
  {
    program: 'iOS, English',
    typed: 'It works now.',
    text: `It works now.\n\nSent from my iPhone\n\n> On 24 Nov 2026, at 10:12, Ada Agent <support@example.com> wrote:\n> \n> \ufeffWe have looked at it.\n`,
  },
  {
    program: 'iOS, German',
    typed: 'Es geht wieder.',
    text: `Es geht wieder.\n\nVon meinem iPhone gesendet\n\n> Am 24.11.2026 um 10:12 schrieb Ada Agent <support@example.com>:\n> \n> We have looked at it.\n`,
  },
  {
    program: 'iOS, French',
    typed: 'Cela marche.',
    text: `Cela marche.\n\nEnvoyé de mon iPhone\n\n> Le 24 nov. 2026 à 10:12, Ada Agent <support@example.com> a écrit :\n> \n> We have looked at it.\n`,
  },
  {
    program: 'Samsung',
    typed: 'Works.',
    text: `Works.\n\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Ada Agent <support@example.com>\nDate: 24/11/2026 10:12 (GMT+00:00)\nTo: olive@example.org\nSubject: Re: [#1042]\n\nWe have looked at it.\n`,
  },
  block('Outlook, English', 'From', 'Sent', 'To', 'Subject'),
  block('Outlook on the web', 'From', 'Sent', 'To', 'Subject', rule),
  block('Outlook, German', 'Von', 'Gesendet', 'An', 'Betreff'),
  block('Outlook, French', 'De', 'Envoyé', 'À', 'Objet'),
  block('Outlook, Spanish', 'De', 'Enviado el', 'Para', 'Asunto'),
  block('Outlook, Italian', 'Da', 'Inviato', 'A', 'Oggetto'),
  block('Outlook, Portuguese', 'De', 'Enviada em', 'Para', 'Assunto'),
  block('Outlook, Dutch', 'Van', 'Verzonden', 'Aan', 'Onderwerp'),
  block('Outlook, Swedish', 'Från', 'Skickat', 'Till', 'Ämne'),
  block('Outlook, Polish', 'Od', 'Wysłano', 'Do', 'Temat'),
  block('Outlook, Russian', 'От', 'Отправлено', 'Кому', 'Тема'),
  block('Outlook, Japanese', '差出人', '送信日時', '宛先', '件名'),
  block('Outlook for Mac', '*From', '*Date', '*To', '*Subject'),
  marked('Outlook 2003, English', '-----Original Message-----'),
  marked('Outlook 2003, German', '-----Ursprüngliche Nachricht-----'),
  marked('Outlook 2003, French', "-----Message d'origine-----"),
  marked('Outlook Express', '----- Original Message -----'),
  marked('The workspace itself', '## Please reply above this line ##'),
  {
    program: 'Outlook for iOS',
    typed: 'Works.',
    text: `Works.\n\nGet Outlook for iOS\n${rule}From: Ada Agent <support@example.com>\nSent: Tuesday, November 24, 2026 10:12:13 AM\nTo: olive@example.org\nSubject: Re: [#1042]\n\nWe have looked at it.\n`,
  },
  {
    program: 'Yahoo, English',
    typed: 'Works.',
    text: `Works.\n\n    On Tuesday, 24 November 2026 at 10:12:13 GMT, Ada Agent <support@example.com> wrote:  \n \n We have looked at it.\nPlease turn it off and on again.   `,
  },
  {
    program: 'Yahoo, German',
    typed: 'Geht.',
    text: `Geht.\n\n    Am Dienstag, 24. November 2026 um 10:12:13 MEZ hat Ada Agent <support@example.com> Folgendes geschrieben:  \n \n We have looked at it.   `,
  },
  {
    program: 'no quote, with a signature',
    typed: 'Please call me.',
    text: 'Please call me.\n\n-- \nOlive Owner\nOwner Ltd, 1 High Street\n+44 20 7946 0000\n',
  },
  { program: 'no quote at all', typed: 'Just a line.', text: 'Just a line.\n' },
  {
    program: 'a sentence that ends in wrote:',
    typed: 'Hello,\n\nthis is what your colleague wrote:\nturn it off.\n\nI did.',
    text: 'Hello,\n\nthis is what your colleague wrote:\nturn it off.\n\nI did.\n',
  },
]
