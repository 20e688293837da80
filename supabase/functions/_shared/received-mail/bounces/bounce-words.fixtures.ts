/* Subjects, outcomes and answers of servers in reports about mails to olive@example.org, written by hand after their forms. */

/** Subjects of reports as text alone, below which the returned mail follows. */
export const bounceSubjects = [
  ...['failure notice', 'Mail could not be delivered', 'Permanent Delivery Failure', 'Message delivery has failed', 'Returned mail: see transcript for details', 'Undelivered Mail Returned to Sender', 'Undeliverable: Fire'],
  ...['Mail delivery failed: returning message to sender', 'Delivery Status Notification (Failure)', 'DELIVERY FAILURE: User not listed', 'Mail System Error - Returned Mail', 'Message not delivered', 'Your message could not be delivered'],
  ...["Message you sent couldn't be delivered", 'Delivery has failed to these recipients', 'Delivery failure', 'Delivery report', 'Returned to sender', 'Non-delivery report: Fire', 'Nondeliverable mail', 'Email address not found', 'Address not found', 'Mail failure'],
  ...['Unable to deliver your message', 'Rejected: Fire', 'Bounced mail', 'There was an error sending your mail', 'DSN: failed (Fire)', 'Message blocked', 'Mail not delivered', 'Email delivery failed', 'Returned email: unknown user'],
  ...['Mail wurde nicht zugestellt', 'Unzustellbar: Feuer', 'Nachricht konnte nicht zugestellt werden', 'Ihre E-Mail konnte nicht zugestellt werden', 'Zustellfehler', 'Zustellung fehlgeschlagen', 'E-Mail nicht zustellbar', 'Fehler bei der Zustellung'],
  ...['Échec de la remise : Incendie', 'Non remis : Incendie', 'Message non délivré', "Échec de l'envoi", "Notification d'état de remise (échec)", 'Courrier non distribué', 'Retour de courrier'],
  ...['No se puede entregar: Fuego', 'No se ha podido entregar el mensaje', 'Error de entrega', 'Notificación de estado de entrega (error)', 'Mensaje no entregado', 'Correo devuelto'],
  ...['Mancato recapito: Incendio', 'Impossibile recapitare il messaggio', 'Messaggio non recapitato', 'Notifica di mancata consegna', 'Niet bezorgd: Brand', 'Onbestelbaar: Brand', 'Bericht niet afgeleverd', 'Bezorging mislukt'],
  ...['Falha na entrega', 'Não entregue: Fogo', 'Não foi possível entregar', 'Mensagem não entregue', 'Nie można dostarczyć: Pożar', 'Niedoręczona poczta', 'Zwrot poczty', 'Nie dostarczono wiadomości'],
  ...['Kunde inte levereras: Eld', 'Ej levererat', 'Leveransfel', 'Ikke leveret: Ild', 'Kunne ikke leveres', 'Leveringsfejl', 'Meldingen ble ikke levert', 'Toimitus epäonnistui', 'Viestiä ei voitu toimittaa'],
  ...['Nedoručitelná zpráva', 'Zprávu nelze doručit', 'Nedoručené: Oheň', 'Kézbesíthetetlen: Tűz', 'Nem kézbesíthető', 'Mesaj nelivrat', 'Teslim edilemedi: Yangın', 'İleti gönderilemedi'],
  ...['Возврат письма', 'Недоставленное сообщение', 'Сообщение не доставлено', 'Не удалось доставить сообщение', 'Не вдалося доставити', 'Αδυναμία παράδοσης', 'Το μήνυμα δεν παραδόθηκε'],
  ...['配信不能', '配信できませんでした', 'メールが送信できませんでした', '宛先不明', '邮件投递失败', '系统退信', '无法送达', '郵件傳送失敗', '無法傳遞: 火', '배달되지 않음: 불', '메일 전송 실패', '반송 메일'],
]

/** Subjects in words that nobody has heard of: from a server, and with what it returns, they are reports as well. */
export const unknownSubjects = ['Kuulutus', 'ข้อความ', 'x', '']

