import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { foldQuotes } from './fold-quotes.ts'

/** From, date, to and subject, as programs write them. */
const names: Record<string, [string, string, string, string]> = {
  English: ['From', 'Sent', 'To', 'Subject'],
  'English, Apple': ['From', 'Date', 'To', 'Subject'],
  German: ['Von', 'Gesendet', 'An', 'Betreff'],
  'German, Apple': ['Von', 'Datum', 'An', 'Betreff'],
  French: ['De', 'Envoyé', 'À', 'Objet'],
  'French, with spaces': ['De ', 'Date ', 'À ', 'Objet '],
  Spanish: ['De', 'Enviado el', 'Para', 'Asunto'],
  'Spanish, Apple': ['De', 'Fecha', 'Para', 'Asunto'],
  Italian: ['Da', 'Inviato', 'A', 'Oggetto'],
  Dutch: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  Portuguese: ['De', 'Enviada em', 'Para', 'Assunto'],
  Polish: ['Od', 'Wysłano', 'Do', 'Temat'],
  Swedish: ['Från', 'Skickat', 'Till', 'Ämne'],
  Danish: ['Fra', 'Sendt', 'Til', 'Emne'],
  Norwegian: ['Fra', 'Dato', 'Til', 'Emne'],
  Finnish: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  Czech: ['Od', 'Odesláno', 'Komu', 'Předmět'],
  Slovak: ['Od', 'Odoslané', 'Komu', 'Predmet'],
  Hungarian: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  Romanian: ['De la', 'Trimis', 'Către', 'Subiect'],
  Croatian: ['Šalje', 'Poslano', 'Prima', 'Predmet'],
  Bulgarian: ['От', 'Изпратено', 'До', 'Относно'],
  Greek: ['Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
  Russian: ['От', 'Отправлено', 'Кому', 'Тема'],
  Ukrainian: ['Від', 'Надіслано', 'Кому', 'Тема'],
  Turkish: ['Gönderen', 'Gönderildi', 'Kime', 'Konu'],
  Japanese: ['差出人', '送信日時', '宛先', '件名'],
  Chinese: ['发件人', '发送时间', '收件人', '主题'],
  Taiwanese: ['寄件者', '寄件日期', '收件者', '主旨'],
  Korean: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
}
const values = [
  'Bob Miller <bob@example.com>',
  'Tuesday, 3 April 2012 16:19',
  'ann@example.com',
  'Re: Your order',
]
const orders = ['0123', '0213', '3021', '1023', '0231', '103', '013', '3102', '0312']

const typed = 'Order 4711\nPlease call me\nAnn'

describe.each(Object.entries(names))('a block of fields in %s', (_language, fields) => {
  const block = (order: string, before = '', after = '') =>
    [...order]
      .map(Number)
      .map((n) => `${before}${fields[n]}:${after} ${values[n]}`)
      .join('\n')

  it.each(orders)('is folded in the order %s', (order) => {
    expect(foldQuotes(`${typed}\n\n${block(order)}\n\nHi Ann,\n\nBob`).content).toBe(typed)
    expect(foldQuotes(`${typed}\n${block(order)}\n\nHi Ann,\n\nBob`).content).toBe(typed)
  })

  it('is folded in bold, below a rule and within quotes', () => {
    expect(foldQuotes(`${typed}\n\n${block('0123', '*', '*')}\n\nHi Ann`).content).toBe(typed)
    expect(
      foldQuotes(`${typed}\n\n________________________________\n${block('0123')}\n\nHi Ann`).content,
    ).toBe(typed)
    expect(foldQuotes(`${typed}\n\n${block('0123', '> ')}\n>\n> Hi Ann`).content).toBe(typed)
  })

  it('belongs to the writer who introduces it', () => {
    const text = `I got this mail:\n\n${block('0123')}\n\nIs it yours?`
    expect(foldQuotes(text)).toEqual({ content: text, quoted: '' })
  })
})

it('takes linear time', () => {
  expect(growth((n) => foldQuotes('From: a@b.example\nDate: 1 Jan 2026\n'.repeat(n)), 1_000)).toBeLessThan(3)
})