export interface OutcomeFixture {
  name: string
  fields: string[]
  permanent: boolean
  delivered: boolean
}
const about = (action: string, status: string, ...more: string[]) => ['Final-Recipient: rfc822; olive@example.org', ...(action ? [`Action: ${action}`] : []), `Status: ${status}`, ...more]
export const outcomes: OutcomeFixture[] = [
  { name: 'failed', fields: about('failed', '5.1.1'), permanent: true, delivered: false },
  { name: 'Failed (in other words)', fields: about('Failed (permanent)', '5.1.1'), permanent: true, delivered: false },
  { name: 'no action and 5.1.1', fields: about('', '5.1.1'), permanent: true, delivered: false },
  { name: 'delayed', fields: about('delayed', '4.4.1'), permanent: false, delivered: false },
  { name: 'delayed with a permanent code', fields: about('delayed', '5.4.1'), permanent: false, delivered: false },
  { name: 'delivered', fields: about('delivered', '2.0.0'), permanent: false, delivered: true },
  { name: 'delivered with another code', fields: about('delivered', '5.0.0'), permanent: false, delivered: true },
  { name: 'relayed', fields: about('relayed', '2.0.0', 'Diagnostic-Code: smtp; 250 2.1.5 ok'), permanent: false, delivered: false },
  { name: 'expanded', fields: about('expanded', '2.0.0'), permanent: false, delivered: false },
  { name: 'no action and 2.0.0', fields: about('', '2.0.0'), permanent: false, delivered: false },
]

/** What a report says, and whether it means that the address does not exist. */
export const refusals: [status: string, diagnostic: string | null, isWrong: boolean][] = [
  ['5.1.1', 'smtp; 550 5.1.1 <olive@example.org>: Recipient address rejected: User unknown in local recipient table', true],
  ['5.1.1', 'smtp; 550 5.1.1 unknown user', true],
  ['5.1.1', 'smtp; #550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##', true],
  ['5.1.1', 'smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the address', true],
  ['5.1.1', 'smtp; 550 No such user here', true],
  ['5.1.1', 'x-unix; user unknown', true],
  ['5.1.10', 'smtp; 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', true],
  ['5.1.2', 'smtp; 550 5.1.2 Host unknown', true],
  ['5.1.2', 'dns; host not found', true],
  ['5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled', true],
  ['5.0.0', 'smtp; 550 no such user', true],
  ['5.0.0', 'smtp; 550 5.1.1 user unknown', true],
  ['', 'smtp; 550 5.1.1 user unknown', true],
  // Not the address, but how much it gets, the sender, or the mail.
  ['5.2.1', 'smtp; 550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered', false],
  ['5.2.1', 'smtp; 450 4.2.1 receiving mail too quickly', false],
  ['5.2.1', null, false],
  ['5.1.1', 'smtp; 550 5.7.1 Service unavailable, client host blocked', false],
  ['5.1.1', 'smtp; 554 5.7.1 Message rejected', false],
  ['5.1.1', 'smtp; 552 5.2.2 Mailbox full', false],
  ['5.1.1', 'smtp; 550 5.1.1 Mailbox full', false],
  ['5.1.1', 'smtp; 550 5.1.1 Mailbox over quota', false],
  ['5.1.1', 'smtp; 550 5.1.1 you have sent to too many recipients this hour', false],
  ['5.1.1', 'smtp; 450 4.1.1 try again later', false],
  ['5.1.1', 'smtp; 550 Message rejected as spam', false],
  ['5.1.1', 'smtp; 550 rejected', false],
  ['5.1.1', null, false],
  ['5.2.2', 'smtp; 552 5.2.2 over quota', false],
  ['5.2.2', 'smtp; 550 5.1.1 unknown user', false],
  ['5.7.1', 'smtp; 550 5.7.1 relaying denied: user unknown', false],
  ['5.4.1', 'smtp; 550 5.4.1 Recipient address rejected: Access denied', false],
  ['5.0.0', 'smtp; 550 spam: no such user', false],
]
